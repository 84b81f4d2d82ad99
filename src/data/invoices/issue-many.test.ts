import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { newRecord } from '#data/core/command-context.ts';
import { readStored } from '#data/core/stored.ts';
import { changeRecord, insertRecord } from '#data/core/write.ts';
import { companySettingsSchema } from '#domain/companies/company-settings.ts';
import type { Company } from '#domain/companies/company.ts';
import { type Customer, emptyCustomerInput } from '#domain/customers/customer.ts';
import { AppError } from '#domain/errors.ts';
import { emptyInvoiceInput } from '#domain/invoices/invoice-draft.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { issuePlan, leasedShare } from '#domain/invoices/issue-plan.ts';
import { AUTHOR, justBefore, type LocalCompany, localCompany, shown } from '#tests/support/local-company.ts';
import { createInvoiceDraft } from './invoices.commands.ts';
import { issueMany, type IssueStep } from './issue-many.ts';

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
const ADDRESS = { street: 'Deichweg 3', house_number: '', postal_code: '21109', city: 'Hamburg', country: 'DE' };

let local: LocalCompany;
let company: Company;
let teahouse: Customer;
beforeEach(async () => {
  local = await localCompany();
  company = await founded({ company_details: { address: ADDRESS }, tax: { tax_number: '48/123/45678' } });
  teahouse = await customer({ ...ADDRESS, name: 'Teehaus' });
});
afterEach(() => local.stop());

function founded(settings: object): Promise<Company> {
  const { db, ctx } = local;
  const common = { ...newRecord(ctx), id: ctx.companyId, logo_path: null, bank_accounts: [] };
  return insertRecord(db, 'companies', { ...common, name: 'Keramik', settings: z.parse(companySettingsSchema, settings) });
}
const customer = (values: Partial<Customer>): Promise<Customer> =>
  insertRecord(local.db, 'customers', { ...newRecord(local.ctx), ...emptyCustomerInput(company, { language: 'de' }), ...values });

/** A draft that was made on that day. */
async function draft(day: string, change: Partial<Invoice> = {}, buyer = teahouse): Promise<Invoice> {
  const { db, ctx } = local;
  const input = { ...emptyInvoiceInput(company, buyer, ctx.today()), items: [{ ...ITEM, id: ctx.newId() }], ...change };
  const made = { ...ctx, now: () => new Date(`${day}T08:00:00Z`) };
  return createInvoiceDraft(db, { id: ctx.newId(), input }, made);
}
const customersOf = async (invoices: readonly Invoice[]) =>
  readStored(
    local.db,
    'customers',
    invoices.flatMap(({ customer_id }) => customer_id ?? []),
  );
async function planOf(...invoices: Invoice[]) {
  const customers = await customersOf(invoices);
  return issuePlan(invoices, { company, customerOf: (id) => customers.get(id) ?? null });
}
const status = async ({ id }: Invoice) => (await shown(local, 'invoices', id)).status;

describe('what of a selection can be issued', () => {
  test('drafts get their numbers in the order in which they were made, however they were selected', async () => {
    const [march, january, february] = [await draft('2026-03-02'), await draft('2026-01-05'), await draft('2026-02-11')];
    const { ready } = await planOf(march, january, february);
    expect(ready.map(({ invoice }) => invoice.id)).toEqual([january.id, february.id, march.id]);
  });

  test('what misses something or is doubtful is held back with its reasons, and nothing that is no draft is touched', async () => {
    const unknown = await customer({ name: 'Ohne Anschrift' });
    const good = await draft('2026-01-05');
    const nameless = await draft('2026-01-06', {}, unknown);
    const old = await draft('2026-01-07', { items: [{ ...ITEM, id: local.ctx.newId(), tax_rate: 18 }] });
    const correction = { ...(await draft('2026-01-08')), document_type: 'correction' as const };
    const issued = { ...(await draft('2026-01-09')), status: 'issued' as const };
    const waiting = { ...(await draft('2026-01-09')), status: 'ready_to_issue' as const };
    const plan = await planOf(good, nameless, old, correction, issued, waiting);
    expect(plan.ready.map(({ invoice }) => invoice.id)).toEqual([good.id]);
    expect(
      plan.held.map(({ invoice, problems, warnings, isCorrection }) => [
        invoice.id,
        problems.map(({ field }) => field),
        warnings.map(({ kind }) => kind),
        isCorrection,
      ]),
    ).toEqual([
      [nameless.id, ['buyer.street', 'buyer.postal_code', 'buyer.city'], [], false],
      [old.id, [], ['rate_not_in_force'], false],
      [correction.id, [], [], true],
    ]);
    expect(plan.company).toEqual({ problems: [], count: 0 });
    expect(plan.others).toBe(2);
  });

  test('what the company misses is said once, with how many wait for nothing else', async () => {
    company = { ...company, settings: z.parse(companySettingsSchema, { company_details: { address: ADDRESS } }) };
    const unknown = await customer({ name: 'Ohne Anschrift' });
    const plan = await planOf(await draft('2026-01-05'), await draft('2026-01-06'), await draft('2026-01-07', {}, unknown));
    expect(plan.ready).toEqual([]);
    expect(plan.company).toEqual({ problems: [{ field: 'seller.tax_number', code: 'required' }], count: 2 });
    expect(plan.held.map(({ problems }) => problems.map(({ field }) => field))).toEqual([
      ['buyer.street', 'buyer.postal_code', 'buyer.city'],
    ]);
  });

  test('what goes without the e-invoice its customer wants is issued and named', async () => {
    const authority = await customer({ ...ADDRESS, name: 'Amt', e_invoice_format: 'xrechnung_ubl' });
    const [plain, wanted] = [await draft('2026-01-05'), await draft('2026-01-06', {}, authority)];
    const plan = await planOf(plain, wanted);
    expect(plan.ready).toHaveLength(2);
    expect(plan.withoutEInvoice.map(({ id }) => id)).toEqual([wanted.id]);
  });
});

describe('numbers without a connection', () => {
  const lease = {
    id: 'l',
    device_id: 'd',
    format: 'INV-{YYYY}-{NNNN}',
    year: 2026,
    taken_at: '2026-01-01T08:00:00Z',
    valid_until: '2026-12-31',
  };
  const numbers = (unused: number[]) => ({ lease: { ...lease, unused } as never, isCompanyChanged: false, today: '2026-02-01' });

  test('as many get one as are there, and foreign currencies wait for the server', async () => {
    const { ready } = await planOf(await draft('2026-01-05'), await draft('2026-01-06', { currency: 'CHF' }), await draft('2026-01-07'));
    expect(leasedShare(ready, numbers([4, 5, 6]))).toEqual({ count: 2, obstacle: 'foreign_currency' });
    expect(leasedShare(ready, numbers([4]))).toEqual({ count: 1, obstacle: 'foreign_currency' });
    expect(leasedShare(ready.slice(0, 1), numbers([4, 5]))).toEqual({ count: 1, obstacle: null });
    expect(leasedShare([...ready.slice(0, 1), ...ready.slice(2)], numbers([4]))).toEqual({ count: 1, obstacle: 'no_numbers' });
    expect(leasedShare(ready, numbers([]))).toEqual({ count: 0, obstacle: 'no_numbers' });
  });
});

describe('issuing several', () => {
  const run = async (ready: Awaited<ReturnType<typeof planOf>>['ready'], { db = local.db, ctx = local.ctx, stopAfter = Infinity } = {}) => {
    const controller = new AbortController();
    const told: number[] = [];
    const onStep = (steps: readonly IssueStep[]) => {
      told.push(steps.length);
      if (steps.length >= stopAfter) controller.abort();
    };
    const steps = await issueMany(db, { ready, isOffline: false, onStep, signal: controller.signal }, ctx);
    return { steps, told };
  };

  test('each is asked for in turn, and told when it is done', async () => {
    const drafts = [await draft('2026-01-07'), await draft('2026-01-05'), await draft('2026-01-06')];
    const { ready } = await planOf(...drafts);
    const { steps, told } = await run(ready);
    expect(steps.map(({ id }) => id)).toEqual(ready.map(({ invoice }) => invoice.id));
    expect(told).toEqual([1, 2, 3]);
    expect(await Promise.all(drafts.map(status))).toEqual(['ready_to_issue', 'ready_to_issue', 'ready_to_issue']);
  });

  test('one that changed since it was shown is left alone, and the others are issued', async () => {
    const [one, two, three] = [await draft('2026-01-05'), await draft('2026-01-06'), await draft('2026-01-07')];
    const { ready } = await planOf(one, two, three);
    await changeRecord(local.db, 'invoices', two.id, (current) => ({ ...current, due_days: current.due_days + 7, items: [] }));
    const { steps } = await run(ready);
    expect(steps.map(({ error }) => (error instanceof AppError ? error.code : null))).toEqual([null, 'conflict', null]);
    expect(await Promise.all([one, two, three].map(status))).toEqual(['ready_to_issue', 'draft', 'ready_to_issue']);
  });

  test('stopped in the middle, what was issued stays so and the rest are drafts', async () => {
    const drafts = [await draft('2026-01-05'), await draft('2026-01-06'), await draft('2026-01-07')];
    const { steps } = await run((await planOf(...drafts)).ready, { stopAfter: 2 });
    expect(steps).toHaveLength(2);
    expect(await Promise.all(drafts.map(status))).toEqual(['ready_to_issue', 'ready_to_issue', 'draft']);
  });

  test('what the end of the company cuts off is not told as refused', async () => {
    const { ready } = await planOf(await draft('2026-01-05'), await draft('2026-01-06'), await draft('2026-01-07'));
    const db = justBefore(local.db, () => local.db.rx.close());
    expect((await run(ready, { db })).steps).toEqual([{ id: ready[0]?.invoice.id }]);
  });

  test('nor is the one that it cuts in two', async () => {
    const { ready } = await planOf(await draft('2026-01-05'), await draft('2026-01-06'));
    const db = justBefore(local.db, async () => {
      await local.db.rx.close();
      throw new AppError('storage_failed');
    });
    expect((await run(ready, { db })).steps).toEqual([]);
  });

  test('who may not issue issues none', async () => {
    const drafts = [await draft('2026-01-05'), await draft('2026-01-06')];
    const { steps } = await run((await planOf(...drafts)).ready, { ctx: local.as(AUTHOR, 'invoices.view', 'invoices.update') });
    expect(steps.map(({ error }) => (error instanceof AppError ? error.code : null))).toEqual(['not_allowed', 'not_allowed']);
    expect(await Promise.all(drafts.map(status))).toEqual(['draft', 'draft']);
  });
});
