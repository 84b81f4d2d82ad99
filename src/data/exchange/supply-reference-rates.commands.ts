import type { CommandContext } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { bookingRules } from '#data/periods/periods.queries.ts';
import { bookedDocuments } from '#data/reports/documents-of-period.ts';
import { can } from '#domain/access/access.ts';
import { bookingDay, isClosedDay } from '#domain/bookings/booking.ts';
import { booksCurrency } from '#domain/companies/company-settings.ts';
import { lacksRate } from '#domain/exchange/document-exchange.ts';
import { AppError } from '#domain/errors.ts';
import { paidOn } from '#domain/reports/expense-cells.ts';
import { exchangeInBooks } from './exchange-in-books.ts';
import { type Converted, isStanding, supplyRate } from './supply-rate.commands.ts';

/** How many documents got their rate, and how many did not because a month of theirs is closed or nobody knows a rate for their day. */
export type SuppliedRates = { readonly supplied: number; readonly closed: number; readonly unknown: number };

type Unrated = {
  readonly converted: Converted;
  readonly amount: number;
  /** Whose rate counts. */
  readonly day: string;
  /** In whose months the figures change. */
  readonly countsOn: readonly (string | null)[];
};

/**
 * Supplies the reference rate of the day to every booked document that has none and that this person may change; `bring` gets the rates for a day
 * onto the device. A document that somebody changes meanwhile is left alone.
 */
export async function supplyReferenceRates(
  db: CompanyDatabase,
  bring: (db: CompanyDatabase, day: string) => Promise<void>,
  ctx: CommandContext,
): Promise<SuppliedRates> {
  const found = (await unratedDocuments(db)).filter(({ converted }) => can(ctx.access, `${converted.collection}.update`));
  const rules = await bookingRules(db, ctx);
  const open = found.filter(({ countsOn }) => !countsOn.some((day) => isClosedDay(rules, day)));
  for (const month of new Set(open.map(({ day }) => day.slice(0, 7)))) await bring(db, `${month}-01`);
  let supplied = 0;
  let unknown = 0;
  for (const { converted, amount, day } of open) {
    const exchange = await exchangeInBooks(db, { amount, currency: converted.record.currency }, day);
    if (exchange === null) unknown += 1;
    else supplied += Number(await isSupplied(supplyRate(db, { converted, exchange }, ctx)));
  }
  return { supplied, closed: found.length - open.length, unknown };
}

async function isSupplied(supplying: Promise<void>): Promise<boolean> {
  try {
    await supplying;
    return true;
  } catch (error) {
    if (error instanceof AppError && (error.code === 'conflict' || error.code === 'not_found')) return false;
    throw error;
  }
}

const laterOf = (day: string | null, than: string): string | null => (day !== null && day > than ? day : null);

async function unratedDocuments(db: CompanyDatabase): Promise<Unrated[]> {
  const company = await db.collections.companies.findOne().exec();
  if (!company) return [];
  const books = booksCurrency(company.settings);
  const { invoices, expenses, payments } = await bookedDocuments(db);
  const takenBack = new Set([
    ...expenses.map((expense) => expense.reverses_expense_id),
    ...payments.map((payment) => payment.reverses_payment_id),
  ]);
  const documents: Unrated[] = [
    ...invoices.map((record) => ({
      converted: { collection: 'invoices' as const, record },
      amount: record.gross_total,
      day: record.tax_point ?? record.issue_date ?? '',
      countsOn: [record.issue_date, record.tax_point ?? null],
    })),
    ...expenses.map((record) => ({
      converted: { collection: 'expenses' as const, record },
      amount: record.amount,
      day: record.expense_date,
      countsOn: [bookingDay(record.expense_date, record.booked_on), paidOn(record)],
    })),
    ...payments.map((record) => ({
      converted: { collection: 'payments' as const, record },
      amount: record.amount,
      day: record.payment_date,
      // Its tax counts where it comes before what it is for.
      countsOn: [bookingDay(record.payment_date, record.booked_on), laterOf(record.tax_point, record.payment_date)],
    })),
  ];
  // Documents first: what a payment settles goes by the rate of its document.
  return documents.filter(
    ({ converted, day }) =>
      day !== '' && lacksRate(converted.record, books) && isStanding(converted) && !takenBack.has(converted.record.id),
  );
}
