import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { taxShares } from '#domain/payments/tax-shares.ts';
import type { Payment } from '#domain/payments/payment.ts';
import { fromMinor, sumOf } from '#domain/money/money.ts';
import { testId } from '#tests/support/builders.ts';
import { oneEngine, openTestDatabase } from '#tests/support/database.ts';
import { personaId } from '#tests/support/personas.ts';
import { inWorld, OURS } from './world.ts';

const SEED = 20_261_122;
const RATES = [19, 7, 0];
const document = fc.record({
  currency: fc.constantFrom('EUR', 'JPY', 'KWD'),
  sign: fc.constantFrom(1, 1, 1, -1),
  parts: fc.array(fc.record({ net: fc.integer({ min: 0, max: 999_999 }), tax: fc.integer({ min: 0, max: 99_999 }) }), {
    minLength: 1,
    maxLength: 3,
  }),
  // In thousandths of the gross amount: too little, too much, back again; `null` takes the latest away.
  steps: fc.array(fc.option(fc.integer({ min: -700, max: 1300 }), { freq: 6 }), { minLength: 1, maxLength: 5 }),
});

describe.each([oneEngine()])('what payments bring of the tax on %s', async (engine) => {
  const db = await openTestDatabase(engine);
  afterAll(() => db.close());

  test('SQL and the domain share 120 random documents out alike; what is paid wholly is taxed wholly', async () => {
    const samples = fc.sample(document, { numRuns: 120, seed: SEED });
    await inWorld(db, async ({ query }) => {
      let wholly = 0;
      for (const [index, { currency, sign, parts, steps }] of samples.entries()) {
        const of = (minor: number) => fromMinor(BigInt(sign * minor), currency);
        const tax_breakdown = parts.map(({ net, tax }, n) => ({
          tax_rate: RATES[n] ?? 0,
          ...(n === 1 ? {} : { tax_category: n === 2 ? 'Z' : 'S' }),
          net: of(net),
          tax: of(tax),
        }));
        const gross_total = sumOf(
          tax_breakdown.flatMap(({ net, tax }) => [net, tax]),
          currency,
        );
        const invoice = { currency, gross_total, tax_breakdown, tax_mode: 'standard' } as unknown as Invoice;
        const id = testId(0x2_000_000 + index);
        await query('set local session_replication_role = replica');
        await query(
          `insert into public.invoices (id, company_id, created_by, number, status, currency, issue_date, due_date, seller, buyer, tax_point,
             gross_total, tax_breakdown)
           values ($1, $2, $3, $4, 'issued', $5, '2026-03-10', '2026-03-24', '{}', '{}', '2026-02-28', $6, $7)`,
          [id, OURS, personaId('owner'), `S-${index}`, currency, gross_total, JSON.stringify(tax_breakdown)],
        );
        await query('set local session_replication_role = origin');
        let held: Payment[] = [];
        for (const [n, step] of [...steps, 'rest' as const].entries()) {
          if (step === null) {
            const last = held.at(-1);
            if (last) await query('delete from public.payments where id = $1', [last.id]);
            held = held.slice(0, -1);
            continue;
          }
          const before = sumOf(
            held.map(({ amount }) => amount),
            currency,
          );
          const amount =
            step === 'rest'
              ? sumOf([gross_total, -before], currency)
              : of(Math.round((Math.abs(parts.reduce((sum, { net, tax }) => sum + net + tax, 0)) * step) / 1000));
          const payment = testId(0x3_000_000 + index * 10 + n);
          const { rows } = await query(
            `insert into public.payments (id, company_id, invoice_id, amount, currency, payment_date, created_by)
             values ($1, $2, $3, $4, $5, '2026-03-11', $6) returning tax_shares, tax_point::text as tax_point`,
            [payment, OURS, id, amount, currency, personaId('owner')],
          );
          const shares = taxShares(invoice, amount, held);
          expect(rows[0]).toEqual({ tax_shares: shares, tax_point: '2026-02-28' });
          held = [...held, { id: payment, amount, tax_shares: shares } as unknown as Payment];
        }
        if (gross_total === 0) continue;
        wholly += 1;
        for (const [place, entry] of tax_breakdown.entries())
          for (const field of ['net', 'tax'] as const)
            expect(
              sumOf(
                held.map(({ tax_shares }) => tax_shares[place]?.[field] ?? Number.NaN),
                currency,
              ),
            ).toBe(entry[field]);
      }
      expect(wholly).toBeGreaterThan(100);
    });
  });

  test('a payment that is changed brings what its new amount brings, and nothing else changes it', async () => {
    await inWorld(db, async ({ query, ids }) => {
      const paid = ids['ours payments'];
      const shares = async () => (await query('select tax_shares from public.payments where id = $1', [paid])).rows[0]?.['tax_shares'];
      await query('update public.payments set amount = 0 where id = $1', [paid]);
      expect(await shares()).toMatchObject([{ net: 0, tax: 0 }]);
      await query(`update public.payments set amount = 226.1 where id = $1`, [paid]);
      expect(await shares()).toMatchObject([{ tax_rate: 19, net: 190, tax: 36.1 }]);
      await query(`update public.payments set notes = 'x', tax_shares = '[]' where id = $1`, [paid]);
      expect(await shares()).toEqual([]);
    });
  });
});
