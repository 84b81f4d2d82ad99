import type { Invoice } from '#domain/invoices/invoice.ts';
import type { Books, Scope } from '#domain/reports/books.ts';
import { addCells, cellsOf, type OpenSums } from '#domain/reports/cell.ts';
import { type ForeignDocuments, foreignDocuments, type ForeignKind } from '#domain/reports/foreign-documents.ts';
import { openCells } from '#domain/reports/invoice-cells.ts';
import { isInputByPayment } from '#domain/reports/vat.ts';
import { type VatPeriod, vatMethodOver } from '#domain/tax/vat-method.ts';
import type { ReportChoice } from './use-report-choice.ts';

type Asked = { readonly scope: Scope; readonly periods: readonly VatPeriod[]; readonly country: string };
type Sources = { readonly books: Books; /** Of the receivables. */ readonly invoices: readonly Invoice[] | undefined };

/** What documents in foreign currencies bring to a report in the currency of the books. */
export function foreignOfReport(choice: ReportChoice, { books, invoices }: Sources, asked: Asked): ForeignDocuments[] {
  const { scope } = asked;
  if (choice.report === 'receivables') {
    const open: OpenSums = new Map();
    for (const invoice of invoices ?? []) addCells(open, openCells(invoice));
    return foreignDocuments({ ...books, invoices: open }, scope, ['owed']);
  }
  const found = foreignDocuments(books, scope, kindsOf(choice, books, asked));
  // Of payments only what was gained or lost is in profit by invoice date: they show where that is unknown.
  return choice.report === 'profit' && choice.basis === 'accrual'
    ? found.filter(({ kind, missing }) => kind !== 'received' || missing > 0)
    : found;
}

function kindsOf({ report, basis, vatBasis }: ReportChoice, books: Books, { scope, periods, country }: Asked): readonly ForeignKind[] {
  if (report === 'expenses') return ['spent'];
  if (report === 'sales') return ['issued'];
  if (report === 'profit') return basis === 'cash' ? ['received', 'paid'] : ['issued', 'spent', 'received'];
  if (vatBasis === 'invoice_date') return ['issued', 'spent'];
  const method = vatMethodOver(periods, scope.months);
  const input = method === 'payment' && isInputByPayment(country) ? 'paid' : 'spent';
  if (method === 'payment') return ['received', input];
  return method === 'mixed' || hasAdvances(books, scope) ? ['supplied', 'received', input] : ['supplied', input];
}

/** Whether money in a foreign currency came before the supply it is for. */
const hasAdvances = ({ payments }: Books, { currency: own, months }: Scope): boolean =>
  [...new Set([...payments.values()].flatMap((keys) => [...keys.keys()]))]
    .flatMap((key) => (key.startsWith('advance|') ? (key.split('|')[1] ?? []) : []))
    .some((currency) => currency !== own && cellsOf(payments, { what: 'advance', currency, months }).length > 0);
