import { type ReactNode, useMemo } from 'react';
import { CompanyContext, commandContext } from '#data/core/company-context.ts';
import { type CompanyOpening, useCompanyOpening } from './use-company-opening.ts';

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
