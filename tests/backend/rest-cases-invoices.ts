import type { Builders } from '#tests/support/builders.ts';
import { testId } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';
import type { RestCall } from './rest-oracle.ts';

const company = testId(1);
const [product, customer, draft, line, issued, payment] = [testId(70), testId(71), testId(72), testId(73), testId(74), testId(75)];
const [owner, viewer, stranger] = [personaId('owner'), personaId('viewer'), personaId('stranger')];
const ours = `company_id=eq.${company}`;
const back = { prefer: 'return=representation' };
const backOne = { ...back, accept: 'application/vnd.pgrst.object+json' };

const insert = (table: string, body: object, as = owner): RestCall => ({
  method: 'POST',
  path: `/${table}?select=*`,
  body: { company_id: company, ...body },
  headers: backOne,
  as,
});
const update = (table: string, id: string, body: object, as = owner): RestCall => ({
  method: 'PATCH',
  path: `/${table}?id=eq.${id}&select=*`,
  body,
  headers: back,
  as,
});
const remove = (table: string, id: string, as = owner): RestCall => ({
  method: 'DELETE',
  path: `/${table}?id=eq.${id}&${ours}&select=id`,
  headers: back,
  as,
});

const newLine = {
  id: testId(80),
  invoice_id: draft,
  position: 2,
  description: 'Wartung',
  unit: 'h',
  quantity: 1.5,
  unit_price: 80,
  tax_rate: 7,
};
const newInvoice = { id: testId(82), customer_id: customer, currency: 'EUR', language: 'de', due_days: 14, service_from: '2026-01-30' };
const newPayment = { id: testId(83), invoice_id: issued, amount: 26.1, currency: 'EUR', payment_date: '2026-02-01' };

/** The calls of spec §7 on products, invoices, their lines and payments, and how each may go wrong. */
export const INVOICE_CALLS: Record<string, RestCall> = {
  'invoice_products: by name': { path: `/invoice_products?select=*&${ours}&order=name.asc`, as: owner },
  'invoice_products: of a stranger': { path: `/invoice_products?select=*&${ours}`, as: stranger },
  'invoice_products: insert': insert('invoice_products', {
    id: testId(84),
    name: 'Konzept',
    unit_price: 120.5,
    tax_rate: 19,
    currency: 'EUR',
  }),
  'invoice_products: a fifth decimal is rounded away': insert('invoice_products', {
    id: testId(85),
    name: 'K',
    unit_price: 1.000_05,
    currency: 'EUR',
  }),
  'invoice_products: insert by a viewer': insert('invoice_products', { id: testId(85), name: 'K', currency: 'EUR' }, viewer),
  'invoice_products: update': update('invoice_products', testId(84), { unit_price: 130 }),
  'invoice_products: a rate of 190 percent': update('invoice_products', testId(84), { tax_rate: 190 }),
  'invoice_products: delete': remove('invoice_products', testId(84)),
  'invoices: of a company': { path: `/invoices?select=*&${ours}&order=id`, as: owner },
  'invoices: of a stranger': { path: `/invoices?select=*&${ours}`, as: stranger },
  'invoices: with customer and lines': {
    path: `/invoices?select=id,number,gross_total,customers(id,name),invoice_items(description,quantity)&id=eq.${draft}`,
    as: owner,
  },
  'invoices: insert': insert('invoices', newInvoice),
  'invoices: insert with totals and a number of its own': insert('invoices', {
    ...newInvoice,
    id: testId(86),
    gross_total: 5,
    number: 'INV-1',
  }),
  'invoices: insert for nobody we know': insert('invoices', { ...newInvoice, id: testId(86), customer_id: testId(99) }),
  'invoices: insert by a viewer': insert('invoices', { ...newInvoice, id: testId(86) }, viewer),
  'invoices: update of a draft': update('invoices', draft, { reference: 'PO 12' }),
  'invoices: update by a stranger': update('invoices', draft, { reference: 'PO 13' }, stranger),
  'invoices: an issued one keeps its customer': update('invoices', issued, { customer_id: null }),
  'invoices: delete an issued one': remove('invoices', issued),
  'invoice_items: with their invoice': {
    path: `/invoice_items?select=*,invoices!inner(company_id)&invoices.company_id=eq.${company}&order=id`,
    as: owner,
  },
  'invoice_items: insert': insert('invoice_items', newLine),
  'invoice_items: insert by a viewer': insert('invoice_items', { ...newLine, id: testId(81) }, viewer),
  'invoice_items: insert into an issued invoice': insert('invoice_items', { ...newLine, id: testId(81), invoice_id: issued }),
  'invoice_items: update': update('invoice_items', line, { quantity: 3 }),
  'invoice_items: moved to another invoice': update('invoice_items', line, { invoice_id: issued }),
  'invoice_items: delete': remove('invoice_items', testId(80)),
  'payments: with their invoice': { path: `/payments?select=*,invoices(id,number)&${ours}&order=payment_date.desc`, as: owner },
  'payments: insert': insert('payments', newPayment),
  'payments: insert on a draft': insert('payments', { ...newPayment, id: testId(87), invoice_id: draft }),
  'payments: insert in another currency': insert('payments', { ...newPayment, id: testId(87), currency: 'USD' }),
  'payments: insert by a viewer': insert('payments', { ...newPayment, id: testId(87) }, viewer),
  'payments: update': update('payments', payment, { amount: 90 }),
  'payments: an amount of zero': update('payments', payment, { amount: 0 }),
  'payments: delete': remove('payments', testId(83)),
  'payments: delete by a stranger': remove('payments', payment, stranger),
  'invoice_number_gaps: of the company': { method: 'POST', path: '/rpc/invoice_number_gaps', body: { p_company: company }, as: owner },
  'invoice_number_gaps: of a stranger': { method: 'POST', path: '/rpc/invoice_number_gaps', body: { p_company: company }, as: stranger },
  'explain_invoice_number: no such gap': {
    method: 'POST',
    path: '/rpc/explain_invoice_number',
    body: { p_company: company, p_year: 2026, p_number: 99, p_reason: 'printed twice' },
    as: owner,
  },
  'invoices: issue without a line': update('invoices', testId(82), { status: 'ready_to_issue' }),
  'invoices: issue': update('invoices', draft, { status: 'ready_to_issue' }),
  'invoices: cancel': update('invoices', draft, { status: 'cancelled' }),
  'invoices: delete a draft': remove('invoices', testId(82)),
};

/** What the calls are about: a product, a draft with a line, an issued invoice with a payment. */
export async function buildInvoices(build: Builders): Promise<void> {
  await build.invoice_products({ id: product, company_id: company });
  await build.customers({ id: customer, company_id: company });
  await build.invoices({ id: draft, company_id: company, customer_id: customer });
  await build.invoice_items({ id: line, company_id: company, invoice_id: draft, product_id: product });
  await build.issued({ id: issued, company_id: company, customer_id: customer });
  await build.payments({ id: payment, company_id: company, invoice_id: issued });
}
