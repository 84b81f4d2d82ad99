import type { CompanySettings } from '#domain/companies/company-settings.ts';
import type { OwnTax } from '#domain/tax/line-tax.ts';
import { startTax } from '#domain/tax/start-tax.ts';

/** What a new product of this company starts with: taxed like a new line, in the currency that prices are kept in. */
export function productDefaults(settings: CompanySettings, today: string): OwnTax & { currency: string } {
  return { ...startTax({ settings }, today), currency: settings.invoice_defaults.items.currency };
}
