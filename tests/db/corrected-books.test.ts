import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { claimOf, openOf } from '#domain/invoices/claim.ts';
import { correctionProblems } from '#domain/invoices/correction-problems.ts';
import { cancelRefusal } from '#domain/invoices/invoice-lifecycle.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { paymentState } from '#domain/payments/payment-state.ts';
import type { Payment } from '#domain/payments/payment.ts';
import type { Cell } from '#domain/reports/cell.ts';
import { invoiceCells } from '#domain/reports/invoice-cells.ts';
import { paymentCells } from '#domain/reports/payment-cells.ts';
import { buildersFor } from '#tests/support/builders.ts';
import { oneEngine, openTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { insertAccounts, insertMembers } from '#tests/support/personas.ts';
import { anyCorrection, anyLine, documentsOf, taxed } from './corrected-invoices.ts';
import { deviceOf } from './device.ts';
import { saidOf } from './every-report.ts';

const SEED = 20_261_124;
const ALL = { userId: 'me', isOwner: true, isAdmin: false, keys: new Set<string>() };
const MONTHS = [2024, 2025].flatMap((year) => Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}`));

/** Later than anything in a story. */
const ASKED = { currency: 'EUR', day: '2099-01-01' };
const SAID_OF_AN_INVOICE = ['profit', 'VAT by supply', 'VAT by invoice', 'customers', 'products', 'receivables', 'balance', 'adviser'];

/** In thousandths of the claim; some months after the first open one. */
const pay = fc.record({ share: fc.oneof(fc.integer({ min: 100, max: 600 }), fc.integer({ min: -500, max: 1200 })), later: fc.nat(1) });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant('correct' as const), wanted: anyCorrection }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('pay' as const), pay }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('close' as const) }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('undo' as const) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('discount' as const) }) },
);
const story = fc.record({
  lines: fc.array(anyLine, { minLength: 1, maxLength: 4 }),
  supplied: fc.constantFrom('2023-12-15', '2024-01-10', '2024-03-31'),
  steps: fc.array(step, { minLength: 3, maxLength: 9 }),
});
type Sums = Record<string, readonly string[]>;
const summed = (cells: readonly { readonly key: string; readonly values: readonly bigint[] }[]): Sums => {
  const sums = new Map<string, bigint[]>();
  for (const { key, values } of cells)
    sums.set(
      key,
      [0, 1, 2, 3].map((n) => (sums.get(key)?.[n] ?? 0n) + (values[n] ?? 0n)),
    );
  const said = [...sums].filter(([, values]) => values.some((value) => value !== 0n));
  return Object.fromEntries(said.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, values]) => [key, values.map(String)]));
};

describe.each([oneEngine()])('books with corrections on %s', (engine) => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await openTestDatabase(engine);
    await insertAccounts(db.query);
  });
  afterAll(() => db.close());

  /** What SQL counts for a month: what is kept when it is closed, and what the archive and the reports of a server say. */
  async function monthOf(company: string, month: string): Promise<Sums> {
    const { rows } = await db.query(
      `select c.* from (select ($2 || '-01')::date as a, ($2 || '-01')::date + interval '1 month' - interval '1 day' as b) m
       cross join lateral (select * from private.invoice_cells($1, m.a, m.b::date) union all select * from private.payment_cells($1, m.a, m.b::date)) c`,
      [company, month],
    );
    return summed(
      rows.map((row) => ({
        key: String(row['key']),
        values: [row['n'], row['a'], row['b'], row['c']].map((value) => BigInt(Number(value ?? 0))),
      })),
    );
  }

  /** A company of its own, in which the owner acts as an app would have them act. */
  async function founded(place: number) {
    const build = buildersFor(db.query, 0x900_000 + place * 0x1_000);
    const company = (await build.company()).id;
    await insertMembers(db.query, company);
    const customer = (await build.customers({ company_id: company })).id;
    return { company, customer, owner: deviceOf(db, 'owner', company), ...documentsOf(db.query, company, 0x8_000_000 + place * 0x1_000) };
  }
  const paymentsOf = async (company: string): Promise<Payment[]> =>
    (
      await db.query(
        `select to_jsonb(p) || jsonb_build_object('is_reversed', private.is_reversed_payment(p.company_id, p.id)) as row
         from public.payments p where p.company_id = $1 order by p.created_at, p.id`,
        [company],
      )
    ).rows.map(({ row }) => row as Payment);

  test('corrections, a cash discount, payments in part, refunds and the cancellation of the rest make zero in every report, and no closed month changes', async () => {
    const met = {
      corrected: 0,
      discounted: 0,
      refused: 0,
      paid: 0,
      closed: 0,
      deleted: 0,
      reversed: 0,
      cancelled: 0,
      returned: 0,
      advance: 0,
    };
    for (const [place, { lines, supplied, steps }] of fc.sample(story, { numRuns: 40, seed: SEED }).entries()) {
      const { company, customer, owner, put, read, issued, correctionsOf, chosen } = await founded(place);
      const id = await put({ customer_id: customer, service_from: supplied, currency: 'EUR' }, taxed(lines));
      await issued(id);
      const { gross_total: gross } = await read(id);
      // What is asked at the end says something now.
      const said = Object.keys(saidOf([await read(id)], [], ASKED));
      const wanted = SAID_OF_AN_INVOICE.filter((report) => report !== 'receivables' || gross > 0);
      expect(gross === 0 ? wanted : said).toEqual(wanted);
      let open = 0;
      const kept = new Map<string, Sums>();
      const payAt = async (amount: number, later: number) => {
        const day = `${MONTHS[Math.min(open + later, MONTHS.length - 1)]}-20`;
        await owner.sql('insert into public.payments (company_id, invoice_id, amount, payment_date) values ($1, $2, $3, $4)', [
          company,
          id,
          amount,
          day,
        ]);
        met.paid += 1;
        if (day < supplied) met.advance += 1;
      };
      const correct = async (wanted: Parameters<typeof chosen>[1]): Promise<boolean> => {
        const original = await read(id);
        const items = await chosen(original, wanted);
        const correction = await put({ document_type: 'correction', corrects_id: id, reason: 'Returned' }, items);
        const problems = correctionProblems(await read(correction), { original, corrections: await correctionsOf(original) });
        const answer = await issued(correction).then(
          () => '',
          (error: unknown) => String((error as { detail?: string }).detail),
        );
        expect(answer).toBe(problems.map(({ field }) => field).join(','));
        met[problems.length > 0 ? 'refused' : 'corrected'] += 1;
        return problems.length === 0;
      };
      const undo = async () => {
        const last = (await paymentsOf(company)).findLast(
          (payment) => payment.reverses_payment_id === null && !(payment as { is_reversed?: boolean }).is_reversed,
        );
        if (!last) return;
        if (last.payment_date.slice(0, 7) >= (MONTHS[open] ?? '')) {
          await owner.sql('delete from public.payments where id = $1', [last.id]);
          met.deleted += 1;
          return;
        }
        await owner.sql(
          `insert into public.payments (company_id, invoice_id, amount, payment_date, reverses_payment_id, reversal_reason) values ($1, $2, 0, $3, $4, 'Wrong')`,
          [company, id, `${MONTHS[open]}-21`, last.id],
        );
        met.reversed += 1;
      };
      for (const next of steps) {
        if (next.act === 'correct') await correct(next.wanted);
        else if (next.act === 'discount') {
          if (await correct(lines.map((_, index) => ({ place: index, taken: { by: 'percent', percent: 2 } })))) met.discounted += 1;
        } else if (next.act === 'undo') await undo();
        else if (next.act === 'close') {
          // What was paid so far lies in closed months from now on.
          const last = (await paymentsOf(company)).at(-1)?.payment_date.slice(0, 7) ?? '';
          do {
            const month = MONTHS[open] ?? '';
            await owner.sql('insert into public.periods (company_id, month) values ($1, $2)', [company, `${month}-01`]);
            kept.set(month, await monthOf(company, month));
            open += 1;
          } while ((MONTHS[open] ?? '') <= last);
          met.closed += 1;
        } else {
          const amount = Math.round((gross * next.pay.share) / 10) / 100;
          if (amount !== 0) await payAt(amount, next.pay.later);
        }
        const now = await read(id);
        expect(now.payment_status).toBe(paymentState(claimOf(now), now.paid_total));
      }
      if (cancelRefusal(await read(id), ALL) === null) {
        await owner.sql("update public.invoices set status = 'cancelled' where id = $1", [id]);
        met.cancelled += 1;
      }
      const back = openOf({ ...(await read(id)), status: 'cancelled' });
      if (back !== 0) {
        await payAt(back, 0);
        met.returned += 1;
      }
      const original = await read(id);
      const documents: Invoice[] = [original, ...(await correctionsOf(original))];
      if (original.cancelled_by_id) documents.push(await read(original.cancelled_by_id));
      const cells: Cell[] = [...documents.flatMap(invoiceCells), ...(await paymentsOf(company)).flatMap(paymentCells)];
      // A device and the server count the same, month by month.
      for (const month of new Set(cells.map((cell) => cell.month))) {
        const own = cells.filter((cell) => cell.month === month);
        expect(await monthOf(company, month)).toEqual(summed(own.filter(({ key }) => !/^(open|refund|draft)\|/.test(key))));
      }
      for (const [month, sums] of kept) expect([month, await monthOf(company, month)]).toEqual([month, sums]);
      expect(cells.filter(({ key }) => /^(open|refund)\|/.test(key))).toEqual([]);
      const amounts = summed(cells.map(({ key, values }) => ({ key: key.replace(/\|\d{4}-\d\d$/, ''), values: [0n, ...values.slice(1)] })));
      expect(amounts).toEqual({});
      expect(saidOf(documents, await paymentsOf(company), ASKED)).toEqual({});
      const { rows: glances } = await owner.sql('select public.companies_at_a_glance() as answer');
      const { companies } = (glances[0]?.['answer'] ?? {}) as { companies: { company_id: string; claims: object }[] };
      expect(companies.find((each) => each.company_id === company)?.claims).toEqual({});
      const { rows } = await db.query('select private.check_ledger($1, 0, 5000) as answer', [company]);
      expect(rows[0]?.['answer']).toMatchObject({ done: true, fault: null });
    }
    expect(Object.entries(met).filter(([, count]) => count < 3)).toEqual([]);
  }, 600_000);
});
