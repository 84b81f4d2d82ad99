import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { buildersFor, testId } from '#tests/support/builders.ts';
import { engines, openTestDatabase } from '#tests/support/database.ts';
import { withoutCompanies } from '#tests/support/empty-database.ts';
import { insertAccounts, insertMembers, type Persona } from '#tests/support/personas.ts';
import { deviceOf, removal, type Result, upsert } from './device.ts';

const [I, I2, P, P2] = [testId(0x11), testId(0x12), testId(0x21), testId(0x22)];
const line = (n: number, more: object = {}) => ({
  id: testId(0x1000 + n),
  position: n,
  product_id: null,
  description: `Line ${n}`,
  unit: 'h',
  quantity: 3,
  unit_price: 33.33,
  discount_percent: 0,
  tax_rate: 19,
  ...more,
});
const short = ({ status, message, details, row }: Result) => [status, message, details, row?.['rev'] ?? null];

describe.each(engines())('invoices on %s', async (engine) => {
  const db = await openTestDatabase(engine);
  afterAll(() => db.close());
  let company = '';
  let customer = '';
  const device = (persona: Persona = 'accountant') => deviceOf(db, persona, company);
  const push = async (...changes: Parameters<ReturnType<typeof device>['push']>) => device().push(...changes);
  const draft = () => ({ customer_id: customer, currency: 'EUR', service_from: '2026-01-30', items: [line(1), line(2, { tax_rate: 7 })] });
  const documentOf = async (id: string) => {
    const { rows } = await db.query('select to_jsonb(d) as d from private.invoice_documents d where id = $1', [id]);
    return rows[0]?.['d'] as Record<string, unknown> | undefined;
  };
  /** Pushes a draft and issues it; the stored invoice. */
  const issued = async (id = I) => {
    const items = id === I ? draft().items : [line(11), line(12, { tax_rate: 7 })];
    await push(upsert('invoices', id, `${id}-1`, null, { ...draft(), items }));
    const [result] = await push(upsert('invoices', id, `${id}-2`, `${id}-1`, { status: 'ready_to_issue' }));
    return result?.row ?? {};
  };

  beforeEach(async () => {
    await withoutCompanies(db);
    await insertAccounts(db.query);
    company = (await buildersFor(db.query).company()).id;
    await insertMembers(db.query, company);
    customer = (await buildersFor(db.query, 0x40).customers({ company_id: company })).id;
  });

  test('an invoice written and issued offline arrives as one change: number, dates, parties and totals are the server’s', async () => {
    const [result] = await push(
      upsert('invoices', I, 'd-1', null, {
        ...draft(),
        status: 'ready_to_issue',
        gross_total: 1,
        number: 'MINE-1',
        issue_date: '2001-01-01',
        paid_total: 5,
        seller: { name: 'Me' },
      }),
    );
    expect(result).toMatchObject({
      status: 'applied',
      row: {
        rev: 'd-1',
        status: 'issued',
        number: expect.stringMatching(/^INV-20\d\d-0001$/),
        net_total: 199.98,
        tax_total: 26,
        gross_total: 225.98,
        tax_breakdown: [
          { tax_rate: 19, net: 99.99, tax: 19 },
          { tax_rate: 7, net: 99.99, tax: 7 },
        ],
        paid_total: 0,
        payment_status: 'unpaid',
        seller: {
          name: 'Nordlicht Webdesign GmbH',
          street: 'Große Elbstraße',
          vat_id: 'DE123456789',
          payment_instructions: 'Bitte überweisen Sie den Betrag innerhalb von 14 Tagen.',
        },
        buyer: { name: 'Hafenkontor Müller', city: 'Kiel' },
        items: [{ description: 'Line 1' }, { description: 'Line 2' }],
      },
    });
    const { rows } = await db.query(
      'select issue_date = private.company_today(company_id) as today, due_date - issue_date as days from public.invoices where id = $1',
      [I],
    );
    expect(rows[0]).toEqual({ today: true, days: 14 });
  });

  test('what misses before an invoice can be issued is named, and nothing of the change stays', async () => {
    await push(upsert('invoices', I, 'd-1', null, draft()));
    const [refused] = await push(
      upsert('invoices', I, 'd-2', 'd-1', {
        ...draft(),
        customer_id: null,
        service_from: null,
        items: [line(1, { description: ' ', quantity: 0 })],
        status: 'ready_to_issue',
      }),
    );
    expect(short(refused as Result)).toEqual([
      'rejected',
      'cannot_issue',
      'customer_id,service_from,items.description,items.quantity',
      'd-1',
    ]);
    expect(await documentOf(I)).toMatchObject({
      rev: 'd-1',
      number: null,
      status: 'draft',
      items: [{ quantity: 3 }, { description: 'Line 2' }],
    });
  });

  test('lines are written with their invoice: added, changed, moved and removed as one version', async () => {
    await push(upsert('invoices', I, 'd-1', null, draft()));
    const items = [line(3, { position: 1, quantity: 1 }), line(1, { position: 2, unit_price: 10 })];
    const [result] = await push(upsert('invoices', I, 'd-2', 'd-1', { items }));
    expect(result).toMatchObject({
      status: 'applied',
      row: { rev: 'd-2', net_total: 63.33, items: [{ id: line(3).id }, { id: line(1).id, unit_price: 10 }] },
    });
    const { rows } = await db.query("select count(*)::int as n from private.change_log where collection = 'invoices'");
    expect(rows[0]?.['n']).toBe(1);
  });

  test('a repeated push issues once', async () => {
    await push(upsert('invoices', I, 'd-1', null, draft()));
    const wish = upsert('invoices', I, 'd-2', 'd-1', { ...draft(), status: 'ready_to_issue' });
    const numbers = [...(await push(wish)), ...(await push(wish))].map(({ status, row }) => [status, row?.['number']]);
    expect(numbers[0]).toEqual(numbers[1]);
    expect((await db.query('select last::int from private.number_counters')).rows).toEqual([{ last: 1 }]);
  });

  test('a change from an older version is a conflict and leaves lines and record alone', async () => {
    await push(upsert('invoices', I, 'd-1', null, draft()));
    await device('owner').push(upsert('invoices', I, 'o-1', 'd-1', { items: [line(1, { quantity: 7 })] }));
    const [result] = await push(upsert('invoices', I, 'd-2', 'd-1', { items: [line(2)], status: 'ready_to_issue' }));
    expect(result).toMatchObject({ status: 'conflict', row: { rev: 'o-1', status: 'draft', items: [{ quantity: 7 }] } });
    expect(await documentOf(I)).toMatchObject({ rev: 'o-1', items: [{ quantity: 7 }] });
  });

  test('who may not change the invoice does not change its lines', async () => {
    await push(upsert('invoices', I, 'd-1', null, draft()));
    const [result] = await device('viewer').push(upsert('invoices', I, 'v-1', 'd-1', { items: [] }));
    expect(short(result as Result).slice(0, 2)).toEqual(['rejected', 'not_allowed']);
    expect(await documentOf(I)).toMatchObject({ rev: 'd-1', items: [{}, {}] });
  });

  test('an issued invoice changes in its delivery and internal notes only', async () => {
    const { number, rev } = await issued();
    const base = String(rev);
    const results = await push(
      upsert('invoices', I, 'd-3', base, { reference: 'Changed' }),
      upsert('invoices', I, 'd-4', base, { items: [line(1)] }),
      upsert('invoices', I, 'd-5', base, { status: 'draft' }),
      upsert('invoices', I, 'd-6', base, { ...draft(), delivery: 'sent', internal_notes: 'Called' }),
      removal('invoices', I, 'd-7', 'd-6'),
    );
    expect(results.map(short)).toEqual([
      ['rejected', 'invoice_frozen', 'reference', base],
      ['rejected', 'invoice_frozen', 'items', base],
      ['rejected', 'invalid_transition', 'issued>draft', base],
      ['applied', null, null, 'd-6'],
      ['rejected', 'not_allowed', null, 'd-6'],
    ]);
    expect((await device('owner').push(removal('invoices', I, 'o-1', 'd-6'))).map(short)).toEqual([
      ['rejected', 'invoice_frozen', 'status', 'd-6'],
    ]);
    expect(await documentOf(I)).toMatchObject({ number, delivery: 'sent', sent_at: expect.any(String), internal_notes: 'Called' });
  });

  test('a later change of company and customer leaves the issued document alone', async () => {
    await issued();
    await db.query("update public.customers set name = 'Renamed', city = 'Bremen'");
    await db.query(`update public.companies set name = 'Renamed', settings = '{"tax": {"vat_id": "DE2"}}'`);
    expect(await documentOf(I)).toMatchObject({ seller: { name: 'Nordlicht Webdesign GmbH' }, buyer: { name: 'Hafenkontor Müller' } });
  });

  test('cancelling adds the linked document with the opposite amounts and its own number, which devices receive', async () => {
    const { rev } = await issued();
    const [result] = await push(upsert('invoices', I, 'd-3', String(rev), { status: 'cancelled' }));
    const cancellation = String(result?.row?.['cancelled_by_id']);
    expect(result).toMatchObject({ status: 'applied', row: { status: 'cancelled', rev: 'd-3', gross_total: 225.98 } });
    expect(await documentOf(cancellation)).toMatchObject({
      document_type: 'cancellation',
      cancels_id: I,
      status: 'issued',
      number: expect.stringMatching(/0002$/),
      net_total: -199.98,
      tax_total: -26,
      gross_total: -225.98,
      buyer: { name: 'Hafenkontor Müller' },
      items: [{ quantity: -3 }, { quantity: -3 }],
    });
    const { collections } = await device().pull({ cursors: { invoices: 0 } });
    expect(collections['invoices']?.rows.map(({ id }) => id).toSorted()).toEqual([I, cancellation].toSorted());
    const [again, ofCancellation] = await push(
      upsert('invoices', I, 'd-4', 'd-3', { status: 'issued' }),
      upsert('invoices', cancellation, 'd-5', String((await documentOf(cancellation))?.['rev']), { status: 'cancelled' }),
    );
    expect([again?.message, ofCancellation?.message]).toEqual(['invalid_transition', 'invalid_transition']);
  });

  test('payments of two devices add up, whoever comes first', async () => {
    await issued();
    const pay = (id: string, amount: number) => ({ invoice_id: I, amount, currency: 'EUR', payment_date: '2026-02-01', id });
    const balance = async () => {
      const { paid_total, payment_status, rev } = (await documentOf(I)) ?? {};
      return [paid_total, payment_status, String(rev).startsWith('srv-')];
    };
    await push(upsert('payments', P, 'd-3', null, pay(P, 100)));
    expect(await balance()).toEqual([100, 'partially_paid', true]);
    await device('owner').push(upsert('payments', P2, 'o-1', null, pay(P2, 125.98)));
    expect(await balance()).toEqual([225.98, 'paid', true]);
    const seen = (await device().pull({ cursors: { invoices: 0, payments: 0 } })).collections;
    expect(seen['invoices']?.rows).toMatchObject([{ paid_total: 225.98, payment_status: 'paid' }]);
    await push(upsert('payments', P, 'd-4', 'd-3', { amount: 110 }));
    expect(await balance()).toEqual([235.98, 'overpaid', true]);
    await push(removal('payments', P, 'd-5', 'd-4'));
    expect(await balance()).toEqual([125.98, 'partially_paid', true]);
  });

  test('an invoice, its issue and its payment may arrive in one push', async () => {
    const results = await push(
      upsert('payments', P, 'd-2', null, { invoice_id: I, amount: 225.98, currency: 'EUR', payment_date: '2026-02-01' }),
      upsert('invoices', I, 'd-1', null, { ...draft(), status: 'ready_to_issue' }),
    );
    expect(results.map(({ status }) => status)).toEqual(['applied', 'applied']);
    expect(await documentOf(I)).toMatchObject({ payment_status: 'paid' });
  });

  test('a payment on a draft is refused', async () => {
    await push(upsert('invoices', I, 'd-1', null, draft()));
    const [result] = await push(
      upsert('payments', P, 'd-2', null, { invoice_id: I, amount: 1, currency: 'EUR', payment_date: '2026-02-01' }),
    );
    expect(short(result as Result)).toEqual(['rejected', 'not_issued', 'invoice_id', null]);
  });

  test('the calls of spec §7 work on their own: record, lines, issue', async () => {
    const { sql } = device();
    await sql("insert into public.invoices (id, company_id, customer_id, service_from) values ($1, $2, $3, '2026-01-30')", [
      I,
      company,
      customer,
    ]);
    await sql(
      "insert into public.invoice_items (invoice_id, quantity, unit_price, tax_rate, description) values ($1, 3, 33.33, 19, 'Third')",
      [I],
    );
    await sql("update public.invoice_items set description = 'Thirds' where invoice_id = $1", [I]);
    await sql("update public.invoices set status = 'ready_to_issue' where id = $1", [I]);
    expect(await documentOf(I)).toMatchObject({ status: 'issued', gross_total: 118.99, items: [{ description: 'Thirds' }] });
    await expect(sql('update public.invoice_items set quantity = 1 where invoice_id = $1', [I])).rejects.toThrow('invoice_frozen');
  });

  test('a draft is deleted with its lines; a customer with invoices is not', async () => {
    await push(upsert('invoices', I, 'd-1', null, draft()));
    const [customerGone] = await device('owner').push(removal('customers', customer, 'o-1', await revOf(customer)));
    expect(customerGone?.message).toBe('still_in_use');
    const [gone] = await device('owner').push(removal('invoices', I, 'o-2', 'd-1'));
    expect(gone?.status).toBe('applied');
    expect((await db.query('select count(*)::int as n from public.invoice_items')).rows).toEqual([{ n: 0 }]);
  });

  const revOf = async (id: string) => String((await db.query('select rev from public.customers where id = $1', [id])).rows[0]?.['rev']);

  test('the history tells what happened to an invoice in words', async () => {
    const { rev } = await issued();
    await push(upsert('invoices', I, 'd-3', String(rev), { delivery: 'sent' }));
    await push(upsert('payments', P, 'd-4', null, { invoice_id: I, amount: 225.98, currency: 'EUR', payment_date: '2026-02-01' }));
    await push(upsert('invoices', I, 'd-5', String((await documentOf(I))?.['rev']), { status: 'cancelled' }));
    const { rows } = await db.query(
      'select type, entity_label from public.activity_log where entity_id = any ($1) order by created_at, id',
      [[I, P]],
    );
    const number = String((await documentOf(I))?.['number']);
    const told = rows.map(({ type, entity_label }) => `${String(type)} ${String(entity_label)}`.trim());
    expect(new Set(told)).toEqual(
      new Set(['created', `issued ${number}`, `sent ${number}`, `created ${number}`, `paid ${number}`, `cancelled ${number}`]),
    );
    expect(told).toHaveLength(6);
  });

  test('numbers follow the format of the settings; a place whose number is taken is a gap with a reason', async () => {
    const format = (generated_number_format: string) =>
      db.query("update public.companies set settings = jsonb_set(settings, '{invoice_defaults}', (settings -> 'invoice_defaults') || $1)", [
        JSON.stringify({ generated_number_format, number_prefix: 'RE' }),
      ]);
    await format('{prefix}{number}');
    expect((await issued(I))['number']).toBe('RE0001');
    await db.query('update private.number_counters set last = 0 where year = 0');
    const { rows: before } = await device().sql('select year, number::int, reason from public.invoice_number_gaps($1)', [company]);
    expect(before).toEqual([]);
    expect((await issued(I2))['number']).toBe('RE0002');
    await db.query('update public.invoices set number_seq = 99 where id = $1', [I]);
    const { rows } = await device().sql('select year, number::int, reason from public.invoice_number_gaps($1)', [company]);
    expect(rows).toEqual([{ year: 0, number: 1, reason: 'number_taken' }]);
    await device().sql("select public.explain_invoice_number($1, 0, 1, 'Given on paper')", [company]);
    const { rows: explained } = await device().sql('select reason from public.invoice_number_gaps($1)', [company]);
    expect(explained).toEqual([{ reason: 'Given on paper' }]);
    await expect(device().sql("select public.explain_invoice_number($1, 0, 2, 'x')", [company])).rejects.toThrow('not_a_gap');
    await expect(device('viewer').sql("select public.explain_invoice_number($1, 0, 1, 'x')", [company])).rejects.toThrow('not_allowed');
    await expect(device('employee').sql('select public.invoice_number_gaps($1)', [company])).rejects.toThrow('not_allowed');
    await expect(device('stranger').sql('select public.invoice_number_gaps($1)', [company])).rejects.toThrow('not_a_member');
  });
});

test.each(engines())(
  'a line that names no document is refused in one way, whether or not the session has written one on %s',
  async (engine) => {
    const db = await openTestDatabase(engine);
    try {
      await insertAccounts(db.query);
      const company = String((await buildersFor(db.query, 0x10).company()).id);
      await insertMembers(db.query, company);
      const owner = deviceOf(db, 'owner', company);
      for (const isLater of [false, true]) {
        if (isLater) await owner.push(upsert('invoices', I, 'd-1', null, { currency: 'EUR', items: [line(1)] }));
        for (const table of ['invoice_items', 'recurring_invoice_items']) {
          const stray = owner.sql(
            `insert into public.${table} (company_id, quantity, unit_price, tax_rate, description) values ($1, 1, 1, 19, 'Stray')`,
            [company],
          );
          await expect(stray, `${table} ${isLater}`).rejects.toMatchObject({ code: '23503', message: 'missing_parent' });
        }
      }
    } finally {
      await db.close();
    }
  },
);
