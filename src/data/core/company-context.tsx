import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { accessOf } from '#data/session/access.ts';
import type { Company } from '#domain/companies/company.ts';
import { AppError } from '#domain/errors.ts';
import type { Member } from '#domain/members/member.ts';
import { calendarDay, systemClock } from '#platform/clock/clock.ts';
import { newId } from '#platform/ids/ids.ts';
import type { CommandContext } from './command-context.ts';
import type { CompanyDatabase } from './company-database.ts';
import type { CompanySession } from './company-session.ts';
import { type CompanyOpening, useCompanyOpening } from './use-company-opening.ts';

export type CompanyValue = {
  readonly db: CompanyDatabase;
  readonly session: CompanySession;
  readonly ctx: CommandContext;
  readonly company: Company;
  readonly member: Member;
};

const CompanyContext = createContext<CompanyValue | null>(null);

type Props = {
  readonly userId: string;
  readonly companyId: string;
  /** Draws every state before (and instead of) the open company. */
  readonly renderState: (state: Exclude<CompanyOpening, { kind: 'open' }>) => ReactNode;
  readonly children: ReactNode;
};

/** Opens the company's database and gives it to the screens below; closes it when it leaves or the company changes. */
export function CompanyProvider({ userId, companyId, renderState, children }: Props) {
  const opening = useCompanyOpening({ userId, companyId });
  const { session, company, member } = opening.kind === 'open' ? opening : {};
  const rev = `${company?.rev} ${member?.rev}`;
  const value = useMemo(
    () => (session && company && member ? { db: session.db, session, company, member, ctx: commandContext(company, member) } : null),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- two objects of the same version are the same company
    [session, rev],
  );
  if (opening.kind !== 'open' || !value) return renderState(opening.kind === 'open' ? { kind: 'opening' } : opening);
  return <CompanyContext value={value}>{children}</CompanyContext>;
}

/** The open company. Only inside `CompanyProvider`. */
export function useCompany(): CompanyValue {
  const value = useContext(CompanyContext);
  if (!value) throw new AppError('no_company');
  return value;
}

/** The open company, or null on pages that are also reachable without one. */
export const useOpenCompany = (): CompanyValue | null => useContext(CompanyContext);

export function commandContext(company: Company, member: Member): CommandContext {
  const { timezone } = company.settings.company_details.basics;
  return {
    companyId: company.id,
    userId: member.user_id,
    access: accessOf(member),
    timezone,
    now: () => systemClock.now(),
    today: () => calendarDay(systemClock.now(), timezone),
    newId,
  };
}
