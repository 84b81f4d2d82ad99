import type { PresetName } from '#domain/access/presets.ts';
import type { TaxMode } from '#domain/tax/tax-mode.ts';
import type { DemoPerson } from './demo-people.ts';

/** Something a company spends money on again and again. */
export type Habit = {
  readonly vendor: string;
  /** Name of a default category, in the language of the company's country. */
  readonly category: string;
  readonly texts: readonly string[];
  /** Gross, from and to. One number: always the same. */
  readonly amount: readonly [from: number, to?: number];
  readonly taxRate: number;
  /** A fixed day of every month, or how many times a month. */
  readonly when: { readonly day: number } | { readonly perMonth: number };
  readonly by?: readonly DemoPerson[];
  readonly method?: 'cash' | 'card' | 'bank_transfer' | 'private' | 'other';
  readonly isReimbursable?: boolean;
  readonly isBillable?: boolean;
};

/** Something a company sells, net. */
export type DemoProduct = readonly [name: string, unit: string, price: number, taxRate: number];

export type DemoCompany = {
  readonly id: string;
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly timezone: string;
  readonly currency: string;
  readonly country: string;
  readonly members: Readonly<Partial<Record<DemoPerson, PresetName | { readonly keysOf: PresetName; readonly extra: readonly string[] }>>>;
  readonly vendors: readonly (readonly [name: string, city: string, email?: string])[];
  readonly customers: readonly (readonly [
    name: string,
    city: string,
    contact: string,
    more?: { readonly country: string; readonly vat_id: string },
  ])[];
  readonly products: readonly DemoProduct[];
  readonly invoicesPerMonth: number;
  readonly taxMode?: TaxMode;
  /** A customer abroad who owes the tax. */
  readonly reverseChargeCustomer?: string;
  /** Streets that its customers live in, invented. */
  readonly streets: readonly string[];
  readonly habits: readonly Habit[];
};
