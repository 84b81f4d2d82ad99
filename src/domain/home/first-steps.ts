import { type Access, can, type PermissionKey } from '#domain/access/access.ts';
import type { Company } from '#domain/companies/company.ts';

export type FirstStep = 'details' | 'bank' | 'invoice' | 'expense' | 'team';
export type StepState = { readonly step: FirstStep; readonly path: string; readonly isDone: boolean };

/** What a company has so far, as far as this device can see. */
export type Beginnings = { readonly hasInvoice: boolean; readonly hasExpense: boolean; readonly hasColleague: boolean };

const STEPS: readonly {
  step: FirstStep;
  key: PermissionKey;
  path: string;
  isDone: (company: Pick<Company, 'settings'>, has: Beginnings) => boolean;
}[] = [
  { step: 'invoice', key: 'invoices.create', path: '/finance/invoices/create', isDone: (_, has) => has.hasInvoice },
  { step: 'expense', key: 'expenses.create', path: '/finance/expenses/create', isDone: (_, has) => has.hasExpense },
  // An invoice can be written without these, and not be issued.
  { step: 'details', key: 'company.update', path: '/settings/company', isDone: ({ settings }) => isComplete(settings) },
  {
    step: 'bank',
    key: 'bank_accounts.manage',
    path: '/settings/bank-accounts',
    isDone: ({ settings }) => settings.company_details.bank.iban !== '',
  },
  { step: 'team', key: 'users.invite', path: '/settings/user-management', isDone: (_, has) => has.hasColleague },
];

function isComplete({ company_details: { address }, tax }: Company['settings']): boolean {
  return address.street.trim() !== '' && (tax.tax_number.trim() !== '' || tax.vat_id.trim() !== '');
}

/** The first steps that this person may take, with those already taken. */
export function firstSteps(company: Pick<Company, 'settings'>, has: Beginnings, access: Access): StepState[] {
  return STEPS.filter(({ key }) => can(access, key)).map(({ step, path, isDone }) => ({ step, path, isDone: isDone(company, has) }));
}

/** Where `/` leads: to the guide while nothing is booked and the person could begin, else to the first area that is open to them. */
export function homeOf(has: Beginnings, access: Access): 'guide' | 'nothing' | (string & {}) {
  const mayBegin = can(access, 'invoices.create') || can(access, 'expenses.create');
  if (mayBegin && !has.hasInvoice && !has.hasExpense) return 'guide';
  return AREAS.find(({ keys }) => keys.some((key) => can(access, key)))?.path ?? 'nothing';
}

const AREAS: readonly { keys: readonly PermissionKey[]; path: string }[] = [
  { keys: ['dashboard.view'], path: '/finance/dashboard' },
  { keys: ['expenses.view', 'expenses.view_own'], path: '/finance/expenses' },
  { keys: ['invoices.view'], path: '/finance/invoices' },
  { keys: ['payments.view'], path: '/finance/payments' },
  { keys: ['customers.view'], path: '/finance/customers' },
  { keys: ['vendors.view'], path: '/finance/vendors' },
  { keys: ['products.view'], path: '/finance/products' },
];
