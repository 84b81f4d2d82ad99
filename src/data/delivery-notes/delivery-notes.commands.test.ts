import { afterEach, beforeEach, expect, test } from 'vitest';
import { deliveryOf, leftToDeliver } from '#domain/delivery-notes/delivery-from-invoice.ts';
import { printableDeliveryNote } from '#domain/delivery-notes/printable-delivery-note.ts';
import { companySettingsSchema } from '#domain/companies/company-settings.ts';
import type { Company } from '#domain/companies/company.ts';
import { issuedInvoice, item } from '#tests/support/sample-e-invoice.ts';
import { AUTHOR, type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { testId } from '#tests/support/builders.ts';
import { createDeliveryNote, deleteDeliveryNote, editDeliveryNote, markDelivered } from './delivery-notes.commands.ts';

let company: LocalCompany;
beforeEach(async () => {
  company = await localCompany();
});
afterEach(() => company.stop());

const invoice = {
  ...issuedInvoice({
    items: [item({ id: testId(1), quantity: 3 }), item({ id: testId(2), position: 2, description: 'Stuhl', quantity: 0.3 })],
  }),
  id: testId(50),
  customer_id: testId(51),
};
const proposed = (others: Parameters<typeof deliveryOf>[1]['others'] = []) => deliveryOf(invoice, { others, today: '2026-02-03' });
const make = () => createDeliveryNote(company.db, { id: testId(60), invoice, input: proposed() }, company.ctx);

test('a note hands over the lines of its invoice on its day of supply, without a number until the server gives one', async () => {
  const note = await make();
  expect(note).toMatchObject({
    number: null,
    invoice_id: invoice.id,
    delivered_on: null,
    delivery_date: invoice.service_to ?? invoice.service_from,
  });
  expect(note.items.map(({ quantity }) => quantity)).toEqual([3, 0.3]);
});

test('pressing twice makes one', async () => {
  await make();
  await make();
  expect(await company.db.collections.delivery_notes.find().exec()).toHaveLength(1);
});

test('the next one proposes what is left, exactly, and everything when nothing is', () => {
  const some = { items: proposed().items.map((each) => ({ ...each, quantity: each.quantity === 3 ? 3 : 0.1 })) };
  expect([...leftToDeliver(invoice, [some]).values()]).toEqual([0, 0.2]);
  expect(proposed([some]).items.map(({ quantity }) => quantity)).toEqual([0.2]);
  expect(proposed([{ items: proposed().items }]).items.map(({ quantity }) => quantity)).toEqual([3, 0.3]);
});

test('what was handed over is neither changed nor removed', async () => {
  const { id } = await make();
  await markDelivered(company.db, id, company.ctx);
  const refused = { code: 'invalid_transition' };
  await expect(editDeliveryNote(company.db, { id, input: proposed(), opened: {} }, company.ctx)).rejects.toMatchObject(refused);
  await expect(markDelivered(company.db, id, company.ctx)).rejects.toMatchObject(refused);
  await expect(deleteDeliveryNote(company.db, id, company.ctx)).rejects.toMatchObject(refused);
});

test('a note of nothing is none, and each step has its right', async () => {
  const { id } = await make();
  await expect(editDeliveryNote(company.db, { id, input: { ...proposed(), items: [] }, opened: {} }, company.ctx)).rejects.toMatchObject({
    code: 'invalid_input',
  });
  const reader = company.as(AUTHOR, 'invoices.view');
  for (const step of [
    () => createDeliveryNote(company.db, { id: testId(61), invoice, input: proposed() }, reader),
    () => editDeliveryNote(company.db, { id, input: proposed(), opened: {} }, reader),
    () => markDelivered(company.db, id, reader),
    () => deleteDeliveryNote(company.db, id, reader),
  ])
    await expect(step()).rejects.toMatchObject({ code: 'not_allowed' });
  await deleteDeliveryNote(company.db, id, company.ctx);
  expect(await company.db.collections.delivery_notes.find().exec()).toHaveLength(0);
});

test('it goes where the goods go, and shows prices only where that is wanted', async () => {
  const note = await make();
  const ours = { name: 'Ours', logo_path: null, bank_accounts: [], settings: companySettingsSchema.parse({}) } as unknown as Company;
  const buyer = {
    ...invoice.buyer,
    delivery_street: 'Hafenweg',
    delivery_house_number: '3',
    delivery_city: 'Hamburg',
    delivery_name: 'Lager',
  };
  const print = (shows_prices: boolean) =>
    printableDeliveryNote({ ...note, shows_prices, buyer: buyer as typeof note.buyer }, { company: ours, customer: null, invoice });
  expect(print(false)).toMatchObject({
    kind: 'delivery_note',
    shows_prices: false,
    buyer: { name: 'Lager', deliver_to: [] },
    due_date: null,
  });
  expect(print(false).buyer.address_lines).toContain('Hafenweg 3');
  expect(print(false).cancels).toEqual({ number: invoice.number, date: invoice.issue_date });
  expect(print(true).shows_prices).toBe(true);
});
