import { logoBytes } from '#data/branding/logo.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { readStored } from '#data/core/stored.ts';
import { receiptsOf } from '#data/files/files.queries.ts';
import { originalBytes } from '#data/receipts/original-bytes.ts';
import { receiptBytes } from '#data/receipts/receipt-url.ts';
import { bookedIn } from '#data/reports/documents-of-period.ts';
import { type BookingList, expenseList, incomeList, listCsv, moneyList, type Names, rateList } from '#domain/adviser/booking-lists.ts';
import { fileNameOf, freeNames, type PackageEntry, type PackageProgress, writePackage } from '#domain/adviser/write-package.ts';
import { bookingDay } from '#domain/bookings/booking.ts';
import type { Company } from '#domain/companies/company.ts';
import type { DocumentLanguage } from '#domain/documents/printable-document.ts';
import { AppError } from '#domain/errors.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import { RECEIPT_EXTENSIONS, type StoredFile } from '#domain/files/file.ts';
import { letterheadOfDocument, printableDocument } from '#domain/invoices/printable-invoice.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import type { ExportFile } from '#platform/storage/export-file.ts';

/** The words of a package, in the person's language. */
export type PackageWords = Omit<Names, 'invoiceNumber'> & {
  readonly heading: (column: string) => string;
  readonly file: (name: 'income' | 'expenses' | 'money' | 'rates' | 'documents' | 'receipts' | 'summary') => string;
};
export type Counts = Readonly<Record<'invoices' | 'expenses' | 'payments' | 'receipts', number>>;
type Order = {
  readonly file: ExportFile;
  readonly days: { readonly from: string; readonly to: string };
  readonly company: Company;
  /** The currency of the books. */ readonly own: string;
  readonly language: DocumentLanguage;
  readonly words: PackageWords;
  /** Files that are made already: the reports of the period. */ readonly texts: readonly {
    readonly path: string;
    readonly text: string;
  }[];
  /** What the summary says, once it is known what is in the package and what is missing. */
  readonly summary: (counts: Counts, missing: readonly string[], pictures: readonly string[]) => string;
  readonly onProgress: (progress: PackageProgress) => void;
  readonly signal: AbortSignal;
};

const toBytes = async (blob: Blob): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await blob.arrayBuffer());

/** Writes what an adviser needs of a period into a file. Returns the paths that could not be had now. Nothing is left of it when it fails. */
export async function exportForAdviser(db: CompanyDatabase, order: Order): Promise<string[]> {
  const { file, words, days, own, language, texts, summary, onProgress, signal } = order;
  const booked = await bookedIn(db, days);
  const invoicesOfPayments = await readStored(db, 'invoices', [...new Set(booked.payments.map((payment) => payment.invoice_id))]);
  const names: Names = { ...words, invoiceNumber: (id) => invoicesOfPayments.get(id)?.number ?? '' };
  const free = freeNames();
  const pictures: string[] = [];
  const receipts = await receiptEntries(db, booked.expenses, { words, free, pictures });
  const csv = (name: 'income' | 'expenses' | 'money' | 'rates', list: BookingList): PackageEntry => ({
    path: `${words.file(name)}.csv`,
    text: listCsv(list, words.heading, language),
  });
  const documents = [
    ...booked.invoices.map((it) => ({ kind: words.code('document', it.document_type), it })),
    ...booked.expenses.map((it) => ({ kind: words.code('document', 'expense'), it })),
    ...booked.payments.map((it) => ({
      kind: words.code('document', 'payment'),
      it: { ...it, number: names.invoiceNumber(it.invoice_id) },
    })),
  ];
  const entries: PackageEntry[] = [
    ...texts,
    csv('income', incomeList(booked.invoices, own, names)),
    csv('expenses', expenseList(booked.expenses, own, { ...names, files: (id) => receipts.namesOf.get(id) ?? [] })),
    csv('money', moneyList(booked.payments, booked.paid, own, names)),
    csv('rates', rateList(documents, own)),
    ...(await documentEntries(db, booked.invoices, { ...order, free })),
    ...receipts.entries,
  ];
  const { invoices, expenses, payments } = booked;
  const counts: Counts = {
    invoices: invoices.length,
    expenses: expenses.length,
    payments: payments.length,
    receipts: receipts.entries.length,
  };
  const writable = await file.handle.createWritable().catch(async (error: unknown) => {
    await file.discard();
    throw error;
  });
  try {
    const last = (missing: readonly string[]) => ({ path: `${words.file('summary')}.txt`, text: summary(counts, missing, pictures) });
    const missing = await writePackage(entries, last, {
      sink: { write: (bytes) => writable.write(bytes) },
      madeAt: db.clock.now(),
      onProgress,
      signal,
    });
    await writable.close();
    await file.deliver();
    return missing;
  } catch (error) {
    await writable.abort().catch(() => undefined);
    await file.discard();
    throw error;
  }
}

/** The document that this one takes back, wholly or in part. */
const originalOf = ({ cancels_id, corrects_id }: Invoice): string | null => cancels_id ?? corrects_id ?? null;

type Naming = { readonly words: PackageWords; readonly free: (path: string) => string };

/** Every document of the days as it is printed: `2026-10-03 INV-2026-0042 Customer.pdf`. */
async function documentEntries(
  db: CompanyDatabase,
  invoices: readonly Invoice[],
  { words, free, company }: Naming & Pick<Order, 'company'>,
) {
  const cancelled = await readStored(
    db,
    'invoices',
    invoices.flatMap((invoice) => originalOf(invoice) ?? []),
  );
  return invoices.map((invoice): PackageEntry => {
    const name = fileNameOf(invoice.issue_date, invoice.number, words.customer(invoice));
    return {
      path: free(`${words.file('documents')}/${name}.pdf`),
      bytes: async () => {
        const logo = letterheadOfDocument(invoice, company).logo_path;
        const blob = logo ? await logoBytes(db, logo) : null;
        const sources = {
          company,
          customer: null,
          kind: 'document' as const,
          cancelled: cancelled.get(originalOf(invoice) ?? '') ?? null,
          logo: blob && { bytes: await toBytes(blob), mime: blob.type },
        };
        const { renderPdf } = await import('#platform/pdf/render-pdf.ts');
        // The fonts are not on this device yet, or no font has a letter of it.
        const made = await renderPdf(printableDocument(invoice, sources)).catch((error: unknown) => {
          if (error instanceof AppError) return null;
          throw error;
        });
        return made && new Uint8Array(made);
      },
    };
  });
}

/** The receipts of expenses in the bytes that were taken in; where only the picture made of them can be had, that, and `pictures` names it. */
async function receiptEntries(
  db: CompanyDatabase,
  expenses: readonly Expense[],
  { words, free, pictures }: Naming & { readonly pictures: string[] },
) {
  const entries: PackageEntry[] = [];
  const namesOf = new Map<string, string[]>();
  for (const expense of expenses) {
    for (const file of await receiptsOf(db, expense.id)) {
      const name = fileNameOf(
        bookingDay(expense.expense_date, expense.booked_on),
        expense.number,
        words.vendor(expense.vendor_id) || expense.description,
      );
      const path = free(`${words.file('receipts')}/${name}.${RECEIPT_EXTENSIONS[file.original_mime_type ?? file.mime_type]}`);
      namesOf.set(expense.id, [...(namesOf.get(expense.id) ?? []), path]);
      entries.push({ path, bytes: () => bytesOf(db, file, () => pictures.push(path)) });
    }
  }
  return { entries, namesOf };
}

async function bytesOf(db: CompanyDatabase, file: StoredFile, onPicture: () => void): Promise<Uint8Array<ArrayBuffer> | null> {
  if (file.original_path === null) {
    const blob = await receiptBytes(db, file);
    return blob && toBytes(blob);
  }
  const original = await originalBytes(db, file).catch(() => null);
  if (original) return toBytes(original);
  const picture = await receiptBytes(db, file);
  if (picture) onPicture();
  return picture && toBytes(picture);
}
