import { documentFormat } from '#domain/documents/document-format.ts';
import { documentText } from '#domain/documents/document-text.ts';
import { invoiceSides } from '#domain/reports/in-books.ts';
import { ownCurrencyOn } from '#domain/tax/own-currency.ts';
import type { Invoice } from './invoice.ts';

/**
 * The sentence that says the tax of an invoice in a foreign currency in that of the seller's country, by the rate it was issued with (Art. 230 of
 * the VAT directive; Britain's regulations ask for the same). Nothing where no tax is charged, the law asks for nothing, or nobody knows a rate.
 */
export function ownCurrencyTax(invoice: Invoice, country: string, currency_position: 'prefix' | 'suffix'): string[] {
  const { exchange, language } = invoice;
  const own = ownCurrencyOn(country, invoice.tax_point ?? invoice.issue_date ?? '');
  if (!exchange || exchange.currency !== own || invoice.tax_total === 0) return [];
  const [, inBooks] = invoiceSides(invoice);
  const format = documentFormat({ language, currency: own, currency_position });
  const text = documentText(language);
  const rate = `1 ${invoice.currency} = ${language === 'de' ? exchange.rate.replace('.', ',') : exchange.rate} ${own}`;
  return [text.ownCurrencyTax(format.money(inBooks?.it.tax_total ?? 0), rate, format.date(exchange.day))];
}
