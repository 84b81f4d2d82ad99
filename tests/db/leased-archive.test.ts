import { afterAll, describe, expect, test } from 'vitest';
import { ARCHIVE_TABLES } from '#domain/archive/archive-tables.ts';
import { testId } from '#tests/support/builders.ts';
import { oneEngine, openTestDatabase } from '#tests/support/database.ts';
import { archiveOf, manifestOf } from './archive-of.ts';
import { IMPORT } from './importing.ts';
import { leaseScene } from './lease-scene.ts';
import { ended } from './more-rows.ts';

/** What is the importer's own: who is a member now, where the company came from, and the entry that says so. */
const OWN = new Set(['company_origins', 'company_users', 'company_user_permissions', 'activity_log']);

describe.each([oneEngine()])('a company with numbers away leaves as an archive and comes back, on %s', async (engine) => {
  const db = await openTestDatabase(engine);
  afterAll(() => db.close());
  const scene = leaseScene(db);
  const importer = () => scene.device('stranger');
  const archived = () => db.transaction((query) => archiveOf(query, scene.company()));
  const numbers = async () =>
    (await importer().sql('select number::int, reason from public.number_gaps($1) order by number', [scene.company()])).rows.map(
      ({ number, reason }) => `${String(number)} ${String(reason)}`,
    );

  /** Takes the company away, and brings it in again for somebody else. */
  async function movedHouse() {
    const { tables } = await archived();
    await db.query(...ended(scene.company()));
    await db.query('delete from public.companies where id = $1', [scene.company()]);
    const { sql } = importer();
    await sql('select public.begin_import($1, $2)', [IMPORT, manifestOf(scene.company(), tables)]);
    for (const [name, rows] of Object.entries(tables))
      if (rows.length > 0) await sql('select public.import_rows($1, $2, 1, $3)', [IMPORT, name, JSON.stringify(rows)]);
    await sql('select public.finish_import($1)', [IMPORT]);
    return tables;
  }

  test('what was issued from a lease is as it was handed over; what is still with the device is given to nobody, and ended as lost', async () => {
    const lease = await scene.take(3);
    const invoice = await scene.issuedHere(testId(0x11), lease, 2);
    const { row } = await scene.push(invoice);
    expect(row).toMatchObject({ number: invoice.number, leased: { lease_id: lease.id } });
    const before = await movedHouse();
    const after = (await archived()).tables;
    const kept = ARCHIVE_TABLES.map(({ name }) => name).filter((name) => !OWN.has(name));
    for (const name of kept) expect([name, after[name]]).toEqual([name, before[name]]);
    expect(after['invoices']?.find(({ id }) => id === invoice.id)).toMatchObject({
      number: invoice.number,
      issue_date: invoice.issue_date,
      seller: invoice.seller,
      buyer: invoice.buyer,
      tax_breakdown: invoice.tax_breakdown,
      leased: { lease_id: lease.id },
    });
    expect(await numbers()).toEqual(['1 lease_open', '3 lease_open']);
    const next = await scene.one("select seq::int from private.next_invoice_number($1, $2, 'invoice')", [scene.company(), scene.today()]);
    expect(next).toBe(4);
    expect((await scene.push(await scene.issuedHere(testId(0x12), lease, 1)).catch(({ message }: Error) => message)) as unknown).toBe(
      'not_a_member',
    );
    await importer().sql('select public.end_number_lease($1, $2)', [scene.company(), lease.id]);
    expect(await numbers()).toEqual(expect.arrayContaining(['1 lease_lost', '3 lease_lost']));
  });
});
