import * as z from 'zod/mini';
import { decimalOf, dividedRounded } from '#domain/money/decimal.ts';
import { fromMinor, toMinor } from '#domain/money/money.ts';
import { amount, countryCode, percent } from '#domain/shared/fields.ts';

/**
 * Whose tax a line of a receipt bears: `domestic` VAT of `country` · `import` VAT paid at customs · `eu_acquisition` and `reverse_charge` none on
 * paper, the company owes it · `none` bears none (tips, insurance). Only the first two have a rate.
 */
export const EXPENSE_TAX_CATEGORIES = ['domestic', 'eu_acquisition', 'reverse_charge', 'import', 'none'] as const;
export type ExpenseTaxCategory = (typeof EXPENSE_TAX_CATEGORIES)[number];

export const TAX_LINES_MAX = 20;

export const taxLineSchema = z.object({
  /** Percent, as printed; null where the line bears no tax on paper. */
  rate: z.nullable(percent()),
  /** Major units of the expense's currency, as printed. */
  net: amount(),
  tax: amount(),
  category: z.enum(EXPENSE_TAX_CATEGORIES),
  /** Whose VAT it is (ISO 3166-1 alpha-2); empty: the company's own country. */
  country: countryCode(),
  /** How much of the tax counts as input tax. */
  deductible_percent: percent(),
});
export type TaxLine = z.infer<typeof taxLineSchema>;

/** What a tax table is about: the amount, major units. */
export type Taxed = { readonly amount: number; readonly currency: string };
/** The same with the rate and the tax that apps write which know one rate. */
export type Figures = Taxed & { readonly tax_rate: number | null; readonly tax_amount: number };

/** The lines of an expense for sums: its table, or its figures as one line where there is none (no tax, or older figures as on paper). */
export function taxLinesOf(expense: Figures & { readonly tax_lines?: readonly TaxLine[] | undefined }): readonly TaxLine[] {
  const { tax_lines: lines, amount: gross, tax_amount: tax, tax_rate: rate, currency } = expense;
  // An edit that waits from before the update has no such field.
  if (lines && lines.length > 0) return lines;
  const net = fromMinor(toMinor(gross, currency) - toMinor(tax, currency), currency);
  return [{ rate, net, tax, category: rate === null && tax === 0 ? 'none' : 'domestic', country: '', deductible_percent: 100 }];
}

/** Categories whose tax the company owes itself, in its own country: none is on paper. */
export const isOwed = (category: ExpenseTaxCategory): boolean => category === 'eu_acquisition' || category === 'reverse_charge';

type Shared = Pick<TaxLine, 'net' | 'tax' | 'category' | 'deductible_percent'>;

/**
 * The share of a line that counts as input tax, minor units, were it the company's own: of its tax, rounded per line; where the tax is owed and not
 * on paper, of its net.
 */
export function deductibleShare({ net, tax, category, deductible_percent }: Shared, currency: string): bigint {
  const share = decimalOf(deductible_percent);
  return dividedRounded(toMinor(isOwed(category) ? net : tax, currency) * share.digits, 100n * 10n ** BigInt(share.scale));
}
