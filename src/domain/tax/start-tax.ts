import type { Company } from '#domain/companies/company.ts';
import { type OwnTax, SMALL_BUSINESS } from './line-tax.ts';
import { standardRate } from './tax-rates.ts';

/** How a new line, or a new product, of this company is taxed: at the standard rate of the day, a small business not at all. */
export function startTax({ settings }: Pick<Company, 'settings'>, day: string): OwnTax {
  if (settings.tax.small_business) return { tax_rate: 0, tax_category: 'E', exemption_reason: SMALL_BUSINESS };
  const rate = standardRate(settings.company_details.address.country, day);
  return rate === null
    ? { tax_rate: 0, tax_category: null, exemption_reason: null }
    : { tax_rate: rate, tax_category: 'S', exemption_reason: null };
}
