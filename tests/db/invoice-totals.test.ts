import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { invoiceTotals } from '#domain/invoices/invoice-totals.ts';
import { CURRENCY_CODES, currencyExponent } from '#domain/money/currency-codes.ts';
import { PAYMENT_STATUSES, paymentState } from '#domain/payments/payment-state.ts';
import { SMALL_BUSINESS, taxModeOf } from '#domain/tax/line-tax.ts';
import { TAX_CATEGORIES } from '#domain/tax/tax-category.ts';
import { TAX_MODES } from '#domain/tax/tax-mode.ts';
import { testId } from '#tests/support/builders.ts';
import { engines, openTestDatabase } from '#tests/support/database.ts';
import { personaId } from '#tests/support/personas.ts';
import { inWorld, OURS } from './world.ts';

/** All of them where it is quick; PGlite alone has to do them all. */
const COUNT = { all: 10_000, some: 1500 } as const;
const SEED = 20_260_102;
/** Invoices whose lines are written at once. */
const SHARE = 200;

/** A decimal with 0 to `scale` places, exactly as JSON writes it. */
const decimal = (limit: number, scale: number) =>
  fc
    .tuple(fc.integer({ min: -limit, max: limit }), fc.integer({ min: 0, max: scale }))
    .map(([digits, places]) => Number(`${digits}e-${places}`));
const item = fc.record({
  quantity: fc.oneof(fc.integer({ min: 1, max: 40 }), decimal(9999, 4)),
  unit_price: fc.oneof(decimal(99_999, 2), decimal(99_999, 4)),
  discount_percent: fc.constantFrom(0, 0, 2, 2.5, 33.333, 12.345, 100),
  tax_rate: fc.constantFrom(0, 7, 19, 19, 20, 5.5, 8.1, 2.6, 19.999),
  tax_category: fc.option(fc.constantFrom('S' as const, 'S' as const, ...TAX_CATEGORIES)),
  exemption_reason: fc.option(fc.constantFrom(SMALL_BUSINESS, '§ 4 Nr. 21 UStG')),
});
const invoice = fc.record({
  currency: fc.constantFrom('EUR', 'GBP', 'JPY', 'KWD', 'CLP'),
  tax_mode: fc.constantFrom('standard' as const, 'standard' as const, ...TAX_MODES),
  items: fc.array(item, { minLength: 0, maxLength: 6 }),
});

describe.each(engines())('money on %s', async (engine) => {
  const db = await openTestDatabase(engine);
  afterAll(() => db.close());
  const count = engine === 'pglite' && engines().includes('postgres') ? COUNT.some : COUNT.all;

  test(`SQL and the domain compute the same totals for ${count} random invoices`, async () => {
    const samples = fc.sample(invoice, { numRuns: count, seed: SEED });
    const owned = { company_id: OURS, created_by: personaId('owner') };
    const headers = samples.map(({ currency, tax_mode }, i) => ({ ...owned, currency, tax_mode, id: testId(0x1_000_000 + i) }));
    const lines = samples.map(({ items }, i) =>
      items.map((line, position) => ({ ...line, company_id: OURS, invoice_id: testId(0x1_000_000 + i), position, description: 'x' })),
    );
    const stored = await inWorld(db, async ({ query }) => {
      await query("select set_config('kontor.is_seeding', 'on', true)");
      await query('set constraints all deferred');
      await query(
        `insert into public.invoices (id, company_id, created_by, currency, tax_mode)
         select id, company_id, created_by, currency, tax_mode from jsonb_populate_recordset(null::public.invoices, $1)`,
        [JSON.stringify(headers)],
      );
      for (let from = 0; from < lines.length; from += SHARE) {
        await query(
          `insert into public.invoice_items (company_id, invoice_id, position, description, quantity, unit_price, discount_percent, tax_rate, tax_category, exemption_reason)
           select company_id, invoice_id, position, description, quantity, unit_price, discount_percent, tax_rate, tax_category, exemption_reason
           from jsonb_populate_recordset(null::public.invoice_items, $1)`,
          [JSON.stringify(lines.slice(from, from + SHARE).flat())],
        );
        // A table without statistics is read from end to end for each invoice, and grows.
        if (from === 0) await query('analyze public.invoices, public.invoice_items');
      }
      const { rows } = await query(
        `select jsonb_build_object('net_total', net_total, 'tax_total', tax_total, 'gross_total', gross_total, 'tax_breakdown', tax_breakdown, 'tax_mode', tax_mode) as totals
         from public.invoices where id = any ($1) order by id`,
        [headers.map(({ id }) => id)],
      );
      return rows.map(({ totals }) => totals);
    });
    const computed = samples.map(({ items, currency, tax_mode }) => {
      const mode = taxModeOf(items, tax_mode);
      const { net_total, tax_total, gross_total, tax_breakdown } = invoiceTotals(items, { currency, taxMode: mode });
      return { net_total, tax_total, gross_total, tax_breakdown, tax_mode: mode };
    });
    expect(stored).toHaveLength(count);
    const differences = computed.flatMap((totals, i) =>
      JSON.stringify(sorted(totals)) === JSON.stringify(sorted(stored[i])) ? [] : [{ sample: samples[i], sql: stored[i], domain: totals }],
    );
    expect(differences.slice(0, 3)).toEqual([]);
  });

  test('SQL and Intl know the same decimals of every currency', async () => {
    const currencies = Intl.supportedValuesOf('currency');
    const { rows } = await db.query('select code, private.currency_exponent(code) as places from unnest($1::text[]) code', [currencies]);
    expect(rows.map(({ code, places }) => [code, places])).toEqual(currencies.map((code) => [code, currencyExponent(code)]));
  });

  test('SQL and the domain accept the same currencies', async () => {
    const letters = Array.from({ length: 26 }, (_, i) => String.fromCodePoint(65 + i));
    const all = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)));
    const { rows } = await db.query(
      'select code from unnest($1::text[]) with ordinality as c (code, n) where private.is_currency(code) order by n',
      [all],
    );
    expect(rows.map(({ code }) => code)).toEqual(CURRENCY_CODES);
  });

  test('SQL and the domain agree on how far an invoice is paid', async () => {
    const amounts = [-200, -100, -50, 0, 50, 100, 200];
    const pairs = amounts.flatMap((gross) => amounts.map((paid) => [gross, paid] as const));
    const { rows } = await db.query(
      'select private.payment_state(gross, paid) as state from unnest($1::numeric[], $2::numeric[]) with ordinality as p (gross, paid, n) order by n',
      [pairs.map(([gross]) => gross), pairs.map(([, paid]) => paid)],
    );
    expect(rows.map(({ state }) => state)).toEqual(pairs.map(([gross, paid]) => paymentState(gross, paid)));
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(PAYMENT_STATUSES));
  });
});

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
};
