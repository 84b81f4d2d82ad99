import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { claimOf, openOf, refundDue } from '#domain/invoices/claim.ts';
import { correctedParts } from '#domain/invoices/corrected-parts.ts';
import { correctedContent } from '#domain/invoices/correction-draft.ts';
import type { Taken } from '#domain/invoices/correction-lines.ts';
import { correctionProblems } from '#domain/invoices/correction-problems.ts';
import { cancelRefusal } from '#domain/invoices/invoice-lifecycle.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { paymentState } from '#domain/payments/payment-state.ts';
import { taxShares } from '#domain/payments/tax-shares.ts';
import { invoiceCells } from '#domain/reports/invoice-cells.ts';
import { oneEngine, openTestDatabase } from '#tests/support/database.ts';
import { personaId } from '#tests/support/personas.ts';
import { anyCorrection, anyLine, documentsOf, taxed } from './corrected-invoices.ts';
import { inWorld, OURS, type World } from './world.ts';

const SEED = 20_261_124;
const FIRST = 0x7_000_000;
const ALL = { userId: 'me', isOwner: true, isAdmin: false, keys: new Set<string>() };

const step = fc.oneof({ weight: 3, arbitrary: anyCorrection }, { weight: 2, arbitrary: fc.integer({ min: -600, max: 1100 }) });
const story = fc.record({
  currency: fc.constantFrom('EUR', 'EUR', 'USD', 'JPY'),
  lines: fc.array(anyLine, { minLength: 1, maxLength: 4 }),
  steps: fc.array(step, { minLength: 1, maxLength: 6 }),
});

const issue = (world: World, id: string) =>
  world.given([], () =>
    world.query("update public.invoices set status = 'ready_to_issue' where id = $1", [id]).then(
      () => '',
      (error: unknown) => String((error as { detail?: string }).detail ?? error),
    ),
  );
const plain = (cells: ReturnType<typeof invoiceCells>, ...kinds: string[]) => {
  const sums = new Map<string, bigint[]>();
  for (const { key, values } of cells) {
    if (!kinds.includes(key.split('|')[0] ?? '')) continue;
    const before = sums.get(key) ?? values.map(() => 0n);
    sums.set(
      key,
      values.map((value, n) => (n === 0 ? 0n : value + (before[n] ?? 0n))),
    );
  }
  return [...sums.values()].flat();
};

describe.each([oneEngine()])('corrections on %s', async (engine) => {
  const db = await openTestDatabase(engine);
  afterAll(() => db.close());

  test('SQL and the domain take back, tax, claim and share out alike; what is taken back bit by bit and then cancelled comes to nothing, in every sum', async () => {
    const samples = fc.sample(story, { numRuns: 60, seed: SEED });
    const met = { refused: 0, corrected: 0, refunds: 0, cancelled: 0, foreign: 0 };
    await inWorld(db, async (world) => {
      const { newId, read, put, issued, correctionsOf, chosen: chosenOf } = documentsOf(world.query, OURS, FIRST);
      for (const { currency, lines, steps } of samples) {
        const exchange = { currency: 'EUR', rate: '0.913742', day: '2026-01-05', source: 'manual', version: '', amount: 0 };
        const head = { customer_id: world.ids['ours customers'], service_from: '2026-01-10', currency };
        const items = taxed(lines);
        const id = await put({ ...head, ...(currency === 'EUR' ? {} : { exchange: JSON.stringify(exchange) }) }, items);
        await issued(id);
        const payments: { id: string; amount: number; tax_shares: Invoice['tax_breakdown'] }[] = [];
        const pay = async (amount: number) => {
          const invoice = await read(id);
          const payment = newId();
          const { rows } = await world.query(
            `insert into public.payments (id, company_id, invoice_id, amount, currency, payment_date, created_by)
             values ($1, $2, $3, $4, $5, '2026-01-20', $6) returning tax_shares`,
            [payment, OURS, id, amount, currency, personaId('owner')],
          );
          expect(rows[0]?.['tax_shares']).toEqual(taxShares(invoice, amount, payments));
          payments.push({ id: payment, amount, tax_shares: rows[0]?.['tax_shares'] as Invoice['tax_breakdown'] });
        };
        for (const next of steps) {
          const original = await read(id);
          if (typeof next === 'number') {
            const digits = currency === 'JPY' ? 1 : 100;
            const amount = Math.round((original.gross_total * next * digits) / 1000) / digits;
            if (amount !== 0) await pay(amount);
            if (refundDue(await read(id)) > 0) met.refunds += 1;
            continue;
          }
          const corrections = await correctionsOf(original);
          const chosen = await chosenOf(original, next);
          const correction = await put({ document_type: 'correction', corrects_id: id, reason: 'Returned' }, chosen);
          const drafted = await read(correction);
          expect(drafted).toMatchObject(
            (({ net_total, tax_total, gross_total, tax_breakdown }) => ({ net_total, tax_total, gross_total, tax_breakdown }))(
              correctedContent(original, { items: chosen, reason: 'Returned' }, correction),
            ),
          );
          const problems = correctionProblems({ ...drafted, reason: 'Returned' }, { original, corrections }).map(({ field }) => field);
          expect(await issue(world, correction)).toBe(problems.join(','));
          if (problems.length > 0) {
            met.refused += 1;
            continue;
          }
          await issued(correction);
          const [after, made] = [await read(id), await read(correction)];
          met.corrected += 1;
          expect(after.corrections.at(-1)).toMatchObject({ id: correction, number: made.number, gross_total: made.gross_total });
          expect(after.payment_status).toBe(paymentState(claimOf(after), after.paid_total));
          expect([made.payment_status, made.seller, made.buyer]).toEqual(['paid', after.seller, after.buyer]);
          // The claim is that of an invoice of what is left: tax on each rate's net, to the cent.
          const { rows } = await world.query('select private.corrected_parts(i, null) as parts from public.invoices i where i.id = $1', [
            id,
          ]);
          expect(rows[0]?.['parts']).toEqual(correctedParts(after));
          const { rows: shares } = await world.query('select id, tax_shares from public.payments where invoice_id = $1', [id]);
          for (const payment of payments)
            payment.tax_shares = shares.find((row) => row['id'] === payment.id)?.['tax_shares'] as Invoice['tax_breakdown'];
        }
        const standing = await read(id);
        if (cancelRefusal(standing, ALL) === null) {
          await world.query("update public.invoices set status = 'cancelled' where id = $1", [id]);
          met.cancelled += 1;
        }
        const closed = await read(id);
        const back = openOf({ ...closed, status: 'cancelled' });
        if (back !== 0) await pay(back);
        if (currency !== 'EUR') met.foreign += 1;
        const all = [await read(id), ...(await correctionsOf(closed))];
        if (closed.cancelled_by_id) all.push(await read(closed.cancelled_by_id));
        const cells = all.flatMap(invoiceCells);
        expect(plain(cells, 'invoiced', 'output', 'supply', 'point').filter((value) => value !== 0n)).toEqual([]);
        expect(cells.filter(({ key }) => key.startsWith('open|') || key.startsWith('refund|'))).toEqual([]);
        const { rows: nothing } = await world.query(
          `select s.share - '{net,tax}'::text[] as of from public.payments p cross join jsonb_array_elements(p.tax_shares) s (share)
           where p.invoice_id = $1 group by 1 having (sum((s.share ->> 'net')::numeric), sum((s.share ->> 'tax')::numeric)) <> (0, 0)`,
          [id],
        );
        expect(nothing).toEqual([]);
      }
      const { rows } = await world.query(
        `select split_part(c.key, '|', 1) || '|' || split_part(c.key, '|', 2) as key, sum(c.a) as a, sum(c.b) as b, sum(c.c) as c
         from private.invoice_cells($1, '2000-01-01', '2099-12-31') c group by c.key having (coalesce(sum(c.a), 0), coalesce(sum(c.b), 0), coalesce(sum(c.c), 0)) <> (0, 0, 0)`,
        [OURS],
      );
      // What the world itself has issued, and nothing of ours.
      expect(rows.filter((row) => !String(row['key']).endsWith('|EUR'))).toEqual([]);
    });
    expect(Object.values(met).every((count) => count >= 5)).toBe(true);
  }, 600_000);

  test('one of three lines at 7 %, then a cash discount, then the cancellation of the rest: zero', async () => {
    await inWorld(db, async (world) => {
      const { read, put, issued, chosen: chosenOf } = documentsOf(world.query, OURS, FIRST);
      const items = [
        { quantity: 3, unit_price: 33.33, discount_percent: 0, tax_rate: 19, tax_category: 'S' as const },
        { quantity: 2, unit_price: 12.35, discount_percent: 0, tax_rate: 7, tax_category: 'S' as const },
        { quantity: 1, unit_price: 0.99, discount_percent: 0, tax_rate: 19, tax_category: 'S' as const },
      ];
      const id = await put({ customer_id: world.ids['ours customers'], service_from: '2026-01-10' }, items);
      await issued(id);
      const correct = async (how: Taken, places: readonly number[]) => {
        const original = await read(id);
        const chosen = await chosenOf(
          original,
          places.map((place) => ({ place, taken: how })),
        );
        await issued(await put({ document_type: 'correction', corrects_id: id, reason: 'x' }, chosen));
      };
      await correct({ by: 'quantity', quantity: 2 }, [1]);
      await correct({ by: 'percent', percent: 2 }, [0, 2]);
      await world.query("update public.invoices set status = 'cancelled' where id = $1", [id]);
      const { rows } = await world.query(
        'select sum(net_total) as net, sum(tax_total) as tax, sum(gross_total) as gross, count(*)::int as documents from public.invoices where $1 in (id, corrects_id, cancels_id)',
        [id],
      );
      expect(rows).toEqual(
        [{ net: '0.0000', tax: '0.0000', gross: '0.0000', documents: 4 }].map((row) =>
          expect.objectContaining({ documents: row.documents }),
        ),
      );
      expect(Number(rows[0]?.['net']) === 0 && Number(rows[0]?.['tax']) === 0 && Number(rows[0]?.['gross']) === 0).toBe(true);
    });
  });
});
