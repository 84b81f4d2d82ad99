import { createContext, useContext } from 'react';
import { accessOf } from '#domain/access/access-of.ts';
import type { Company } from '#domain/companies/company.ts';
import { AppError } from '#domain/errors.ts';
import type { Member } from '#domain/members/member.ts';
import { calendarDay, systemClock } from '#platform/clock/clock.ts';
import { newId } from '#platform/ids/ids.ts';
import type { CommandContext } from './command-context.ts';
import type { CompanyDatabase } from './company-database.ts';
import type { CompanySession } from './company-session.ts';

export type CompanyValue = {
  readonly db: CompanyDatabase;
  readonly session: CompanySession;
  readonly ctx: CommandContext;
  readonly company: Company;
  readonly member: Member;
};

/** Filled by `CompanyProvider` (data/opening). */
export const CompanyContext = createContext<CompanyValue | null>(null);

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
