import { type ReactNode, useMemo } from 'react';
import { CompanyContext, commandContext } from '#data/core/company-context.ts';
import { type CompanyOpening, useCompanyOpening } from './use-company-opening.ts';

type Props = {
  readonly userId: string;
  readonly companyId: string;
  /** Draws the open company (null), and every state before or instead of it: in one place, so that what stands in all of them stays. */
  readonly children: (opening: Opening | null) => ReactNode;
};
/** A company that is not open. */
export type Opening = Exclude<CompanyOpening, { kind: 'open' }>;

/** Opens the company's database and gives it to the screens below; closes it when it leaves or the company changes. */
export function CompanyProvider({ userId, companyId, children }: Props) {
  const opening = useCompanyOpening({ userId, companyId });
  const { session, company, member } = opening.kind === 'open' ? opening : {};
  const rev = `${company?.rev} ${member?.rev}`;
  const value = useMemo(
    () => (session && company && member ? { db: session.db, session, company, member, ctx: commandContext(company, member) } : null),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- two objects of the same version are the same company
    [session, rev],
  );
  const closed = opening.kind === 'open' ? { kind: 'opening' as const } : opening;
  return <CompanyContext value={value}>{children(value ? null : closed)}</CompanyContext>;
}
