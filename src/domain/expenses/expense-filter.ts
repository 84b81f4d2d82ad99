import { bookingDay } from '#domain/bookings/booking.ts';
import { lacksRate } from '#domain/exchange/document-exchange.ts';
import { isBooked, paidOn } from '#domain/reports/expense-cells.ts';
import {
  type AmountRange,
  amountRangeFromParams,
  amountRangeToParams,
  EVERY_AMOUNT,
  hasAmountRange,
  isInAmountRange,
} from '#domain/shared/amount-range.ts';
import { dayParam, type Params, textParams } from '#domain/shared/filter-params.ts';
import { type ListSort, sortsBy } from '#domain/shared/list-sort.ts';
import { EXPENSE_STATUSES, type Expense, type ExpenseStatus } from './expense.ts';

/** The columns of an expense list that sort it, beside day and amount. */
export const EXPENSE_SORT_COLUMNS = ['vendor', 'category', 'status'] as const;
export type ExpenseSort = ListSort<(typeof EXPENSE_SORT_COLUMNS)[number]>;
export const EXPENSE_SORTS: readonly ExpenseSort[] = sortsBy(EXPENSE_SORT_COLUMNS);

/** What an expense list shows. `null` and `''` mean "any"; days and amounts are inclusive. */
export type ExpenseFilter = AmountRange & {
  readonly sort: ExpenseSort;
  readonly status: ExpenseStatus | null;
  readonly categoryId: string | null;
  readonly vendorId: string | null;
  readonly customerId: string | null;
  readonly isMine: boolean;
  readonly from: string | null;
  readonly to: string | null;
  /** What a figure of the dashboard or a report was made of. */
  readonly currency: string | null;
  /** The currency of the books: what has no rate in it. */
  readonly unrated: string | null;
  readonly createdBy: string | null;
  /** Days on which the money left the company. */
  readonly paidFrom: string | null;
  readonly paidTo: string | null;
  /** Approved or reimbursed. */
  readonly isBooked: boolean;
  /** Should show a receipt and shows none. */
  readonly lacksReceipt: boolean;
  readonly text: string;
};

export const EVERY_EXPENSE: ExpenseFilter = {
  ...EVERY_AMOUNT,
  sort: 'newest',
  status: null,
  categoryId: null,
  vendorId: null,
  customerId: null,
  isMine: false,
  from: null,
  to: null,
  currency: null,
  unrated: null,
  createdBy: null,
  paidFrom: null,
  paidTo: null,
  isBooked: false,
  lacksReceipt: false,
  text: '',
};

/** In place of a category's id: those without one. */
export const NO_CATEGORY = 'none';

type Viewer = {
  readonly userId: string;
  /** Whether the text finds the expense, see `textFinder`. */
  readonly finds: (expense: Expense) => boolean;
  /** Whether the expense should show a receipt and shows none. Asked only where the filter asks. */
  readonly lacksReceipt: (expense: Expense) => boolean;
};

/** Whether an expense passes the filter. */
export function passesFilter(expense: Expense, filter: ExpenseFilter, viewer: Viewer): boolean {
  if (filter.status !== null && expense.status !== filter.status) return false;
  if (filter.categoryId !== null && (expense.category_id ?? NO_CATEGORY) !== filter.categoryId) return false;
  if (filter.vendorId !== null && expense.vendor_id !== filter.vendorId) return false;
  if (filter.customerId !== null && expense.customer_id !== filter.customerId) return false;
  if (filter.isMine && expense.created_by !== viewer.userId) return false;
  if (filter.from !== null && bookingDay(expense.expense_date, expense.booked_on) < filter.from) return false;
  if (filter.to !== null && bookingDay(expense.expense_date, expense.booked_on) > filter.to) return false;
  if (filter.lacksReceipt && !viewer.lacksReceipt(expense)) return false;
  return isInAmountRange(expense.amount, filter) && isBehind(expense, filter) && viewer.finds(expense);
}

function isBehind(expense: Expense, { currency, unrated, createdBy, paidFrom, paidTo, isBooked: booked }: ExpenseFilter): boolean {
  if (currency !== null && expense.currency !== currency) return false;
  if (unrated !== null && !lacksRate(expense, unrated)) return false;
  if (createdBy !== null && expense.created_by !== createdBy) return false;
  if (booked && !isBooked(expense)) return false;
  if (paidFrom === null && paidTo === null) return true;
  const day = paidOn(expense);
  return day !== null && (paidFrom === null || day >= paidFrom) && (paidTo === null || day <= paidTo);
}

/** Whether it shows what lies behind a figure: conditions that no control of the list sets, so that it has to name them. */
export const isBehindFigure = (filter: ExpenseFilter): boolean =>
  filter.isBooked ||
  filter.lacksReceipt ||
  [filter.currency, filter.unrated, filter.createdBy, filter.paidFrom, filter.paidTo].some((value) => value !== null);

/** How many filters narrow the list, without sorting, text and status, which have their own controls. */
export function activeFilterCount(filter: ExpenseFilter): number {
  return [
    filter.categoryId,
    filter.vendorId,
    filter.customerId,
    filter.from ?? filter.to,
    hasAmountRange(filter) || null,
    filter.isMine || null,
  ].filter((value) => value !== null).length;
}

export function isNarrowed(filter: ExpenseFilter): boolean {
  return activeFilterCount(filter) > 0 || isBehindFigure(filter) || filter.status !== null || filter.text.trim() !== '';
}

const NAMES = {
  status: 'status',
  categoryId: 'category',
  vendorId: 'vendor',
  customerId: 'customer',
  from: 'from',
  to: 'to',
  currency: 'currency',
  unrated: 'unrated',
  createdBy: 'by',
  paidFrom: 'paid_from',
  paidTo: 'paid_to',
  text: 'q',
} as const;

/** The filter as an address carries it, so that a link or the back button shows the same list. */
export function filterToParams(filter: ExpenseFilter): Record<string, string> {
  const params = { ...amountRangeToParams(filter), ...textParams(filter, NAMES) };
  if (filter.isMine) params['mine'] = '1';
  if (filter.isBooked) params['booked'] = '1';
  if (filter.lacksReceipt) params['receipt'] = 'missing';
  if (filter.sort !== 'newest') params['sort'] = filter.sort;
  return params;
}

/** Reads what {@link filterToParams} wrote; anything unknown counts as not given. */
export function filterFromParams(params: Params): ExpenseFilter {
  const day = (name: string) => dayParam(params, name);
  return {
    ...amountRangeFromParams(params),
    sort: EXPENSE_SORTS.find((sort) => sort === params.get('sort')) ?? 'newest',
    status: EXPENSE_STATUSES.find((status) => status === params.get('status')) ?? null,
    categoryId: params.get('category'),
    vendorId: params.get('vendor'),
    customerId: params.get('customer'),
    isMine: params.get('mine') === '1',
    from: day('from'),
    to: day('to'),
    currency: params.get('currency'),
    unrated: params.get('unrated'),
    createdBy: params.get('by'),
    paidFrom: day('paid_from'),
    paidTo: day('paid_to'),
    isBooked: params.get('booked') === '1',
    lacksReceipt: params.get('receipt') === 'missing',
    text: params.get('q') ?? '',
  };
}
