import { afterEach, beforeEach, expect, test } from 'vitest';
import { insertRecord, removeRecord } from '#data/core/write.ts';
import { correctionLine, linesLeft } from '#domain/invoices/correction-lines.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { invoiceOf } from '#tests/support/finance-records.ts';
import { changedElsewhere, type LocalCompany, localCompany, shown } from '#tests/support/local-company.ts';
import { saveCorrection } from './corrections.commands.ts';

let company: LocalCompany;
let original: Invoice;
let draft: Invoice;
beforeEach(async () => {
  company = await localCompany();
  const line = (position: number, description: string) => ({
    id: company.ctx.newId(),
    position,
    product_id: null,
    description,
    unit: 'h',
    quantity: 10,
    unit_price: 5,
    discount_percent: 0,
    tax_rate: 19,
    tax_category: 'S' as const,
    exemption_reason: null,
  });
  const items = [line(1, 'Konzept'), line(2, 'Fahrt')];
  const record = invoiceOf({ company_id: company.ctx.companyId, customer_id: null, corrections: [], corrects_id: null, reason: '', items });
  original = await shown(company, 'invoices', (await insertRecord(company.db, 'invoices', record)).id);
  draft = await save({ quantities: [1, 1] });
});
afterEach(() => company.stop());

type Save = { quantities: readonly number[]; reason?: string; isIssued?: boolean; seen?: Invoice | null; id?: string };
/** What the form sends: so much of each line, each with the id that it has in the draft already. */
const save = ({ quantities, reason = 'Returned', isIssued = false, seen = null, id = seen?.id ?? company.ctx.newId() }: Save) => {
  const items = linesLeft(original, []).flatMap((left, n) => {
    const line = { id: seen?.items[n]?.id ?? company.ctx.newId(), currency: 'EUR' };
    return correctionLine(left, { by: 'quantity', quantity: quantities[n] ?? 0 }, line) ?? [];
  });
  return saveCorrection(company.db, { id, original, draft: seen, input: { items, reason }, isIssued }, company.ctx);
};
const quantities = ({ items }: Pick<Invoice, 'items'>) => items.map(({ quantity }) => quantity);
/** A colleague, who opened the draft too, saves two of the first line. */
const savedByColleague = async () => {
  const here = await shown(company, 'invoices', draft.id);
  const theirs = await save({ quantities: [2, 1], seen: draft });
  await changedElsewhere(company, 'invoices', here, theirs);
  return theirs;
};
const questions = () => company.db.device.issues.toArray();

test('[SYNC-26] lines that a colleague changed in the draft meanwhile stay as they are, with their sums, and mine become a question', async () => {
  const theirs = await savedByColleague();
  const saved = await save({ quantities: [1, 3], seen: draft });
  expect([quantities(saved), saved.gross_total]).toEqual([[-2, -1], theirs.gross_total]);
  const [question, ...others] = await questions();
  expect([question?.kind, question?.doc_id, quantities(question?.mine as Invoice), others]).toEqual(['conflict', draft.id, [-1, -3], []]);
});

test('[SYNC-26] a reason is saved beside lines that a colleague changed, and nobody is asked', async () => {
  await savedByColleague();
  const saved = await save({ quantities: [1, 1], reason: 'Damaged', seen: draft });
  expect([quantities(saved), saved.reason, await questions()]).toEqual([[-2, -1], 'Damaged', []]);
});

test('a draft that nobody else touched is saved and issued as it was typed', async () => {
  const saved = await save({ quantities: [4, 1], seen: draft });
  expect([saved.status, quantities(saved), saved.gross_total]).toEqual(['draft', [-4, -1], -29.75]);
  const issued = await save({ quantities: [5, 1], seen: saved, isIssued: true });
  expect([issued.status, quantities(issued), await questions()]).toEqual(['ready_to_issue', [-5, -1], []]);
});

test('[SYNC-28] a draft that was changed since it was shown is not issued', async () => {
  await savedByColleague();
  await expect(save({ quantities: [1, 3], seen: draft, isIssued: true })).rejects.toMatchObject({ code: 'conflict' });
  const stored = await shown(company, 'invoices', draft.id);
  expect([stored.status, quantities(stored), await questions()]).toEqual(['draft', [-2, -1], []]);
});

test('a draft that was deleted meanwhile does not come back by being saved', async () => {
  await removeRecord(company.db, 'invoices', draft.id);
  await expect(save({ quantities: [1, 3], seen: draft })).rejects.toMatchObject({ code: 'not_found' });
});

test('saving the same new correction twice makes one', async () => {
  const again = await save({ quantities: [7, 1], id: draft.id });
  expect([again.id, quantities(again), await company.db.collections.invoices.count().exec()]).toEqual([draft.id, [-7, -1], 2]);
  const issued = await save({ quantities: [8, 1], id: draft.id, isIssued: true });
  expect([issued.status, quantities(issued)]).toEqual(['ready_to_issue', [-8, -1]]);
});
