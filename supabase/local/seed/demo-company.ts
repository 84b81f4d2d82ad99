import type { PresetName } from '#domain/access/presets.ts';
import type { Customer } from '#domain/customers/customer.ts';
import type { TaxMode } from '#domain/tax/tax-mode.ts';
import type { DemoPerson } from './demo-people.ts';
import type { Series } from './demo-series.ts';

/** What an expense is about, whenever it comes. */
export type Purchase = {
  /** '': nobody that invoices, such as for wages. */
  readonly vendor: string;
  /** Name of a category, in the language of the company's country. */
  readonly category: string;
  readonly taxRate: number;
  readonly method?: 'cash' | 'card' | 'bank_transfer' | 'private' | 'other';
  readonly isReimbursable?: boolean;
  readonly isBillable?: boolean;
  readonly by?: readonly DemoPerson[];
  /** The receipt that comes with it: printed by a till, or a document. */
  readonly receipt?: 'till' | 'document';
  readonly isConfidential?: boolean;
};

/** Something a company spends money on again and again. */
export type Habit = Purchase & {
  readonly texts: readonly string[];
  /** Gross, from and to. */
  readonly amount: readonly [from: number, to: number];
  /** A fixed day of every month, or how many times a month. */
  readonly when: { readonly day: number } | { readonly perMonth: number };
};

/** Expenses that are generated; the name is their description, the amount gross. */
export type ExpenseSeries = Series & Purchase & { readonly amount: number };

/** An expense of the last days as a demo wants it, bought as its vendor's habit is. */
export type DemoCase = {
  readonly vendor: string;
  readonly text: string;
  readonly amount: number;
  readonly daysAgo: number;
  readonly by: DemoPerson;
  readonly status: 'pending' | 'approved' | 'rejected';
  /** Why it was rejected. */
  readonly reason?: string;
};

/** Something a company sells, net, and how many of it at once. */
export type DemoProduct = readonly [name: string, unit: string, price: number, taxRate: number, usual: readonly [from: number, to: number]];

export type SeriesLine = { readonly product: string; readonly quantity: number; readonly description?: string };
export type InvoiceSeries = Series & {
  readonly customer: string;
  readonly lines: readonly SeriesLine[];
  /** Issued without anybody looking at it. */
  readonly isIssued?: boolean;
  /** What the last one lacked, so that it is only a draft: `issueProblems` of `domain/invoices`. */
  readonly lacks?: string;
};

export type DemoCustomer = readonly [
  name: string,
  city: string,
  contact: string,
  more?: Partial<
    Pick<
      Customer,
      // Abroad.
      | 'country'
      | 'vat_id'
      // What was agreed: how it is greeted, how it wants e-invoices, where its goods go.
      | 'salutation'
      | 'buyer_reference'
      | 'e_invoice_format'
      | 'delivery_name'
      | 'delivery_street'
      | 'delivery_house_number'
      | 'delivery_postal_code'
      | 'delivery_city'
    >
  >,
];

export type DemoCompany = {
  readonly id: string;
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly timezone: string;
  readonly currency: string;
  /** Of partners who pay, or are paid, in another one: by name. */
  readonly currencies?: Readonly<Record<string, string>>;
  readonly country: string;
  readonly members: Readonly<Partial<Record<DemoPerson, PresetName | { readonly keysOf: PresetName; readonly extra: readonly string[] }>>>;
  readonly vendors: readonly (readonly [name: string, city: string, email?: string])[];
  readonly customers: readonly DemoCustomer[];
  /** Beside those that every company starts with. */
  readonly categories: readonly { readonly name: string; readonly icon: string; readonly color: string }[];
  readonly products: readonly DemoProduct[];
  readonly invoicesPerMonth: number;
  readonly taxMode?: TaxMode;
  /** Customers abroad who owe the tax. */
  readonly reverseChargeCustomers?: readonly string[];
  /** One long invoice: hours by what was done. */
  readonly timesheet: { readonly product: string; readonly lines: number; readonly works: readonly string[] };
  /** Streets that its customers live in, invented. */
  readonly streets: readonly string[];
  readonly habits: readonly Habit[];
  readonly cases: readonly DemoCase[];
  readonly expenseSeries: readonly ExpenseSeries[];
  readonly invoiceSeries: readonly InvoiceSeries[];
};

/** The currency of documents with a partner. */
export const currencyWith = ({ currency, currencies = {} }: DemoCompany, partner: string): string => currencies[partner] ?? currency;
