import { booksCurrency } from '#domain/companies/company-settings.ts';
import type { Company } from '#domain/companies/company.ts';
import type { Customer } from '#domain/customers/customer.ts';
import { addDays } from '#domain/dates/calendar.ts';
import { isLeaseValid, leasedNumber, type NumberLease } from '#domain/numbering/number-lease.ts';
import { paymentState } from '#domain/payments/payment-state.ts';
import { taxModeOf } from '#domain/tax/line-tax.ts';
import { dueDate } from './invoice-lifecycle.ts';
import { invoiceTotals } from './invoice-totals.ts';
import type { Invoice } from './invoice.ts';
import { buyerOf, type SellerSource, sellerOf } from './party-snapshots.ts';

/** Why an invoice can't be issued here with a number of this device, though there are some; it waits for the server then. */
export type LeaseObstacle = 'company_changed' | 'foreign_currency' | 'no_numbers' | 'expired' | 'clock_behind';

type Circumstances = {
  readonly invoice: Pick<Invoice, 'currency' | 'exchange'>;
  readonly company: Pick<Company, 'settings'>;
  /** Whether the company was changed here and the server does not know it yet. */
  readonly isCompanyChanged: boolean;
  readonly lease: NumberLease & { readonly unused: readonly number[] };
  readonly today: string;
};

/**
 * The server takes over what the document says only where it can find out that it was right: a seller that it never knew is none, and the rate of
 * a foreign currency is its own, unless a person entered one.
 */
export function leaseObstacle({ invoice, company, isCompanyChanged, lease, today }: Circumstances): LeaseObstacle | null {
  if (lease.unused.length === 0) return 'no_numbers';
  if (!isLeaseValid(lease, today)) return 'expired';
  // Of two clocks the server's is right: nothing was issued before the numbers were taken. Half a day may be the zone's (`private.lease_of_claim`).
  if (today < addDays(lease.taken_at.slice(0, 10), -1)) return 'clock_behind';
  if (isCompanyChanged) return 'company_changed';
  const isForeign = invoice.currency !== booksCurrency(company.settings);
  return isForeign && invoice.exchange?.source !== 'manual' ? 'foreign_currency' : null;
}

/** The day its VAT counts on by supply, before the server knows of closed months (`private.tax_point_of`). */
const taxPointOf = ({ service_from, service_to }: Invoice, issueDate: string): string => service_to ?? service_from ?? issueDate;

type Issue = {
  readonly company: SellerSource;
  readonly customer: Customer;
  readonly lease: NumberLease;
  /** Its place in the counter. */
  readonly seq: number;
  /** In the company's timezone. */
  readonly today: string;
  readonly overruled: readonly string[];
};

/** The invoice as it is issued on this device: what the server takes over unchanged, once it finds it right. */
export function issuedFromLease(draft: Invoice, { company, customer, lease, seq, today, overruled }: Issue): Invoice {
  const tax_mode = taxModeOf(draft.items, draft.tax_mode);
  const { line_nets: _, ...totals } = invoiceTotals(draft.items, { currency: draft.currency, taxMode: tax_mode });
  const said = {
    number: leasedNumber(lease, seq, today),
    issue_date: today,
    tax_point: taxPointOf(draft, today),
    ...totals,
    seller: sellerOf(company, draft.language),
    buyer: buyerOf(customer),
  };
  return {
    ...draft,
    ...said,
    status: 'issued',
    tax_mode,
    due_date: dueDate(today, draft.due_days),
    payment_status: paymentState(totals.gross_total, draft.paid_total),
    overruled_warnings: [...overruled],
    leased: { lease_id: lease.id, claim: { device_id: lease.device_id, seq, ...said } },
  };
}

/** Whether it has its number from this device, and the server has not heard of it yet. */
export const isOnTheWay = (invoice: Pick<Invoice, 'leased'>): boolean => invoice.leased?.claim !== undefined;

/** My version of an invoice that was issued in two places, as one of its own. */
export function asOwnInvoice(version: Invoice, newId: () => string): Invoice {
  const items = version.items.map((item) => ({ ...item, id: newId(), origin_item_id: null }));
  return { ...version, id: newId(), items, recurring_invoice_id: null, recurring_period: null, paid_total: 0, payment_status: 'unpaid' };
}

/** The draft that becomes of an invoice whose number the server refused: it can be issued anew, with another number. */
export function withoutLeasedNumber(invoice: Invoice): Invoice {
  const none = { number: null, issue_date: null, due_date: null, tax_point: null, seller: null, buyer: null, leased: null };
  return { ...invoice, ...none, status: 'draft', delivery: 'not_sent', sent_at: null, payment_status: 'unpaid' };
}
