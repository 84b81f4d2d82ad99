import { useCallback, useRef, useState } from 'react';
import { AppError } from '#domain/errors.ts';
import { log } from '#platform/log/log.ts';
import { showToast } from './toast.ts';
import { useErrorText } from './use-error-text.ts';

/**
 * The one place that catches what a command refuses. `run` resolves to the command's result, or to undefined after a refusal, which was
 * shown as a toast. A second `run` while one is under way is ignored, so a double click writes once.
 */
export function useCommand<Args extends unknown[], Result>(command: (...args: Args) => Promise<Result>) {
  const errorText = useErrorText();
  const [isRunning, setRunning] = useState(false);
  const busy = useRef(false);
  const run = useCallback(
    async (...args: Args): Promise<Result | undefined> => {
      if (busy.current) return undefined;
      busy.current = true;
      setRunning(true);
      try {
        return await command(...args);
      } catch (error) {
        if (!(error instanceof AppError)) log.error('command_failed', { error });
        showToast({ type: 'error', text: errorText(error) });
        return undefined;
      } finally {
        busy.current = false;
        setRunning(false);
      }
    },
    [command, errorText],
  );
  return { run, isRunning };
}
