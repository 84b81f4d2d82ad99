import type { Company } from '#domain/companies/company.ts';
import type { Customer } from '#domain/customers/customer.ts';
import { categoryOf } from '#domain/tax/line-tax.ts';
import { isKnownRate, isRateInForce } from '#domain/tax/tax-rates.ts';
import { isPossibleVatId } from '#domain/tax/vat-id.ts';
import type { Invoice } from './invoice.ts';

export type WarningKind = 'rate_not_in_force' | 'rate_unknown' | 'own_country' | 'vat_id_form';
/** `code` names the warning and what it is about, so that nobody overrules another one with it: `rate_unknown=99`. */
export type IssueWarning = { readonly kind: WarningKind; readonly about: string; readonly code: string };

type Subject = Pick<Invoice, 'service_from' | 'service_to' | 'tax_mode' | 'items'>;
const warning = (kind: WarningKind, about: string): IssueWarning => ({ kind, about, code: `${kind}=${about}` });

/** No country has had a higher standard rate since the table begins; where it does not reach, more is doubted. */
const HIGHEST = 27;

/**
 * What is unlikely to be right and can be overruled knowingly: a rate that was not in force where the seller is, or nowhere ever, on the
 * last day of supply; a tax owed by a buyer of the own country; a buyer's VAT ID that can't exist. The server refuses what was not overruled
 * with `cannot_issue`, `details` naming `warning.<code>`.
 */
export function issueWarnings(invoice: Subject, company: Pick<Company, 'settings'>, customer: Customer | null): IssueWarning[] {
  const { country } = company.settings.company_details.address;
  const vatId = customer?.vat_id.trim() ?? '';
  const owed = new Set(invoice.items.map((item) => categoryOf(item, invoice.tax_mode)));
  return [
    ...rateWarnings(invoice, country),
    ...(['AE', 'K'] as const).filter((each) => owed.has(each) && customer?.country === country).map((each) => warning('own_country', each)),
    ...(!isPossibleVatId(vatId) ? [warning('vat_id_form', vatId.replaceAll(',', ' '))] : []),
  ];
}

function rateWarnings({ items, tax_mode, service_from, service_to }: Subject, country: string): IssueWarning[] {
  const day = service_to ?? service_from;
  const rates = items.filter((item) => item.tax_rate > 0 && categoryOf(item, tax_mode) === 'S').map(({ tax_rate }) => tax_rate);
  return [...new Set(rates)]
    .sort((a, b) => a - b)
    .flatMap((rate) => {
      const isKnown = isKnownRate(rate);
      const isDoubted = (day !== null && !isRateInForce(country, rate, day)) || rate > HIGHEST;
      return isDoubted ? [warning(isKnown ? 'rate_not_in_force' : 'rate_unknown', String(rate))] : [];
    });
}
