import { useSyncExternalStore } from 'react';
import type { CompanyChoice } from './company-choice.ts';
import { companyChoice, session } from './session.ts';
import type { Session } from './session-service.ts';

export function useSession(): Session {
  return useSyncExternalStore(session.subscribe, session.getSnapshot);
}

/** The signed-in user's companies and the current one. */
export function useCurrentCompany(): CompanyChoice & Pick<typeof companyChoice, 'select' | 'leave' | 'refresh' | 'discard'> {
  const choice = useSyncExternalStore(companyChoice.subscribe, companyChoice.getSnapshot);
  const { select, leave, refresh, discard } = companyChoice;
  return { ...choice, select, leave, refresh, discard };
}
