import type { CompanyDatabase } from '#data/core/company-database.ts';
import { booksCurrency } from '#domain/companies/company-settings.ts';
import { bookedExchange, type Exchange } from '#domain/exchange/document-exchange.ts';
import { exchangeRate } from '#domain/exchange/exchange-rates.ts';
import { keptRates } from './kept-rates.ts';

type Document = { readonly amount: number; readonly currency: string; readonly exchange?: Exchange | null | undefined };

/** What a document of that day is worth in the books, by the rate that was entered, else by the last one known here; null where none is. */
export async function exchangeInBooks(db: CompanyDatabase, document: Document, day: string): Promise<Exchange | null> {
  const company = await db.collections.companies.findOne().exec();
  const books = company && booksCurrency(company.settings);
  if (!company || !books || document.currency === books) return null;
  const question = { from: document.currency, to: books, day, rates: company.settings.exchange.rates };
  return bookedExchange(document, books, exchangeRate(await keptRates(db.device, day), question));
}
