import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#local/db/port.ts';
import { newId } from '#platform/ids/ids.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { callerOf, insertAccounts, insertMembers, type Persona, personaId } from '#tests/support/personas.ts';

let db: Database;
let company: string;
/** What the device of the viewer has been told of the company. */
let told: { epoch: string; mark: string };
beforeAll(async () => {
  db = await openTestDatabase('pglite');
  await db.transaction(insertAccounts);
});
afterAll(() => db.close());

beforeEach(async () => {
  company = newId();
  await db.query("insert into public.companies (id, name) values ($1, 'Küste GmbH')", [company]);
  await db.transaction((query) => insertMembers(query, company));
  const { rows } = await db.transaction((query) => query('select public.sync_pull($1) as answer', [company]), callerOf('viewer'));
  told = rows[0]?.['answer'] as typeof told;
});

const remove = (userId = personaId('viewer')) =>
  db.query('delete from public.company_users where company_id = $1 and user_id = $2', [company, userId]);

async function wasRemoved(changes: Partial<typeof told & { company: string; as: Persona }> = {}): Promise<unknown> {
  const { company: asked, epoch, mark, as } = { company, as: 'viewer' as const, ...told, ...changes };
  const { rows } = await db.transaction(
    (query) => query('select public.was_removed($1, $2, $3) as answer', [asked, epoch, mark]),
    callerOf(as),
  );
  return rows[0]?.['answer'];
}

test('[SYNC-86] who was removed is told so, and nobody who belongs to the company', async () => {
  expect(await wasRemoved()).toBe(false);
  await remove();
  expect(await wasRemoved()).toBe(true);
  expect(await wasRemoved({ as: 'owner' })).toBe(false);
});

test('[SYNC-86] what is written afterwards changes nothing, and being taken back ends it', async () => {
  await remove();
  await db.query("update public.companies set name = 'Küste AG' where id = $1", [company]);
  expect(await wasRemoved()).toBe(true);
  await db.query('insert into public.company_users (company_id, user_id, is_owner, is_admin) values ($1, $2, false, false)', [
    company,
    personaId('viewer'),
  ]);
  expect(await wasRemoved()).toBe(false);
});

test('[SYNC-86] a server that was restored or set back, or does not know the company, says nothing of it', async () => {
  await remove();
  expect(await wasRemoved({ company: newId() })).toBe(false);
  expect(await wasRemoved({ mark: told.mark.replace(/:.*/, `:${newId()}`) })).toBe(false);
  expect(await wasRemoved({ mark: '' })).toBe(false);
  expect(await wasRemoved({ epoch: newId() })).toBe(false);
  await db.query('select public.rotate_epoch($1)', [company]);
  expect(await wasRemoved()).toBe(false);
});

test('[SYNC-86] of a company that is closed, and may come back with everybody, it is not said', async () => {
  await remove();
  await db.query(
    `insert into private.company_deletions (company_id, purge_after, export_sha256, books) values ($1, now() + interval '30 days', repeat('a', 64), repeat('a', 64))`,
    [company],
  );
  expect(await wasRemoved()).toBe(false);
});

test('[SYNC-86] who owes a second factor, or is not signed in, is refused', async () => {
  await remove();
  const factor = newId();
  await db.query("insert into auth.mfa_factors (id, user_id, factor_type, status) values ($1, $2, 'totp', 'verified')", [
    factor,
    personaId('viewer'),
  ]);
  await expect(wasRemoved()).rejects.toThrow('second_factor_required');
  await db.query('delete from auth.mfa_factors where id = $1', [factor]);
  await expect(wasRemoved({ as: 'anonymous' })).rejects.toThrow('permission denied');
});
