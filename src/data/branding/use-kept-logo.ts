import { useEffect } from 'react';
import { useCompany } from '#data/core/company-context.ts';

/** Long after what a person waits for. */
const LATER_MS = 4000;

/** Has the logo on this device before somebody makes a document without a network. */
export function useKeptLogo(): void {
  const { db, company } = useCompany();
  const path = company.logo_path;
  useEffect(() => {
    if (path === null) return undefined;
    const timer = setTimeout(() => {
      void import('./logo.ts').then(({ logoBytes }) => logoBytes(db, path)).catch(() => undefined);
    }, LATER_MS);
    return () => clearTimeout(timer);
  }, [db, path]);
}
