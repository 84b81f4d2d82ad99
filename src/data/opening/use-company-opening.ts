import { startTransition, useEffect, useState } from 'react';
import { combineLatest, distinctUntilChanged, map, type Observable } from 'rxjs';
import { registry } from '#domain/registry.ts';
import { syncSummary$ } from '#data/sync/status.ts';
import { type Company, completeCompany } from '#domain/companies/company.ts';
import type { AppError } from '#domain/errors.ts';
import type { Member } from '#domain/members/member.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import type { CompanySession } from '#data/core/company-session.ts';
import { openCompanySession, stopCompanySession } from './company-sessions.ts';
import { toRecord } from '#data/core/stored-form.ts';
import { toStorageError } from '#data/device/storage-health.ts';

/**
 * `opening` the database · `first_load` this device has nothing of the company yet, `received` records so far ·
 * `waiting_for_network` the same without a connection · `storage_error` with a way to try again · `not_a_member` any more; the database
 * is given so that unsynced work can be looked at and exported.
 */
export type CompanyOpening =
  | { readonly kind: 'opening' }
  | { readonly kind: 'first_load'; readonly received: number }
  | { readonly kind: 'waiting_for_network' }
  | { readonly kind: 'storage_error'; readonly error: AppError; readonly retry: () => void }
  | { readonly kind: 'not_a_member'; readonly db: CompanyDatabase }
  | { readonly kind: 'open'; readonly session: CompanySession; readonly company: Company; readonly member: Member };

type Target = { readonly userId: string; readonly companyId: string };
type Keyed = { readonly key: string; readonly opening: CompanyOpening };

/** Binds the life of a company's session to a component. */
export function useCompanyOpening({ userId, companyId }: Target): CompanyOpening {
  const [attempt, setAttempt] = useState(0);
  const key = `${userId}/${companyId}/${attempt}`;
  const [state, setState] = useState<Keyed>({ key, opening: { kind: 'opening' } });
  useEffect(() => {
    let isCurrent = true;
    // In slices: the whole screen is drawn from here.
    const set = (opening: CompanyOpening) => {
      if (isCurrent) startTransition(() => setState({ key, opening }));
    };
    const fail = (error: unknown) => set({ kind: 'storage_error', error: toStorageError(error), retry: () => setAttempt((n) => n + 1) });
    const session = openCompanySession({ userId, companyId });
    const watching = session.then((opened) => (isCurrent ? watchOpening(opened).subscribe({ next: set, error: fail }) : undefined));
    watching.catch(fail);
    return () => {
      isCurrent = false;
      void watching.then((subscription) => subscription?.unsubscribe()).catch(() => undefined);
      void stopCompanySession(session);
    };
  }, [userId, companyId, key]);
  // The company before must not be shown for one frame under the name of the next.
  return state.key === key ? state.opening : { kind: 'opening' };
}

/**
 * The company and the person's own membership, as soon as this device has both. Told anew only when there is something new to tell: with each
 * write the sync says several things, and the whole screen is drawn from here.
 */
export function watchOpening(session: CompanySession): Observable<CompanyOpening> {
  const { db } = session;
  const lost: CompanyOpening = { kind: 'not_a_member', db };
  const company$ = db.collections.companies.findOne(db.companyId).$;
  const member$ = db.collections.members.findOne({ selector: { user_id: db.userId } }).$;
  const open$ = combineLatest([company$, member$]).pipe(
    map(([company, member]): CompanyOpening | null =>
      company && member
        ? {
            kind: 'open',
            session,
            company: completeCompany(toRecord(registry.companies, company.toMutableJSON())),
            member: toRecord(registry.members, member.toMutableJSON()),
          }
        : null,
    ),
  );
  return combineLatest([open$, syncSummary$(db)]).pipe(
    map(([open, { reason, state, progress }]): CompanyOpening => {
      if (reason === 'company_lost') return lost;
      if (open) return open;
      return state === 'offline' ? { kind: 'waiting_for_network' } : { kind: 'first_load', received: progress?.received ?? 0 };
    }),
    distinctUntilChanged(),
  );
}
