import { insertOf, testId } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';
import { countOf, first, proved, type Statement } from './asking.ts';
import { NOW } from './rules-ledger.ts';
import { acting } from './rules-people.ts';
import { FRESH, OURS, THEIRS, type World } from './world.ts';

export const SHA = 'e'.repeat(64);
/** Proved ten seconds before it is used, not before this file was read: the server believes it for five minutes, and all rules take longer. */
export const claims = {
  get amr() {
    return proved('password', 10).amr;
  },
};
export const ending = (name: string | null = 'Ours', keeps: boolean | null = true, company = OURS): Statement => [
  'select public.delete_company($1, $2, $3)',
  [company, name, keeps],
];
export const exportOf = (company: string): Statement => [
  "select private.note_export($1, private.archive_state($1) ->> 'books', $2, 7, true)",
  [company, SHA],
];
export const TAKE_BACK: Statement = ['select public.take_back_deletion($1)', [OURS]];
export const PURGE: Statement = ['select public.purge_companies()'];
export const due: Statement = ["update private.company_deletions set purge_after = now() - interval '1 second'"];
/** A company that its founder has begun to try out: nothing of it is booked. */
export const trial: Statement[] = [
  insertOf('companies', { id: FRESH, company_id: FRESH, name: 'Trial' }),
  ['insert into public.company_users (company_id, user_id, is_owner) values ($1, $2, true)', [FRESH, personaId('owner')]],
  insertOf('vendors', { id: testId(0xe_d1), company_id: FRESH, name: 'Vendor' }),
  NOW,
];
export const fresh = (collection: string, id = testId(0xe_d2)): Statement =>
  insertOf('ledger_entries', {
    company_id: FRESH,
    seq: 1000,
    kind: 'unbooked',
    collection,
    record_id: id,
    label: '',
    form: 1,
    payload_sha256: 'a'.repeat(64),
    receipts: '',
    prev_sha256: 'b'.repeat(64),
    sha256: 'c'.repeat(64),
    at: '2026-01-31T10:00:00Z',
  });

/** The other company, closed too; somebody of ours owned it as well. */
export const theirsClosed: Statement[] = [
  ['insert into private.company_deletions (company_id, purge_after, export_sha256, books) values ($1, now(), $2, $2)', [THEIRS, SHA]],
  [
    `insert into private.closed_memberships (company_id, user_id, id, is_owner, is_admin, keys, created_at)
     values ($1, $2, gen_random_uuid(), true, true, '{company.export}', now())`,
    [THEIRS, personaId('viewer')],
  ],
];
/** Somebody of ours belongs to the other company, too, with a key there. */
export const inBoth: Statement[] = [
  ['insert into public.company_users (company_id, user_id) values ($1, $2)', [THEIRS, personaId('viewer')]],
  [
    "insert into public.company_user_permissions (company_id, user_id, permission_key) values ($1, $2, 'company.export')",
    [THEIRS, personaId('viewer')],
  ],
];
/** What the history says of our members, and whether that is kept silent at the moment. */
export const saidOfMembers = async (world: World) => [
  await countOf(world, "public.activity_log where entity_type = 'members' and company_id = $1", [OURS]),
  (await first(world, "select coalesce(current_setting('kontor.is_changing_access', true), '') as silent"))['silent'],
];

export const peopleOf = async ({ query }: World) =>
  (
    await query(
      `select cu.id, cu.user_id, cu.is_owner, cu.is_admin, cu.created_at, array(select p.permission_key from public.company_user_permissions p
         where p.company_id = cu.company_id and p.user_id = cu.user_id order by 1) as keys
       from public.company_users cu where cu.company_id = $1 order by cu.id`,
      [OURS],
    )
  ).rows;
export const isThere = async (world: World, company = OURS) => (await countOf(world, 'public.companies where id = $1', [company])) > 0;
/** Closed by its owner, and what was done then. */
export const closed = <T>(world: World, look: () => Promise<T>, before: readonly Statement[] = []): Promise<T> =>
  world.given([...before, exportOf(THEIRS), exportOf(OURS)], () => acting(world, 'owner', [ending()], { look, claims }));
export const after = <T>(world: World, statements: readonly Statement[], look: () => Promise<T>): Promise<T> =>
  closed(world, () => world.given([NOW, ...statements, NOW], look));
