import { activityLog } from '#data/activity/activity-log.collection.ts';
import { companies } from '#data/companies/companies.collection.ts';
import type { CollectionsOf, RecordOf } from '#data/core/define-collection.ts';
import { customers } from '#data/customers/customers.collection.ts';
import { expenseCategories } from '#data/expense-categories/expense-categories.collection.ts';
import { expenses } from '#data/expenses/expenses.collection.ts';
import { files } from '#data/files/files.collection.ts';
import { invoiceProducts } from '#data/invoice-products/invoice-products.collection.ts';
import { invoices } from '#data/invoices/invoices.collection.ts';
import { members } from '#data/members/members.collection.ts';
import { payments } from '#data/payments/payments.collection.ts';
import { recurringExpenses } from '#data/recurring-expenses/recurring-expenses.collection.ts';
import { recurringInvoices } from '#data/recurring-invoices/recurring-invoices.collection.ts';
import { vendors } from '#data/vendors/vendors.collection.ts';

/**
 * Every synced table, parents before children: push order, pull order, the tenancy matrix, the drift test, backup and wipe all iterate this.
 * RxDB's free edition opens at most 13 collections per page.
 */
export const registry = {
  companies,
  members,
  expense_categories: expenseCategories,
  vendors,
  customers,
  invoice_products: invoiceProducts,
  invoices,
  payments,
  recurring_invoices: recurringInvoices,
  expenses,
  recurring_expenses: recurringExpenses,
  files,
  activity_log: activityLog,
} as const;

export type CollectionName = keyof typeof registry;
export type RecordIn<N extends CollectionName> = RecordOf<(typeof registry)[N]>;
export type CompanyCollections = CollectionsOf<typeof registry>;

export const COLLECTION_NAMES = Object.keys(registry) as readonly CollectionName[];
