import { useEffect, useState } from 'react';
import { combineLatest, map, type Observable } from 'rxjs';
import type { Company } from '#domain/companies/company.ts';
import type { AppError } from '#domain/errors.ts';
import type { Member } from '#domain/members/member.ts';
import type { CompanyDatabase } from './company-database.ts';
import { openCompanySession, stopCompanySession } from './company-session.ts';
import { toStorageError } from './storage-health.ts';

/**
 * `opening` the database · `first_load` this device has nothing of the company yet, `received` records so far ·
 * `waiting_for_network` the same without a connection · `storage_error` with a way to try again · `not_a_member` any more.
 */
export type CompanyOpening =
  | { readonly kind: 'opening' }
  | { readonly kind: 'first_load'; readonly received: number }
  | { readonly kind: 'waiting_for_network' }
  | { readonly kind: 'storage_error'; readonly error: AppError; readonly retry: () => void }
  | { readonly kind: 'not_a_member' }
  | { readonly kind: 'open'; readonly db: CompanyDatabase; readonly company: Company; readonly member: Member };

type Target = { readonly userId: string; readonly companyId: string };

/** Binds the life of a company's session to a component. */
export function useCompanyOpening({ userId, companyId }: Target): CompanyOpening {
  const [state, setState] = useState<CompanyOpening>({ kind: 'opening' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    const set = (next: CompanyOpening) => {
      if (isCurrent) setState(next);
    };
    const fail = (error: unknown) => set({ kind: 'storage_error', error: toStorageError(error), retry: () => setAttempt((n) => n + 1) });
    set({ kind: 'opening' });
    const session = openCompanySession({ userId, companyId });
    const watching = session.then(({ db }) => (isCurrent ? watchOpening(db).subscribe({ next: set, error: fail }) : undefined));
    watching.catch(fail);
    return () => {
      isCurrent = false;
      void watching.then((subscription) => subscription?.unsubscribe()).catch(() => undefined);
      void stopCompanySession(session);
    };
  }, [userId, companyId, attempt]);
  return state;
}

/** The company and the person's own membership, as soon as this device has both. */
function watchOpening(db: CompanyDatabase): Observable<CompanyOpening> {
  const company$ = db.collections.companies.findOne(db.companyId).$;
  const member$ = db.collections.members.findOne({ selector: { user_id: db.userId } }).$;
  return combineLatest([company$, member$]).pipe(
    map(([company, member]): CompanyOpening => {
      if (company && member)
        return { kind: 'open', db, company: company.toMutableJSON() as Company, member: member.toMutableJSON() as Member };
      return { kind: 'first_load', received: 0 };
    }),
  );
}
