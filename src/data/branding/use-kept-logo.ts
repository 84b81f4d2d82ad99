import { useEffect } from 'react';
import { useCompany } from '#data/core/company-context.ts';

/** Long after what a person waits for. */
const LATER_MS = 4000;

/** Has the logos of documents on this device before somebody makes one without a network: today's, and that of what was issued long ago. */
export function useKeptLogo(): void {
  const { db, company } = useCompany();
  const [today, former] = [company.logo_path, company.former_letterhead?.logo_path ?? null];
  useEffect(() => {
    const paths = [...new Set([today, former])].filter((path) => path !== null);
    if (paths.length === 0) return undefined;
    const timer = setTimeout(() => {
      void import('./logo.ts').then(({ logoBytes }) => Promise.allSettled(paths.map((path) => logoBytes(db, path)))).catch(() => undefined);
    }, LATER_MS);
    return () => clearTimeout(timer);
  }, [db, today, former]);
}
