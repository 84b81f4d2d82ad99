import { type Company, completeCompany } from '#domain/companies/company.ts';
import type { PrintableBranding, PrintableDocument } from '#domain/documents/printable-document.ts';
import { AppError } from '#domain/errors.ts';
import type { Invoice, SellerSnapshot } from '#domain/invoices/invoice.ts';
import { letterheadOfDocument, printableDocument } from '#domain/invoices/printable-invoice.ts';
import { ahead } from './ahead.ts';
import { type ArchiveTableName, filePath, pdfPath } from './archive-tables.ts';
import type { ArchiveWriter } from './archive-writer.ts';
import type { Row } from './canonical.ts';
import { ARCHIVE_FORMAT, ARCHIVE_VERSION, type Manifest, type Missing } from './manifest.ts';

export type Bucket = 'uploads' | 'logos';

/** What a source has now: per table its rows, and a text that is another one as soon as a row is. */
export type SourceState = {
  readonly schema: string | null;
  readonly ledger: Manifest['ledger'];
  /** Names the state of everything but the history, for the server to know it again; null where nobody asks. */
  readonly books: string | null;
  readonly tables: Readonly<Record<string, { readonly rows: number; readonly head: string }>>;
};

/** Where the contents of an archive come from: the server, its database, or a device. */
export type ArchiveSource = {
  readonly kind: Manifest['source'];
  readonly companyId: string;
  readonly userId: string | null;
  readonly tables: readonly ArchiveTableName[];
  state(): Promise<SourceState>;
  /** The rows of a table, by its key. */
  rows(table: ArchiveTableName): AsyncIterable<readonly Row[]>;
  /** Stored bytes; null where they are not to be had. */
  file(bucket: Bucket, path: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Issued documents with their lines, in any order. */
  documents(): AsyncIterable<readonly Invoice[]>;
  /** What it can't give at all. */
  missing(): Promise<readonly Missing[]>;
  /** Changes that are nowhere else. */
  unsynced(): Promise<number>;
};

export type ExportPhase = 'tables' | 'files' | 'pdfs';
/** How far it is: rows, files or documents of so many, and the bytes written so far. */
export type ExportProgress = { readonly phase: ExportPhase; readonly done: number; readonly total: number };

export type ExportParts = {
  readonly source: ArchiveSource;
  readonly writer: ArchiveWriter;
  readonly makePdf: (document: PrintableDocument) => Promise<Uint8Array<ArrayBuffer>>;
  readonly app: string;
  readonly madeAt: Date;
  readonly onProgress?: (progress: ExportProgress) => void;
  readonly signal?: AbortSignal;
};

/** What came of it: the archive's size in bytes, the SHA-256 of its manifest, the manifest without its entries, and `books` of the state that it has. */
export type Exported = {
  readonly bytes: number;
  readonly sha256: string;
  readonly manifest: Omit<Manifest, 'entries'>;
  readonly books: string | null;
};

/** So often tables that were written to meanwhile are read again. */
const PASSES = 8;
/** Files that are fetched while one is written. */
const FILES_AHEAD = 6;

type Named = { readonly path: string; readonly sha256: string };
/** What the rows say that is needed later. */
type Noted = {
  company: Company | null;
  files: Named[];
  issued: Map<string, { number: string; issue_date: string | null }>;
  /** Of the documents; the company's own beside them. */
  logos: Set<string>;
};

/** Writes the archive of a company from a source. Rejects with the signal's reason, AppErrors of the source, or `conflict` where the books don't stand still. */
export async function writeArchive(parts: ExportParts): Promise<Exported> {
  const { source, writer, app, madeAt } = parts;
  const { state, noted } = await writeTables(parts);
  const { company } = noted;
  if (!company) throw new AppError('not_found');
  const { country } = company.settings.company_details.address;
  const currency = company.settings.invoice_defaults.default_currency;
  await writer.writeTables({ name: company.name, country });
  const { missing, logos } = await writeFiles(parts, noted);
  const pdfs = await writePdfs(parts, { ...noted, company, logos });
  const unsynced = await source.unsynced();
  const all = [...(await source.missing()), ...missingOf('files', missing), ...missingOf('pdfs', pdfs)];
  const manifest: Omit<Manifest, 'entries'> = {
    format: ARCHIVE_FORMAT,
    version: ARCHIVE_VERSION,
    app,
    schema: state.schema,
    company: { id: company.id, name: company.name, country, currency },
    made_at: madeAt.toISOString(),
    made_by: source.userId,
    source: source.kind,
    is_complete: all.length === 0 && unsynced === 0,
    missing: all,
    unsynced,
    ledger: source.tables.includes('ledger_entries') ? state.ledger : null,
  };
  return { ...(await writer.finish(manifest)), manifest, books: state.books };
}

const missingOf = (what: Missing['what'], names: readonly string[]): Missing[] =>
  names.length === 0 ? [] : [{ what, names: names.slice(0, 1000), count: names.length }];

/**
 * All tables in one state: what was written to while it was read is read again, until the state that is asked for at the end is the one that every
 * table was read in. Nothing needs to be locked, and a company that is being worked in usually needs one more look at a table or two.
 */
async function writeTables({ source, writer, onProgress, signal }: ExportParts): Promise<{ state: SourceState; noted: Noted }> {
  const noted: Noted = { company: null, files: [], issued: new Map(), logos: new Set() };
  let state = await source.state();
  let stale = source.tables;
  let done = 0;
  for (let pass = 0; pass < PASSES; pass += 1) {
    const total = done + stale.reduce((sum, table) => sum + (state.tables[table]?.rows ?? 0), 0);
    for (const table of stale) {
      forget(noted, table);
      await writer.begin(table);
      for await (const rows of source.rows(table)) {
        signal?.throwIfAborted();
        note(noted, table, rows);
        await writer.rows(table, rows);
        done += rows.length;
        onProgress?.({ phase: 'tables', done: Math.min(done, total), total });
      }
    }
    const before = state;
    state = await source.state();
    stale = source.tables.filter((table) => state.tables[table]?.head !== before.tables[table]?.head);
    if (stale.length === 0) return { state, noted };
  }
  throw new AppError('conflict', { reason: 'books_keep_changing' });
}

function forget(noted: Noted, table: ArchiveTableName): void {
  if (table === 'files') noted.files = [];
  if (table === 'invoices') {
    noted.issued.clear();
    noted.logos.clear();
  }
}

function note(noted: Noted, table: ArchiveTableName, rows: readonly Row[]): void {
  for (const row of rows) {
    if (table === 'companies') noted.company = completeCompany({ bank_accounts: [], ...row } as unknown as Company);
    if (table === 'files') noted.files.push({ path: String(row['path']), sha256: String(row['sha256']) });
    if (table === 'files' && typeof row['original_path'] === 'string')
      noted.files.push({ path: row['original_path'], sha256: String(row['original_sha256']) });
    if (table === 'invoices' && typeof row['number'] === 'string') {
      noted.issued.set(String(row['id']), { number: row['number'], issue_date: row['issue_date'] as string | null });
      const printed = (row['seller'] as SellerSnapshot | null)?.letterhead?.logo_path;
      if (printed) noted.logos.add(printed);
    }
  }
}

/** Receipts, their originals, and the logos, one after another; the paths of those whose bytes are not to be had, or not what their record says. */
async function writeFiles(
  { source, writer, onProgress, signal }: ExportParts,
  { files, company, logos: printed }: Noted,
): Promise<{ missing: string[]; logos: Logos }> {
  const missing: string[] = [];
  const total = files.length;
  let done = 0;
  for await (const { item, result } of ahead(files, FILES_AHEAD, ({ path }) => source.file('uploads', path))) {
    signal?.throwIfAborted();
    const path = filePath('uploads', item.path);
    const sha256 = result && (await writer.file(path, result));
    if (sha256 !== item.sha256) missing.push(path);
    onProgress?.({ phase: 'files', done: (done += 1), total });
  }
  const logos = new Map<string, PrintableBranding['logo']>();
  for (const path of new Set([company?.logo_path, company?.former_letterhead?.logo_path, ...printed])) {
    if (!path) continue;
    const bytes = await source.file('logos', path);
    if (bytes) await writer.file(filePath('logos', path), bytes);
    else missing.push(filePath('logos', path));
    logos.set(path, bytes && { bytes, mime: mimeOf(path) });
  }
  return { missing, logos };
}

/** By their paths; null where the bytes are not to be had. */
type Logos = ReadonlyMap<string, PrintableBranding['logo']>;

const mimeOf = (path: string): string => (path.endsWith('.png') ? 'image/png' : path.endsWith('.webp') ? 'image/webp' : 'image/jpeg');

type Printing = Omit<Noted, 'logos'> & { readonly company: Company; readonly logos: Logos };

/** So many documents are made elsewhere while one is packed here. */
const AHEAD = 4;

/** Every issued document as it is printed; the paths of those that were not made. */
async function writePdfs({ source, writer, makePdf, onProgress, signal }: ExportParts, noted: Printing): Promise<string[]> {
  const missing = new Map([...noted.issued].map(([id, { number }]) => [id, pdfPath(number)]));
  const taken = new Set<string>();
  const total = missing.size;
  let done = 0;
  const coming: { id: string; number: string; pdf: Promise<Uint8Array<ArrayBuffer> | null> }[] = [];
  const writeNext = async (): Promise<void> => {
    const next = coming.shift();
    const bytes = await next?.pdf;
    onProgress?.({ phase: 'pdfs', done: (done += 1), total });
    if (!next || !bytes) return;
    await writer.file(free(pdfPath(next.number), taken), bytes);
    missing.delete(next.id);
  };
  for await (const invoices of source.documents())
    for (const invoice of invoices) {
      signal?.throwIfAborted();
      // What was issued after the tables were read is not in them.
      if (!missing.has(invoice.id) || invoice.number === null) continue;
      const original = invoice.cancels_id ?? invoice.corrects_id ?? null;
      const cancelled = original === null ? null : (noted.issued.get(original) ?? null);
      const document = printableDocument(invoice, {
        company: noted.company,
        customer: null,
        kind: 'document',
        cancelled,
        logo: noted.logos.get(letterheadOfDocument(invoice, noted.company).logo_path ?? '') ?? null,
      });
      const pdf = makePdf(document).catch((error: unknown) => {
        if (error instanceof AppError) return null;
        throw error;
      });
      pdf.catch(() => undefined); // is heard of when its turn comes
      coming.push({ id: invoice.id, number: invoice.number, pdf });
      if (coming.length > AHEAD) await writeNext();
    }
  while (coming.length > 0) await writeNext();
  return [...missing.values()];
}

/** Numbers that differ only in signs that no file name has would be one file. */
function free(path: string, taken: Set<string>): string {
  let name = path;
  for (let count = 2; taken.has(name.toLowerCase()); count += 1) name = path.replace(/\.pdf$/, `_${count}.pdf`);
  taken.add(name.toLowerCase());
  return name;
}
