import { insertOf, testId } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';
import { first, type Statement } from './asking.ts';
import { OURS, type World } from './world.ts';

export type Values = Readonly<Record<string, unknown>>;
export const ORIGINAL = testId(0xc0_00);
export const APPLES = testId(0xc0_01);
export const PEARLS = testId(0xc0_02);
export const correctionId = (n: number) => testId(0xc1_00 + n);
export const paymentId = (n: number) => testId(0xc3_00 + n);

export const item = (invoice: string, id: string, values: Values): Statement =>
  insertOf('invoice_items', {
    id,
    company_id: OURS,
    invoice_id: invoice,
    position: 1,
    description: 'Line',
    tax_rate: 19,
    tax_category: 'S',
    ...values,
  });
export const issue = (id: string): Statement => ["update public.invoices set status = 'ready_to_issue' where id = $1", [id]];
export const cancel: Statement = ["update public.invoices set status = 'cancelled' where id = $1", [ORIGINAL]];

/** An invoice of two apples at 100 (19 %) and ten pearls at 1 (7 %): 210 net, 248.70 gross. */
export const original = (world: World, change: Values = {}): Statement[] => [
  insertOf('invoices', {
    id: ORIGINAL,
    company_id: OURS,
    created_by: personaId('owner'),
    customer_id: world.ids['ours customers'],
    service_from: '2026-01-10',
    ...change,
  }),
  item(ORIGINAL, APPLES, { quantity: 2, unit_price: 100 }),
  item(ORIGINAL, PEARLS, { quantity: 10, unit_price: 1, tax_rate: 7, position: 2 }),
];
export const issuedOriginal = (world: World, ...more: Statement[]): Statement[] => [...original(world), ...more, issue(ORIGINAL)];

export const apples = { quantity: -1, unit_price: 100, origin_item_id: APPLES };
export const pearls = { quantity: -10, unit_price: 1, tax_rate: 7, origin_item_id: PEARLS };
/** A draft that takes back these lines. */
export const draft = (n: number, lines: readonly Values[], change: Values = {}): Statement[] => [
  insertOf('invoices', {
    id: correctionId(n),
    company_id: OURS,
    created_by: personaId('owner'),
    document_type: 'correction',
    corrects_id: ORIGINAL,
    reason: 'Returned',
    ...change,
  }),
  ...lines.map((line, place) => item(correctionId(n), testId(0xc2_00 + n * 16 + place), { position: place + 1, ...line })),
];
export const corrected = (n: number, lines: readonly Values[]): Statement[] => [...draft(n, lines), issue(correctionId(n))];
/** The invoice with a correction that was issued and a draft of another. */
export const correctedOnce = (world: World): Statement[] => [...issuedOriginal(world), ...corrected(1, [apples]), ...draft(2, [pearls])];
export const paid = (n: number, amount: number, change: Values = {}): Statement =>
  insertOf('payments', {
    id: paymentId(n),
    company_id: OURS,
    created_by: personaId('owner'),
    invoice_id: ORIGINAL,
    amount,
    payment_date: '2026-02-20',
    ...change,
  });

export const one = async (world: World, sql: string, params: unknown[] = []) => Object.values(await first(world, sql, params))[0];
