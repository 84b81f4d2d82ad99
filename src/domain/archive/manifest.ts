import * as z from 'zod/mini';

export const ARCHIVE_FORMAT = 'kontor-archive';
/** Raised when an older app could not read what a newer one writes. */
export const ARCHIVE_VERSION = 1;
export const MANIFEST_PATH = 'manifest.json';

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const count = z.int().check(z.minimum(0));

/** Read before anything else is: which version wrote this. */
export const archiveHeadSchema = z.object({ format: z.literal(ARCHIVE_FORMAT), version: z.int().check(z.minimum(1)) });

const entrySchema = z.object({
  path: z.string().check(z.minLength(1), z.maxLength(700)),
  bytes: count,
  sha256,
  /** CRC-32 of the bytes as they are packed, where they are: the last bits of a packed stream mean nothing and are checked all the same. */
  packed_crc32: z.optional(count),
  /** Of a table: its rows. */
  rows: z.optional(count),
});

/** `tables` are not in it · `columns` of rows are not · `files` without their bytes · `pdfs` not made · older `history` · `bank_data` only masked. */
export const MISSING_KINDS = ['tables', 'columns', 'files', 'pdfs', 'history', 'bank_data'] as const;

const missingSchema = z.object({
  what: z.enum(MISSING_KINDS),
  /** What is missing by name: tables, columns as `table.column`, files and PDFs by their path; at most a thousand. */
  names: z.array(z.string()).check(z.maxLength(1000)),
  /** How many in all; null where nobody knows. */
  count: z.nullable(count),
});
export type Missing = z.infer<typeof missingSchema>;

/** What `manifest.json` says of an archive; `SPEC.md` has the rest. */
export const manifestSchema = z.object({
  format: z.literal(ARCHIVE_FORMAT),
  version: z.literal(ARCHIVE_VERSION),
  /** The app that wrote it, `0.8.0`. */
  app: z.string().check(z.maxLength(40)),
  /** The newest migration of the server; null where a device wrote it. */
  schema: z.nullable(z.string().check(z.regex(/^\d{14}$/))),
  company: z.object({ id: z.uuid(), name: z.string(), country: z.string(), currency: z.string() }),
  made_at: z.iso.datetime(),
  /** Who asked for it; null for whoever runs the server. */
  made_by: z.nullable(z.uuid()),
  source: z.enum(['server', 'database', 'device']),
  is_complete: z.boolean(),
  missing: z.array(missingSchema),
  /** Changes that were on the device only. */
  unsynced: count,
  /** The end of the ledger, which `json/ledger_entries.jsonl` leads to; null where it is empty or not in the archive. */
  ledger: z.nullable(z.object({ seq: z.int().check(z.minimum(1)), sha256, at: z.string() })),
  entries: z.array(entrySchema),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** What can be wrong with an archive; `path` says in which entry, `line` in which row. */
export const ARCHIVE_FAULTS = [
  'not_an_archive',
  'truncated',
  'newer_version',
  'damaged',
  'missing_entry',
  'unknown_entry',
  'bad_manifest',
  'bad_row',
] as const;
export type ArchiveFault = {
  readonly fault: (typeof ARCHIVE_FAULTS)[number];
  readonly path: string | null;
  readonly line: number | null;
};
