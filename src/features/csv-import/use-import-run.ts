import { useEffect, useRef, useState } from 'react';
import { useImport } from '#data/csv-import/use-import.ts';
import type { DirectoryName } from '#domain/directories.ts';
import type { ImportRow } from '#domain/csv/read-import.ts';

/** All rows of a file, and those of them that are to be written, in their order. */
type Rows = { readonly rows: readonly ImportRow[]; readonly chosen: readonly ImportRow[] };
/** From the press on the rows are those of the press: which of them were written is counted in them. */
export type ImportPhase =
  | { readonly name: 'looking' }
  | (Rows & { readonly name: 'writing' | 'done'; readonly written: number; readonly error?: unknown });
export type ImportControl = { readonly phase: ImportPhase; readonly start: (rows: Rows) => Promise<void>; readonly stop: () => void };

/** The writing of a file's rows, until it is stopped or its page is gone; `onWriting` hears when it begins and when it has ended. */
export function useImportRun(name: DirectoryName, onWriting: (isWriting: boolean) => void): ImportControl {
  const { run } = useImport(name);
  const [phase, setPhase] = useState<ImportPhase>({ name: 'looking' });
  const stopping = useRef<AbortController>(null);
  const stop = () => stopping.current?.abort();
  useEffect(() => () => stopping.current?.abort(), []);

  const start = async (rows: Rows) => {
    const controller = new AbortController();
    stopping.current = controller;
    let last = 0;
    const onProgress = (written: number) => {
      last = written;
      setPhase({ ...rows, name: 'writing', written });
    };
    onWriting(true);
    onProgress(0);
    const inputs = rows.chosen.flatMap(({ input }) => (input ? [input] : []));
    try {
      const written = await run({ name, inputs, onProgress, signal: controller.signal });
      setPhase({ ...rows, name: 'done', written });
    } catch (error) {
      setPhase({ ...rows, name: 'done', written: last, error });
    }
    onWriting(false);
  };
  return { phase, start, stop };
}
