import { documentFormat } from '#domain/documents/document-format.ts';
import { documentText } from '#domain/documents/document-text.ts';
import { invoiceSides } from '#domain/reports/in-books.ts';
import { ownCurrencyOn } from '#domain/tax/own-currency.ts';
import type { Invoice } from './invoice.ts';

type OwnTax = { readonly currency: string; readonly amount: number };

/**
 * The tax of an invoice in a foreign currency in that of the seller's country, by the rate it was issued with (Art. 230 of the VAT directive;
 * Britain's regulations ask for the same). Null where no tax is charged, the law asks for nothing, or nobody knew a rate at issue.
 */
export function ownTax(invoice: Invoice, country: string): OwnTax | null {
  const { exchange, seller } = invoice;
  const own = ownCurrencyOn(country, invoice.tax_point ?? invoice.issue_date ?? '');
  if (!exchange || exchange.currency !== own || invoice.tax_total === 0 || seller?.exchange_known === false) return null;
  const [, inBooks] = invoiceSides(invoice);
  return { currency: own, amount: inBooks?.it.tax_total ?? 0 };
}

/** The sentence that says it on paper; none where there is nothing to say. */
export function ownCurrencyTax(invoice: Invoice, country: string, currency_position: 'prefix' | 'suffix'): string[] {
  const { exchange, language } = invoice;
  const own = ownTax(invoice, country);
  if (!own || !exchange) return [];
  const format = documentFormat({ language, currency: own.currency, currency_position });
  const text = documentText(language);
  const rate = `1 ${invoice.currency} = ${language === 'de' ? exchange.rate.replace('.', ',') : exchange.rate} ${own.currency}`;
  return [text.ownCurrencyTax(format.money(own.amount), rate, format.date(exchange.day))];
}
