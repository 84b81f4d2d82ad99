import { firstValueFrom, Subject, takeUntil } from 'rxjs';
import { filter as passing } from 'rxjs/operators';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { newRecord } from '#data/core/command-context.ts';
import { insertRecord } from '#data/core/write.ts';
import { watchOutboxRows } from '#data/device/outbox-watch.ts';
import { deletePayment, recordPayment } from '#data/payments/payments.commands.ts';
import { companySettingsSchema } from '#domain/companies/company-settings.ts';
import { draftInvoice, emptyInvoiceInput } from '#domain/invoices/invoice-draft.ts';
import { EVERY_INVOICE, type InvoiceFilter } from '#domain/invoices/invoice-filter.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { AUTHOR, changedElsewhere, type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { watchInvoices } from './invoices.queries.ts';
import { type LocalBalances, watchLocalBalances } from './local-balances.ts';

let company: LocalCompany;
const over = new Subject<void>();
beforeEach(async () => {
  company = await localCompany();
});
afterEach(async () => {
  over.next();
  await company.stop();
});

const settings = z.parse(companySettingsSchema, {});
async function issued(number: string, values: Partial<Invoice> = {}): Promise<Invoice> {
  const { db, ctx } = company;
  const draft = draftInvoice(newRecord(ctx), emptyInvoiceInput({ settings }, null, '2026-01-10'), AUTHOR);
  const facts = {
    status: 'issued',
    number,
    issue_date: '2026-01-10',
    due_date: '2026-01-24',
    gross_total: 119,
    payment_status: 'unpaid',
  } as const;
  return insertRecord(db, 'invoices', { ...draft, ...facts, ...values });
}
const pay = (invoice: Invoice, amount: number) =>
  recordPayment(
    company.db,
    { invoice_id: invoice.id, amount, currency: 'EUR', payment_date: '2026-01-30', method: 'cash', reference: '', notes: '' },
    company.ctx,
  );
const watch = (part: Partial<InvoiceFilter>, limit = 10) =>
  watchInvoices(company.db, { filter: { ...EVERY_INVOICE, ...part }, limit, today: '2026-02-01' });
const listed = async (part: Partial<InvoiceFilter>, limit = 10) => {
  const { rows, hasMore } = await firstValueFrom(watch(part, limit).pipe(passing(({ isSearching }) => !isSearching)));
  return [...rows.map(({ number, payment_status }) => `${number} ${payment_status}`), ...(hasMore ? ['…'] : [])];
};

test('a payment moves its invoice from open to paid before any sync, and its deletion moves it back', async () => {
  const [first] = [await issued('A', { issue_date: '2026-01-11' }), await issued('B')];
  const payment = await pay(first, 119);
  expect(await listed({ state: 'open' })).toEqual(['B unpaid']);
  expect(await listed({ state: 'overdue' })).toEqual(['B unpaid']);
  expect(await listed({ state: 'paid' })).toEqual(['A paid']);
  expect(await listed({})).toEqual(['A paid', 'B unpaid']);
  await deletePayment(company.db, { seen: payment, reason: 'typed twice' }, company.ctx);
  await vi.waitFor(async () => expect(await listed({ state: 'open' })).toEqual(['A unpaid', 'B unpaid']));
});

test('a part payment is neither unpaid nor paid, and too much is overpaid', async () => {
  const [part, more] = [await issued('A'), await issued('B')];
  await pay(part, 19);
  await pay(more, 120);
  expect(await listed({ state: 'partially_paid' })).toEqual(['A partially_paid']);
  expect(await listed({ state: 'overpaid' })).toEqual(['B overpaid']);
});

test('an open list sees the payment that is made while it is looked at, and stays right until the balance of the server has come', async () => {
  const invoice = await issued('A');
  const seen: string[] = [];
  watch({ state: 'open' })
    .pipe(takeUntil(over))
    .subscribe(({ rows }) => seen.push(rows.map(({ number }) => number).join()));
  await vi.waitFor(() => expect(seen.at(-1)).toBe('A'));
  await pay(invoice, 119);
  await vi.waitFor(() => expect(seen.at(-1)).toBe(''));
  // The server has taken the payment; the invoice with its new balance comes with the next pull.
  await company.db.device.outbox.clear();
  await changedElsewhere(company, 'invoices', invoice, { reference: 'PO 7' });
  await vi.waitFor(async () => expect(await listed({ state: 'paid' })).toEqual(['A paid']));
  await changedElsewhere(company, 'invoices', invoice, { paid_total: 119, payment_status: 'paid' });
  await vi.waitFor(async () => expect(await listed({ state: 'paid' })).toEqual(['A paid']));
  expect(seen.at(-1)).toBe('');
});

test('a page of a longer list ends where it would without payments', async () => {
  const days = ['2026-01-14', '2026-01-13', '2026-01-12', '2026-01-11'];
  const [a, , , d] = await Promise.all(days.map((issue_date, i) => issued('ABCD'.charAt(i), { issue_date })));
  await pay(a as Invoice, 119);
  await pay(d as Invoice, 19);
  expect(await listed({ state: 'open' }, 2)).toEqual(['B unpaid', 'C unpaid', '…']);
  expect(await listed({ state: 'open' }, 3)).toEqual(['B unpaid', 'C unpaid', 'D partially_paid']);
});

test('amounts are sorted as numbers, within a state, too', async () => {
  await issued('A', { gross_total: 1000 });
  await issued('B', { gross_total: 99.5 });
  await issued('C', { gross_total: -20, status: 'draft' });
  expect(await listed({ sort: 'highest' })).toEqual(['A unpaid', 'B unpaid', 'C unpaid']);
  expect(await listed({ sort: 'lowest', state: 'open' })).toEqual(['B unpaid', 'A unpaid']);
});

test('while this device knows nothing of its own, writes of anything else tell nothing anew', async () => {
  const told: LocalBalances[] = [];
  const watching = watchLocalBalances(company.db).pipe(takeUntil(over));
  watching.subscribe((local) => told.push(local));
  await vi.waitFor(() => expect(told).toHaveLength(1));
  const outbox$ = watchOutboxRows(company.db.device, company.ctx.companyId);
  const [invoice] = [await issued('A'), await issued('B')];
  await firstValueFrom(outbox$.pipe(passing((rows) => rows.length === 2)));
  await pay(invoice, 119);
  await vi.waitFor(() => expect([...(told.at(-1)?.keys() ?? [])]).toEqual([invoice.id]));
  expect(told.filter((local) => local.size === 0)).toHaveLength(1);
});
