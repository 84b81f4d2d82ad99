import { liveQuery } from 'dexie';
import { useCallback, useEffect, useRef, useState } from 'react';
import { from as observe } from 'rxjs';
import type { LastExport } from '#data/changes/sync-state.ts';
import { useCompany } from '#data/core/company-context.ts';
import { useObservable } from '#data/core/use-observable.ts';
import type { ExportProgress } from '#domain/archive/write-archive.ts';
import { openExportFile } from '#platform/storage/export-file.ts';
import type { ExportFrom } from './export-company.ts';

/** The last export that this device made; null for none, undefined until it is read. */
export function useLastExport() {
  const { db } = useCompany();
  const { value } = useObservable(() => observe(liveQuery(() => db.device.sync_state.get(db.companyId))), [db]);
  return value && (value.last_export ?? null);
}

/** A day's file of a company: `Kontor-Nordlicht-2026-11-23.zip`. */
const fileName = (company: string, day: string): string =>
  `Kontor-${company.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '')}-${day}.zip`;

/** Exports the company; how far it is (null while none is under way), and how to stop it. Leaving the page stops it. */
export function useExport() {
  const { db, ctx, company } = useCompany();
  const [progress, setProgress] = useState<ExportProgress | null>(null);
  const running = useRef<AbortController | null>(null);
  const stop = useCallback(() => running.current?.abort(), []);
  useEffect(() => stop, [stop]);
  const start = useCallback(
    async (from: ExportFrom, description: string): Promise<LastExport | null> => {
      const file = await openExportFile(fileName(company.name, ctx.today()), description);
      if (!file) return null;
      const controller = new AbortController();
      running.current = controller;
      setProgress({ phase: 'tables', done: 0, total: 0 });
      try {
        const { exportCompany } = await import('./export-company.ts');
        const { signal } = controller;
        // A request that hangs keeps nobody waiting: what is left of the export ends behind them, and leaves nothing.
        const stopped = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
        const onProgress = (made: ExportProgress) => signal.aborted || setProgress(made);
        return await Promise.race([exportCompany(db, { from, file, access: ctx.access, signal, onProgress }), stopped]);
      } catch (error) {
        if (!controller.signal.aborted) throw error;
        return null;
      } finally {
        running.current = null;
        setProgress(null);
      }
    },
    [db, ctx, company],
  );
  return { start, stop, progress };
}
