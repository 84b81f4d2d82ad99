import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useCurrentCompany } from '#data/session/use-session.ts';

/** State of a way that changes the current company: the one to open, or null to leave it. */
export type CompanyArrival = { readonly company: string | null };

const isArrival = (state: unknown): state is CompanyArrival =>
  typeof state === 'object' && state !== null && 'company' in state && (state.company === null || typeof state.company === 'string');

/** The company changes on arrival, not on the click: a page with unsaved work asks on the way, and whoever stays there stays in its company. */
export function useCompanyArrival(): void {
  const { key, state } = useLocation() as { key: string; state: unknown };
  const { companies, select, leave } = useCurrentCompany();
  useEffect(() => {
    if (!isArrival(state)) return;
    if (state.company === null) leave();
    else if (companies.some(({ id }) => id === state.company)) select(state.company);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once per arrival
  }, [key]);
}
