import type { ExpenseFormValues } from '#domain/expenses/expense-form.ts';
import { expenseFormValues } from '#domain/expenses/expense-form.ts';
import { bareIban, isIban } from '#domain/documents/iban.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import type { TaxLine } from '#domain/expenses/tax-line.ts';
import { taxFiguresOf, taxLinesFault } from '#domain/expenses/tax-lines.ts';
import { foldText } from '#domain/shared/fold-text.ts';
import { isCurrency } from '#domain/money/currency-codes.ts';
import { sumOf } from '#domain/money/money.ts';
import type { Vendor } from '#domain/vendors/vendor.ts';
import { isPossibleVatId } from '#domain/tax/vat-id.ts';
import { isCredit, type ReceivedInvoice } from './received-invoice.ts';

/** What is worth a look before an invoice that came in becomes an expense; nothing of it is mended silently. */
export type ReceivedRemark =
  | 'sums'
  | 'tax_table'
  | 'vat_id'
  | 'vendor'
  | 'iban'
  | 'account_changed'
  | 'known'
  | 'currency'
  | 'no_total'
  | 'prepaid';
type Found = Pick<ExpenseFormValues, 'amount' | 'currency' | 'tax_rate' | 'tax_lines' | 'expense_date' | 'description' | 'vendor_id'>;
export type ReceivedExpense = {
  readonly values: Partial<Found>;
  readonly remarks: readonly ReceivedRemark[];
  /** Whom it comes from, if known. */
  readonly vendor: Vendor | null;
};

/** The vendor it comes from: of the same VAT ID, else of the same account, else of the same name. */
export function vendorOf({ seller, iban }: ReceivedInvoice, vendors: readonly Vendor[]): Vendor | null {
  const bare = (id: string) => id.replaceAll(/[\s.\-/]/g, '').toUpperCase();
  const byId = seller.vat_id === '' ? undefined : vendors.find(({ vat_id }) => bare(vat_id) === seller.vat_id);
  const byAccount = iban === '' ? undefined : vendors.find((vendor) => bareIban(vendor.iban ?? '') === bareIban(iban));
  return byId ?? byAccount ?? vendors.find(({ name }) => foldText(name) === foldText(seller.name)) ?? null;
}

/** The account it names is another one than the vendor's: the usual way to steal a payment. */
const hasOtherAccount = ({ iban }: ReceivedInvoice, vendor: Vendor): boolean =>
  iban !== '' && Boolean(vendor.iban) && bareIban(vendor.iban ?? '') !== bareIban(iban);

/** Whether the description, which begins with the number of the invoice, says that it is this one. */
const isOfNumber = ({ description }: Pick<Expense, 'description'>, number: string): boolean =>
  number !== '' && (description === number || description.startsWith(`${number} `));

/** The expense of the same vendor that this invoice is already, unless that was turned down. */
export const expenseOfNumber = <E extends Pick<Expense, 'description' | 'vendor_id' | 'status'>>(
  { number }: ReceivedInvoice,
  vendor: Vendor | null,
  expenses: readonly E[],
): E | undefined =>
  expenses.find((each) => vendor !== null && each.vendor_id === vendor.id && each.status !== 'rejected' && isOfNumber(each, number));

function taxLineOf(part: ReceivedInvoice['taxes'][number], seller: string): TaxLine {
  const figures = { net: part.net ?? 0, tax: part.tax ?? 0, deductible_percent: 100 };
  if (part.category === 'S') return { ...figures, rate: part.rate ?? 0, category: 'domestic', country: seller };
  const owed = part.category === 'AE' ? 'reverse_charge' : part.category === 'K' ? 'eu_acquisition' : 'none';
  return { ...figures, rate: null, category: owed, country: '' };
}

/** Whether the lines come to their total, and that to the net (BR-CO-10, BR-CO-13); what does not say a part of it is not asked. */
function linesAgree({ currency, lines, lines_total, allowances, charges, net }: ReceivedInvoice): boolean {
  if (lines_total === null || net === null) return true;
  const nets = lines.flatMap((line) => (line.net === null ? [] : [line.net]));
  const areAllSaid = lines.length > 0 && nets.length === lines.length;
  const isTotal = !areAllSaid || sumOf(nets, currency) === sumOf([lines_total], currency);
  return isTotal && sumOf([lines_total, -(allowances ?? 0), charges ?? 0], currency) === sumOf([net], currency);
}

/** Whether lines, taxes and totals of an invoice agree with each other. */
function sumsAgree(invoice: ReceivedInvoice): boolean {
  const { currency, net, tax, gross, taxes } = invoice;
  const all = (amounts: readonly (number | null)[]): number | null =>
    amounts.includes(null) ? null : sumOf(amounts.map(Number), currency);
  if (gross === null || net === null) return true;
  const isTotal = sumOf([net, tax ?? 0], currency) === sumOf([gross], currency);
  const taxed = all(taxes.map((part) => part.tax));
  return isTotal && linesAgree(invoice) && (taxes.length === 0 || taxed === null || taxed === sumOf([tax ?? 0], currency));
}

/** An invoice that came in as an expense of a company in `home`, to be looked at before it is saved. */
export function expenseOf(
  invoice: ReceivedInvoice,
  { home, vendors, expenses }: { readonly home: string; readonly vendors: readonly Vendor[]; readonly expenses: readonly Expense[] },
): ReceivedExpense {
  const remarks: ReceivedRemark[] = [];
  const vendor = vendorOf(invoice, vendors);
  if (!vendor) remarks.push('vendor');
  if (expenseOfNumber(invoice, vendor, expenses)) remarks.push('known');
  if (invoice.iban !== '' && !isIban(invoice.iban)) remarks.push('iban');
  else if (vendor && hasOtherAccount(invoice, vendor)) remarks.push('account_changed');
  if (!isPossibleVatId(invoice.seller.vat_id)) remarks.push('vat_id');
  const [line] = invoice.lines;
  const texts = {
    description: [invoice.number, line?.name ?? '']
      .filter((text) => text !== '')
      .join(' · ')
      .slice(0, 1000),
    ...(invoice.issue_date >= '1900-01-01' ? { expense_date: invoice.issue_date } : {}),
    ...(vendor ? { vendor_id: vendor.id } : {}),
  };
  if (!isCurrency(invoice.currency)) return { values: texts, remarks: [...remarks, 'currency'], vendor };
  if (invoice.gross === null) return { values: texts, remarks: [...remarks, 'no_total'], vendor };
  if (!sumsAgree(invoice)) remarks.push('sums');
  if (invoice.payable !== null && invoice.payable !== invoice.gross) remarks.push('prepaid');
  const sign = isCredit(invoice) ? -1 : 1;
  const { currency } = invoice;
  const amount = sumOf([sign * invoice.gross], currency);
  const table = invoice.taxes
    .map((part) => taxLineOf(part, invoice.seller.country || home))
    .map((part) => ({ ...part, net: sumOf([sign * part.net], currency), tax: sumOf([sign * part.tax], currency) }));
  const fits = table.length > 0 && taxLinesFault(table, { amount, currency }) === null;
  if (!fits) remarks.push('tax_table');
  // What bears no tax at all needs no table that says so.
  const tax_lines = fits && table.some(({ category }) => category !== 'none') ? table : [];
  const { tax_rate } = taxFiguresOf(tax_lines, currency);
  const shown = expenseFormValues(
    { ...texts, amount, currency, tax_rate, tax_lines } as unknown as Parameters<typeof expenseFormValues>[0],
    home,
  );
  return { values: { ...texts, amount, currency, tax_rate: shown.tax_rate, tax_lines: shown.tax_lines }, remarks, vendor };
}
