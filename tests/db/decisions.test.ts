import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { buildersFor, type Builders } from '#tests/support/builders.ts';
import { engines, openTestDatabase } from '#tests/support/database.ts';
import { withoutCompanies } from '#tests/support/empty-database.ts';
import { insertAccounts, insertMembers, type Persona, personaId } from '#tests/support/personas.ts';
import { deviceOf, removal, type Result, upsert } from './device.ts';

type Stored = { readonly id: string; readonly rev: string };

describe.each(engines())('a decision is bound to the version it was made on, on %s', async (engine) => {
  const db = await openTestDatabase(engine);
  afterAll(() => db.close());
  let company = '';
  let build: Builders;
  const device = (persona: Persona = 'owner') => deviceOf(db, persona, company);
  const stored = async (table: string, id: string) => (await db.query(`select * from public.${table} where id = $1`, [id])).rows[0] ?? {};
  const made = async (table: string, id: string): Promise<Stored> => ({ id, rev: String((await stored(table, id))['rev']) });
  const expense = async () => {
    const { id } = await build.expenses({ company_id: company, created_by: personaId('employee'), amount: 10, is_reimbursable: true });
    return made('expenses', id);
  };
  const draft = async () => {
    const customer = await build.customers({ company_id: company });
    const { id } = await build.invoices({ company_id: company, customer_id: customer.id, service_from: '2026-01-30' });
    await build.invoice_items({ company_id: company, invoice_id: id, quantity: 1, unit_price: 10, tax_rate: 0 });
    return made('invoices', id);
  };
  const verdicts = (results: readonly Result[]) => results.map(({ status }) => status);

  beforeEach(async () => {
    await withoutCompanies(db);
    await insertAccounts(db.query);
    build = buildersFor(db.query);
    company = (await build.company()).id;
    await insertMembers(db.query, company);
  });

  test.each(['approved', 'rejected', 'reimbursed'])('an expense that was raised meanwhile does not become %s', async (status) => {
    const { id, rev } = await expense();
    await device('employee').push(upsert('expenses', id, 'raise', rev, { amount: 1000 }));
    const decision = upsert('expenses', id, 'decide', rev, { status, rejection_reason: status === 'rejected' ? 'No' : '' });
    expect(await device('accountant').push(decision)).toMatchObject([{ status: 'conflict', row: { amount: 1000, status: 'pending' } }]);
    expect(await stored('expenses', id)).toMatchObject({ status: 'pending' });
    // Seen now, it is decided.
    expect(verdicts(await device('accountant').push({ ...decision, base_rev: 'raise', mutation_id: 'decide-2' }))).toEqual(['applied']);
  });

  test('an invoice whose lines changed meanwhile is not issued; an issued one is not cancelled, nor a payment changed or deleted, unseen', async () => {
    const { id, rev } = await draft();
    await db.query('update public.invoice_items set unit_price = 1000 where invoice_id = $1', [id]);
    expect(verdicts(await device().push(upsert('invoices', id, 'issue', rev, { status: 'ready_to_issue' })))).toEqual(['conflict']);
    const issued = await made('invoices', (await build.issued({ company_id: company })).id);
    await device().sql("update public.invoices set internal_notes = 'Do not cancel' where id = $1", [issued.id]);
    expect(verdicts(await device().push(upsert('invoices', issued.id, 'cancel', issued.rev, { status: 'cancelled' })))).toEqual([
      'conflict',
    ]);
    const payment = await made('payments', (await build.payments({ company_id: company, invoice_id: issued.id, amount: 10 })).id);
    await device().sql('update public.payments set amount = 20 where id = $1', [payment.id]);
    expect(
      verdicts(
        await device().push(
          upsert('payments', payment.id, 'change', payment.rev, { reference: 'Mine' }),
          removal('payments', payment.id, 'delete', payment.rev),
        ),
      ),
    ).toEqual(['conflict', 'conflict']);
    expect(await stored('payments', payment.id)).toMatchObject({ reference: '' });
  });

  test('over the API a decision that names its version finds nothing where that has changed', async () => {
    const { id, rev } = await expense();
    const decide = async (seen: string) =>
      (await device('accountant').sql("update public.expenses set status = 'approved' where id = $1 and rev = $2", [id, seen])).count;
    await device('employee').sql('update public.expenses set amount = 1000 where id = $1', [id]);
    expect(await decide(rev)).toBe(0);
    expect(await stored('expenses', id)).toMatchObject({ status: 'pending' });
    expect(await decide((await made('expenses', id)).rev)).toBe(1);
  });

  // PGlite has one connection: nothing can race there.
  test.runIf(engine === 'postgres')('of a decision and an edit at the same moment one comes first, and the other is told', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { id, rev } = await expense();
      const edit = round % 2 === 0;
      const [decided, edited] = await Promise.all([
        device('accountant').push(upsert('expenses', id, `decide-${round}`, rev, { status: 'approved' })),
        // By a push, which waits its turn, and by a bare statement, which does not.
        edit
          ? device('employee').push(upsert('expenses', id, `edit-${round}`, rev, { amount: 1000 }))
          : device('employee')
              .sql('update public.expenses set amount = 1000 where id = $1 and rev = $2', [id, rev])
              .then(({ count }) => [{ status: count === 1 ? 'applied' : 'conflict' } as Result]),
      ]);
      expect(verdicts([...decided, ...edited]).toSorted()).toEqual(['applied', 'conflict']);
      const row = await stored('expenses', id);
      expect([row['status'], Number(row['amount'])]).toEqual(decided[0]?.status === 'applied' ? ['reimbursed', 10] : ['pending', 1000]);
    }
  });
});
