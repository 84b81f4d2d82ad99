import { firstValueFrom } from 'rxjs';
import { filter as passing } from 'rxjs/operators';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { newRecord } from '#data/core/command-context.ts';
import { insertRecord } from '#data/core/write.ts';
import { watchInvoices } from '#data/invoices/invoices.queries.ts';
import { deletePayment, recordPayment } from '#data/payments/payments.commands.ts';
import { watchOpenInvoices } from '#data/reports/documents-of-period.ts';
import { companySettingsSchema } from '#domain/companies/company-settings.ts';
import { draftInvoice, emptyInvoiceInput } from '#domain/invoices/invoice-draft.ts';
import { EVERY_INVOICE } from '#domain/invoices/invoice-filter.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { fromMinor, sumOf } from '#domain/money/money.ts';
import { ageingOf, totalClaims } from '#domain/reports/ageing.ts';
import { receivableRows } from '#domain/reports/report-rows.ts';
import { AUTHOR, changedElsewhere, type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { watchBooks } from './watch-books.ts';

let company: LocalCompany;
beforeEach(async () => {
  company = await localCompany();
});
afterEach(() => company.stop());

const TODAY = '2026-02-01';
const settings = z.parse(companySettingsSchema, {});
async function issued(number: string, gross_total: number): Promise<Invoice> {
  const { db, ctx } = company;
  const draft = draftInvoice(newRecord(ctx), emptyInvoiceInput({ settings }, null, '2026-01-10'), AUTHOR);
  const facts = {
    status: 'issued',
    number,
    gross_total,
    issue_date: '2026-01-10',
    due_date: '2026-01-24',
    payment_status: 'unpaid',
  } as const;
  return insertRecord(db, 'invoices', { ...draft, ...facts });
}
const pay = (invoice: Invoice, amount: number) =>
  recordPayment(
    company.db,
    { invoice_id: invoice.id, amount, currency: 'EUR', payment_date: '2026-01-30', method: 'cash', reference: '', notes: '' },
    company.ctx,
  );

const owedBy = (invoices: readonly Invoice[]) =>
  sumOf(
    invoices.flatMap(({ gross_total, paid_total }) => [gross_total, -paid_total]),
    'EUR',
  );
/** The dashboard's figure, the list behind it, and the report, each as count and sum. */
async function outstanding() {
  const { db } = company;
  const { count, owed } = totalClaims(ageingOf((await firstValueFrom(watchBooks(db))).invoices, { currency: 'EUR', today: TODAY }));
  const asked = { filter: { ...EVERY_INVOICE, state: 'open', currency: 'EUR' }, limit: 100, today: TODAY } as const;
  const { rows } = await firstValueFrom(watchInvoices(db, asked).pipe(passing(({ isSearching }) => !isSearching)));
  const open = await firstValueFrom(watchOpenInvoices(db));
  const total = receivableRows(open, 'EUR', TODAY).at(-1)?.values.at(-1) ?? 0n;
  return { figure: [count, fromMinor(owed, 'EUR')], list: [rows.length, owedBy(rows)], report: fromMinor(total, 'EUR') };
}
const agreed = (count: number, owed: number) => ({ figure: [count, owed], list: [count, owed], report: owed });

test('outstanding on the dashboard, the list behind it and the report agree about payments that only this device knows', async () => {
  const [whole, part] = [await issued('A', 119), await issued('B', 200), await issued('C', 50)];
  await expect.poll(outstanding).toEqual(agreed(3, 369));
  const payment = await pay(whole, 119);
  await pay(part, 80);
  await expect.poll(outstanding).toEqual(agreed(2, 170));
  await deletePayment(company.db, { seen: payment, reason: 'typed twice' }, company.ctx);
  await expect.poll(outstanding).toEqual(agreed(3, 289));
});

test('they agree, too, while the server has the payment and its new balance is still on the way', async () => {
  const invoice = await issued('A', 119);
  await issued('B', 50);
  await pay(invoice, 119);
  await expect.poll(outstanding).toEqual(agreed(1, 50));
  await company.db.device.outbox.clear();
  await changedElsewhere(company, 'invoices', invoice, { reference: 'PO 7' });
  await expect.poll(outstanding).toEqual(agreed(1, 50));
  await changedElsewhere(company, 'invoices', invoice, { paid_total: 119, payment_status: 'paid' });
  await expect.poll(outstanding).toEqual(agreed(1, 50));
});
