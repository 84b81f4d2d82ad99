const AREAS: Readonly<Record<string, string>> = {
  expenses: '/finance/expenses',
  invoices: '/finance/invoices',
  vendors: '/finance/vendors',
  customers: '/finance/customers',
  invoice_products: '/finance/products',
  recurring_invoices: '/finance/recurring-invoices',
  recurring_expenses: '/finance/recurring-expenses',
};
/** What has no page of its own is shown on the page of all. */
const PAGES: Readonly<Record<string, string>> = {
  payments: '/finance/payments',
  expense_categories: '/finance/expense-categories',
  companies: '/settings/company',
  members: '/settings/user-management',
  invites: '/settings/user-management',
  mail_settings: '/settings/mail',
};

/** Where a record of a collection is shown, or null. */
export function recordPath(collection: string, id: string): string | null {
  const area = AREAS[collection];
  return area ? `${area}/${id}` : (PAGES[collection] ?? null);
}
