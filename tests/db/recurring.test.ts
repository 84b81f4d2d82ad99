import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Query, Row } from '#local/db/port.ts';
import { ABLE_TO_INVOICE, type Builders, buildersFor, testId } from '#tests/support/builders.ts';
import { engines, openTestDatabase, rolledBack } from '#tests/support/database.ts';
import { callerOf, insertAccounts, insertMembers, type Persona, personaId } from '#tests/support/personas.ts';
import { deviceOf, removal, upsert } from './device.ts';

const THEIRS = testId(0xb);

describe.each(engines())('generation on %s', async (engine) => {
  const db = await openTestDatabase(engine);
  afterAll(() => db.close());
  let next = 0x1000;
  const ours = testId(++next);
  let build: Builders;

  await insertAccounts(db.query);
  await buildersFor(db.query, 0x800).company({ id: ours });
  await insertMembers(db.query, ours);
  beforeEach(() => {
    build = buildersFor(db.query, (next += 0x100));
  });

  const series = async (values: Record<string, unknown> = {}, company_id = ours) => {
    const row = await build.recurring_invoices({ company_id, ...values });
    await build.recurring_invoice_items({ company_id, recurring_invoice_id: row.id });
    return row.id;
  };
  // In one slice, however busy the machine is: other series of the company are due before.
  const run = (now: string, company = ours) => db.query("select private.generate_company_due($1, $2, '1 day') as made", [company, now]);
  const generate = async (persona: Persona, id: string, period: string | null = null) =>
    db.transaction(
      async (query) => (await query('select public.generate_recurring_invoice($1, $2) as answer', [id, period])).rows[0]?.['answer'] as Row,
      callerOf(persona),
    );
  const periods = async (id: string) => {
    const { rows } = await db.query(
      `select recurring_period::text as p from public.invoices where recurring_invoice_id = $1
       union all select recurring_period::text from public.expenses where recurring_expense_id = $1 order by 1`,
      [id],
    );
    return rows.map(({ p }) => p);
  };
  const stateOf = async (id: string, table = 'recurring_invoices') =>
    (
      await db.query(
        `select last_generated::text as last, next_generation::text as next, generation_error as error, generate_requested as wish from public.${table} where id = $1`,
        [id],
      )
    ).rows[0];

  test('an invoice is a draft with the lines, texts and terms of its series, for its period', async () => {
    const texts = { reference: 'PO 9', notes: 'Thanks', internal_notes: 'Ask Ann', payment_terms: 'At once', due_days: 3 };
    const id = await series({ ...texts, start_date: '2026-01-31', tax_mode: 'standard' });
    const answer = await generate('accountant', id);
    expect(answer).toMatchObject({ number: null, period: '2026-01-31', next_generation: '2026-02-28', already_generated: false });
    const { rows } = await db.query(
      `select status, reference, notes, internal_notes, payment_terms, due_days, service_from::text, service_to::text, issue_date, language,
         gross_total::float8 as gross, created_by, recurring_invoice_id as series from public.invoices where id = $1`,
      [answer['invoice_id']],
    );
    expect(rows[0]).toEqual({
      ...texts,
      status: 'draft',
      service_from: '2026-01-31',
      service_to: '2026-02-27',
      issue_date: null,
      language: 'de',
      gross: 58.31,
      created_by: personaId('accountant'),
      series: id,
    });
    expect(await stateOf(id)).toEqual({ last: '2026-01-31', next: '2026-02-28', error: '', wish: null });
  });

  test('a repeated call answers with the invoice that is there; the next one early has to be asked for by its date', async () => {
    const id = await series({ start_date: '2999-01-31' });
    const first = await generate('accountant', id);
    const again = await generate('accountant', id);
    expect(again).toEqual({ ...first, already_generated: true });
    expect(await generate('accountant', id, '2999-02-28')).toMatchObject({ period: '2999-02-28', already_generated: false });
    await expect(generate('accountant', id, '2999-05-31')).rejects.toThrow('not_a_period');
    expect(await periods(id)).toEqual(['2999-01-31', '2999-02-28']);
  });

  test('one that is to be issued is issued, or stays a draft and says what is missing', async () => {
    const good = await series({ generate_as: 'ready_to_issue', start_date: '2026-03-01' });
    const bad = await series({ generate_as: 'ready_to_issue', start_date: '2026-03-01', tax_mode: 'reverse_charge' });
    const answer = await generate('accountant', good);
    expect([answer['number'], (await stateOf(good))?.['error']]).toEqual([expect.stringMatching(/^INV-\d{4}-\d{4}$/), '']);
    expect((await generate('accountant', bad))['number']).toBeNull();
    expect((await stateOf(bad))?.['error']).toBe('cannot_issue:buyer.vat_id');
    const { rows } = await db.query('select type, changes from public.activity_log where entity_id = $1 and type = $2', [bad, 'generated']);
    expect(rows).toHaveLength(1);
  });

  test('an expense is pending, dated by its period, and belongs to who set the series up', async () => {
    const { id } = await build.recurring_expenses({
      company_id: ours,
      created_by: personaId('employee'),
      interval: 'daily',
      start_date: '2026-05-30',
    });
    await run('2026-05-31T12:00:00Z');
    const { rows } = await db.query(
      `select status, description, amount::float8, expense_date::text, created_by, number is not null as numbered from public.expenses
       where recurring_expense_id = $1 order by 4`,
      [id],
    );
    const expense = { status: 'pending', description: 'Office rent', amount: 1190, created_by: personaId('employee'), numbered: true };
    expect(rows).toEqual([
      { ...expense, expense_date: '2026-05-30' },
      { ...expense, expense_date: '2026-05-31' },
    ]);
  });

  test('the daily run goes by the company’s date, the lead, the end, the switch and the pause', async () => {
    const early = await series({ start_date: '2026-07-10', lead_days: 5 });
    const late = await series({ start_date: '2026-07-06' });
    const over = await series({ start_date: '2026-05-31', end_date: '2026-06-15' });
    const manual = await series({ start_date: '2026-06-01', auto_generate: false });
    const paused = await series({ start_date: '2026-06-01', is_active: false });
    await run('2026-07-05T21:59:00Z'); // 23:59 in Berlin
    expect(await Promise.all([early, late, over, manual, paused].map(periods))).toEqual([['2026-07-10'], [], ['2026-05-31'], [], []]);
    await run('2026-07-05T22:01:00Z'); // the next day in Berlin
    expect(await Promise.all([early, late].map(periods))).toEqual([['2026-07-10'], ['2026-07-06']]);
  });

  test('a run that comes late makes up for each missed period once, however often it runs', async () => {
    const id = await series({ start_date: '2025-10-31' });
    await run('2026-02-10T12:00:00Z');
    await run('2026-02-10T12:00:00Z');
    expect(await periods(id)).toEqual(['2025-10-31', '2025-11-30', '2025-12-31', '2026-01-31']);
  });

  test('a series that cannot be generated says so once, and stops neither its company nor another', async () => {
    const theirs = testId(++next);
    await build.company({ id: theirs, settings: ABLE_TO_INVOICE });
    const broken = await build.recurring_invoices({ company_id: ours, start_date: '2026-01-01' });
    // As many of the dearest line as no total can hold.
    for (const position of [1, 2])
      await build.recurring_invoice_items({
        company_id: ours,
        recurring_invoice_id: broken.id,
        position,
        quantity: 9_999_999,
        unit_price: 9_999_999_999,
      });
    const well = await series({ start_date: '2026-01-02' });
    const elsewhere = await series({ start_date: '2026-01-02' }, theirs);
    for (let n = 0; n < 2; n++) await db.query("call private.generate_due('2026-01-03T12:00:00Z')");
    expect(await Promise.all([broken.id, well, elsewhere].map(periods))).toEqual([[], ['2026-01-02'], ['2026-01-02']]);
    expect(await stateOf(broken.id)).toMatchObject({ last: null, next: '2026-01-01', error: expect.stringMatching(/^generation_failed:/) });
    const { rows } = await db.query("select 1 from public.activity_log where entity_id = $1 and type = 'generation_failed'", [broken.id]);
    expect(rows).toHaveLength(1);
    await db.query('delete from public.recurring_invoices where id = $1', [broken.id]);
  });

  // `others` of PL/pgSQL is everything except a statement that was cancelled or took too long.
  test.each(['XX001', '57014'])('a company for which the database itself gives up (%s) keeps no other one waiting', async (state) => {
    const [before, broken, after] = [testId(++next), testId(++next), testId(++next)];
    for (const company of [before, broken, after]) await build.company({ id: company, settings: ABLE_TO_INVOICE });
    const made = [await series({ start_date: '2026-01-02' }, before), await series({ start_date: '2026-01-02' }, after)];
    const left = await series({ start_date: '2026-01-02' }, broken);
    await db.query(`create function public.fail() returns trigger language plpgsql as $$
      begin raise exception 'broken page' using errcode = '${state}'; end $$`);
    await db.query(
      `create trigger fail before update on public.recurring_invoices for each row when (old.company_id = '${broken}') execute function public.fail()`,
    );
    try {
      await db.query("call private.generate_due('2026-01-03T12:00:00Z')");
      expect(await Promise.all([...made, left].map(periods))).toEqual([['2026-01-02'], ['2026-01-02'], []]);
    } finally {
      await db.query('drop function public.fail() cascade');
    }
    await db.query("call private.generate_due('2026-01-03T12:00:00Z')");
    expect(await periods(left)).toEqual(['2026-01-02']);
  });

  test('a company whose time zone this server does not know says so, is tried again, and keeps no other one waiting', async () => {
    const [lost, other] = [testId(++next), testId(++next)];
    for (const company of [lost, other]) await build.company({ id: company, settings: ABLE_TO_INVOICE });
    const [invoice, well] = [await series({ start_date: '2026-01-02' }, lost), await series({ start_date: '2026-01-02' }, other)];
    const expense = (await build.recurring_expenses({ company_id: lost, start_date: '2026-01-02', interval: 'yearly' })).id;
    const move = (zone: string) =>
      db.query(
        "update public.companies set settings = jsonb_set(settings, '{company_details,basics,timezone}', to_jsonb($1::text)) where id = $2",
        [zone, lost],
      );
    await db.query('alter table public.companies disable trigger complete_settings');
    await move('Mars/Olympus');
    await db.query('alter table public.companies enable trigger complete_settings');
    for (let n = 0; n < 2; n++) await db.query("call private.generate_due('2026-01-03T12:00:00Z')");
    expect(await Promise.all([invoice, expense, well].map(periods))).toEqual([[], [], ['2026-01-02']]);
    expect([(await stateOf(invoice))?.['error'], (await stateOf(expense, 'recurring_expenses'))?.['error']]).toEqual([
      'unknown_timezone',
      'unknown_timezone',
    ]);
    const { rows } = await db.query("select 1 from public.activity_log where entity_id = $1 and type = 'generation_failed'", [invoice]);
    expect(rows).toHaveLength(1);
    await move('Europe/Berlin');
    await run('2026-01-03T12:00:00Z', lost);
    expect(await Promise.all([invoice, expense].map(periods))).toEqual([['2026-01-02'], ['2026-01-02']]);
    expect([(await stateOf(invoice))?.['error'], (await stateOf(expense, 'recurring_expenses'))?.['error']]).toEqual(['', '']);
  });

  test('a company with much to make up for lets its own devices in between', async () => {
    const company = testId(++next);
    await build.company({ id: company, settings: ABLE_TO_INVOICE });
    const id = await series({ start_date: '2025-10-31' }, company);
    const slice = async () =>
      (await db.query("select private.generate_company_due($1, '2026-02-10T12:00:00Z', interval '0') as made", [company])).rows[0]?.[
        'made'
      ];
    expect([await slice(), await slice(), await periods(id)]).toEqual([1, 1, ['2025-10-31', '2025-11-30']]);
  });

  test('a wish made offline is fulfilled by the push that brings it, with the series or later, and only once', async () => {
    const device = deviceOf(db, 'accountant', ours);
    const customer_id = (await build.customers({ company_id: ours })).id;
    const [id, item] = [testId(++next), testId(++next)];
    const doc = { customer_id, interval: 'monthly', start_date: '2026-08-31', generate_requested: '2026-08-31' };
    const items = [
      {
        id: item,
        position: 1,
        product_id: null,
        description: 'Care',
        unit: '',
        quantity: 1,
        unit_price: 10,
        discount_percent: 0,
        tax_rate: 0,
      },
    ];
    const [made] = await device.push(upsert('recurring_invoices', id, `a-${id}`, null, { ...doc, items }));
    expect(made).toMatchObject({
      status: 'applied',
      row: { last_generated: '2026-08-31', next_generation: '2026-09-30', generate_requested: null },
    });
    const wish = (rev: unknown, mutation: string) =>
      device.push(upsert('recurring_invoices', id, mutation, String(rev), { generate_requested: '2026-09-30' }));
    const [second] = await wish(made?.row?.['rev'], `b-${id}`);
    // Another device with the same wish: its version is old, and once it is merged the period is there.
    const [stale] = await wish(made?.row?.['rev'], `c-${id}`);
    const [merged] = await wish(second?.row?.['rev'], `d-${id}`);
    expect([second?.status, stale?.status, merged?.status]).toEqual(['applied', 'conflict', 'applied']);
    expect(await periods(id)).toEqual(['2026-08-31', '2026-09-30']);
    const { rows } = await db.query('select gross_total::float8 as gross from public.invoices where recurring_invoice_id = $1', [id]);
    expect(rows).toEqual([{ gross: 10 }, { gross: 10 }]);
  });

  test('a series that was deleted and comes back knows what it generated', async () => {
    const device = deviceOf(db, 'owner', ours);
    const id = await series({ start_date: '2026-01-31' });
    await generate('owner', id);
    const { rows } = await db.query('select rev, customer_id from public.recurring_invoices where id = $1', [id]);
    await device.push(removal('recurring_invoices', id, `gone-${id}`, String(rows[0]?.['rev'])));
    const doc = { customer_id: rows[0]?.['customer_id'], interval: 'monthly', start_date: '2026-01-31', items: [] };
    const [back] = await device.push(upsert('recurring_invoices', id, `back-${id}`, null, doc));
    expect(back?.row).toMatchObject({ last_generated: '2026-01-31', next_generation: '2026-02-28' });
    await run('2026-02-01T12:00:00Z');
    expect(await periods(id)).toEqual(['2026-01-31']);
  });

  test('whoever resumes a series starts with today, unless the device said from when', async () => {
    const today = (await db.query('select private.company_today($1)::text as today', [ours])).rows[0]?.['today'];
    const skips = async (set: string) => {
      const id = await series({ start_date: '2020-01-01', is_active: false });
      await db.query(`update public.recurring_invoices set is_active = true${set} where id = $1`, [id]);
      const { rows } = await db.query('select skip_before::text as day from public.recurring_invoices where id = $1', [id]);
      await db.query('delete from public.recurring_invoices where id = $1', [id]);
      return rows[0]?.['day'];
    };
    expect([await skips(''), await skips(", skip_before = '2021-01-01'")]).toEqual([today, '2021-01-01']);
  });

  test('nobody generates what he may not see', async () => {
    const id = await series({ start_date: '2026-01-31' });
    await expect(generate('stranger', id)).rejects.toThrow('recurring_invoice_not_found');
    await expect(generate('viewer', id)).rejects.toThrow('not_allowed');
    await expect(generate('anonymous', id)).rejects.toThrow('permission denied');
    await db.query('update public.recurring_invoices set is_active = false where id = $1', [id]);
    await expect(generate('owner', id)).rejects.toThrow('recurring_inactive');
    expect(await periods(id)).toEqual([]);
  });

  test.runIf(engine === 'postgres')('twenty calls at once, the daily run among them, make one invoice', async () => {
    const id = await series({ start_date: '2026-06-30', generate_as: 'ready_to_issue' });
    const calls = Array.from({ length: 20 }, (_, n) =>
      n % 5 === 4 ? run('2026-07-01T12:00:00Z') : generate(n % 2 ? 'owner' : 'accountant', id, '2026-06-30'),
    );
    const answers: object[] = await Promise.all(calls);
    const invoices = answers.flatMap((answer) => ('invoice_id' in answer ? [answer.invoice_id] : []));
    expect([invoices.length, new Set(invoices).size]).toEqual([16, 1]);
    expect(await periods(id)).toEqual(['2026-06-30']);
  });

  test('two rows of one period are refused by the database itself', async () => {
    const doubled = rolledBack(db, undefined, async (query: Query) => {
      const more = { company_id: ours, recurring_invoice_id: THEIRS, recurring_period: '2026-01-31' };
      for (let n = 0; n < 2; n++) await buildersFor(query, 0x9000 + n * 0x10).invoices(more);
    });
    await expect(doubled).rejects.toMatchObject({ code: '23505' });
  });
});
