import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { newRecord } from '#data/core/command-context.ts';
import { changeRecord, insertRecord } from '#data/core/write.ts';
import { companySettingsSchema } from '#domain/companies/company-settings.ts';
import type { Company } from '#domain/companies/company.ts';
import { type Customer, emptyCustomerInput } from '#domain/customers/customer.ts';
import { emptyInvoiceInput } from '#domain/invoices/invoice-draft.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { askedByEInvoice, askedByLaw, type MissingValues, missingValuesOf } from '#domain/invoices/missing-values.ts';
import { AUTHOR, type LocalCompany, localCompany, shown } from '#tests/support/local-company.ts';
import { createInvoiceDraft, markReadyToIssue } from './invoices.commands.ts';
import { issueInvoice } from './issue-invoice.ts';

const ITEM = {
  position: 1,
  product_id: null,
  description: 'Teeschalen',
  unit: '',
  quantity: 12,
  unit_price: 40,
  discount_percent: 0,
  tax_rate: 19,
  tax_category: 'S',
  exemption_reason: null,
} as const;

let local: LocalCompany;
let company: Company;
let customer: Customer;
let invoice: Invoice;
beforeEach(async () => {
  local = await localCompany();
  const { db, ctx } = local;
  company = await insertRecord(db, 'companies', {
    ...newRecord(ctx),
    id: ctx.companyId,
    name: 'Keramik',
    logo_path: null,
    settings: z.parse(companySettingsSchema, {}),
    bank_accounts: [],
  });
  customer = await insertRecord(db, 'customers', {
    ...newRecord(ctx),
    ...emptyCustomerInput(company, { language: 'de' }),
    name: 'Teehaus',
  });
  const input = { ...emptyInvoiceInput(company, customer, ctx.today()), items: [{ ...ITEM, id: ctx.newId() }] };
  invoice = await createInvoiceDraft(db, { id: ctx.newId(), input }, ctx);
});
afterEach(() => local.stop());

const sources = () => ({ invoice, company, customer });
const ADDRESS = { street: 'Deichweg 3', house_number: '', postal_code: '21109', city: 'Hamburg', country: 'DE' };
const filled = (): MissingValues => {
  const values = missingValuesOf(sources());
  return {
    ...values,
    seller: { ...values.seller, ...ADDRESS, tax_number: '48/123/45678' },
    buyer: { ...values.buyer, ...ADDRESS, street: 'Am Speicher 8' },
  };
};
const issue = (values = filled(), ctx = local.ctx) => issueInvoice(local.db, { shown: sources(), values, overruled: [] }, ctx);
const missed = async (values: MissingValues) =>
  issue(values).then(
    () => [],
    (error: { data: { issues: { path: string }[] } }) => error.data.issues.map(({ path }) => path),
  );

describe('what is asked for while issuing', () => {
  test('an address that nobody entered is asked for, and so are tax number and customer', () => {
    expect(askedByLaw(sources())).toEqual({ fields: ['seller.address', 'seller.tax', 'buyer.address'], isWhole: true });
    expect(missingValuesOf(sources()).seller).toMatchObject({ postal_code: '', city: '', country: 'DE' });
  });

  test('what only the form of the draft can mend is not asked for', () => {
    expect(askedByLaw({ ...sources(), invoice: { ...invoice, items: [] } }).isWhole).toBe(false);
    const unprintable = { ...customer, name: '東京' };
    expect(askedByLaw({ ...sources(), customer: unprintable }).isWhole).toBe(false);
  });

  test('an e-invoice asks for what one field can give, and nothing twice', () => {
    const wanting = { ...customer, e_invoice_format: 'xrechnung_ubl' as const };
    expect(askedByEInvoice({ ...sources(), customer: wanting }).toSorted()).toEqual([
      'buyer.buyer_reference',
      'buyer.e_address',
      'seller.contact_email',
      'seller.contact_phone',
    ]);
    expect(askedByEInvoice(sources())).toEqual([]);
  });
});

describe('issuing with what was asked for', () => {
  test('it lands in the records it belongs to, and the invoice waits to be issued', async () => {
    await issue();
    const { settings } = await shown(local, 'companies', company.id);
    expect(settings.company_details.address).toEqual(ADDRESS);
    expect(settings.tax.tax_number).toBe('48/123/45678');
    expect(await shown(local, 'customers', customer.id)).toMatchObject({ street: 'Am Speicher 8', city: 'Hamburg', name: 'Teehaus' });
    expect(await shown(local, 'invoices', invoice.id)).toMatchObject({ status: 'ready_to_issue' });
  });

  test('nothing is written while something is left out', async () => {
    const values = filled();
    expect(await missed({ ...values, seller: { ...values.seller, street: ' ' }, buyer: { ...values.buyer, city: '' } })).toEqual([
      'seller.street',
      'buyer.city',
    ]);
    expect((await shown(local, 'companies', company.id)).rev).toBe(company.rev);
    expect((await shown(local, 'customers', customer.id)).rev).toBe(customer.rev);
    expect((await shown(local, 'invoices', invoice.id)).status).toBe('draft');
  });

  test('a day of supply that was missing is written into the draft, which is then as it was shown', async () => {
    invoice = await createInvoiceDraft(
      local.db,
      { id: invoice.id, input: { ...emptyInvoiceInput(company, customer, '2026-01-01'), service_from: null, items: invoice.items } },
      local.ctx,
    );
    const values = filled();
    expect(await missed(values)).toEqual(['invoice.service_from']);
    await issue({ ...values, invoice: { service_from: '2026-01-02', service_to: null } });
    expect(await shown(local, 'invoices', invoice.id)).toMatchObject({ status: 'ready_to_issue', service_from: '2026-01-02' });
  });

  test('a company that was stored before a setting existed issues like any other', async () => {
    await issue();
    const items = invoice.items.map((item) => ({ ...item, id: local.ctx.newId() }));
    const input = { ...emptyInvoiceInput(company, customer, '2026-01-01'), items };
    const draft = await createInvoiceDraft(local.db, { id: local.ctx.newId(), input }, local.ctx);
    const older = { company_details: (await shown(local, 'companies', company.id)).settings.company_details, tax: { tax_number: '1' } };
    await changeRecord(local.db, 'companies', company.id, (current) => ({ ...current, settings: older as unknown as Company['settings'] }));
    expect(await markReadyToIssue(local.db, { seen: draft, overruled: [] }, local.ctx)).toMatchObject({ status: 'ready_to_issue' });
  });

  test('who may not change the company cannot do so by issuing, and nothing is issued', async () => {
    const access = { userId: AUTHOR, isOwner: false, isAdmin: false, keys: new Set(['invoices.issue', 'customers.update']) };
    await expect(issue(filled(), { ...local.ctx, access })).rejects.toMatchObject({ code: 'not_allowed' });
    expect((await shown(local, 'invoices', invoice.id)).status).toBe('draft');
  });

  test('what a colleague entered meanwhile in other fields stays', async () => {
    const { editCompanyDetails } = await import('#data/companies/companies.commands.ts');
    const { companyDetailsOf } = await import('#domain/companies/company-details.ts');
    const opened = companyDetailsOf(company);
    await editCompanyDetails(local.db, { opened, values: { ...opened, contact: { ...opened.contact, phone: '040 1' } } }, local.ctx);
    await issue();
    expect((await shown(local, 'companies', company.id)).settings.company_details).toMatchObject({
      contact: { phone: '040 1' },
      address: ADDRESS,
    });
  });
});
