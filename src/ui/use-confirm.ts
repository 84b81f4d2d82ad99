import { useState } from 'react';

/** Runs what a dialog asks about: closes it when that is done, keeps a refusal to show in place. */
export function useConfirm(onConfirm: () => unknown, onClose: () => void) {
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const confirm = async () => {
    setRunning(true);
    setError(null);
    try {
      await onConfirm();
      onClose();
    } catch (refusal) {
      setError(refusal);
      setRunning(false);
    }
  };
  return { confirm, isRunning, error };
}
