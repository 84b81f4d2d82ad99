import { useSyncExternalStore } from 'react';
import type { CompanyChoice } from './company-choice.ts';
import { companyChoice, session } from './session.ts';
import type { Session } from './session-service.ts';

export function useSession(): Session {
  return useSyncExternalStore(session.subscribe, session.getSnapshot);
}

/** The signed-in user's companies and the current one. */
export function useCurrentCompany(): CompanyChoice & { select(companyId: string): void; leave(): void; refresh(): Promise<void> } {
  const choice = useSyncExternalStore(companyChoice.subscribe, companyChoice.getSnapshot);
  return { ...choice, select: companyChoice.select, leave: companyChoice.leave, refresh: companyChoice.refresh };
}
