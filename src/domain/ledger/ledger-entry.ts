import * as z from 'zod/mini';

/** What an entry of the ledger says happened; `private.ledger_entries` has the same. */
export const LEDGER_KINDS = [
  'issued',
  'cancelled',
  'booked',
  'unbooked',
  'reversed',
  'paid',
  'changed',
  'deleted',
  'closed',
  'opened',
  'settings',
  'receipt',
  'carried_over',
] as const;

/** The kinds of records that are booked. */
export const LEDGER_COLLECTIONS = ['invoices', 'expenses', 'payments', 'periods', 'companies'] as const;

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** One entry of a company's ledger: what happened to which record, the hash of what was booked, and how it hangs on the entry before. */
export const ledgerEntrySchema = z.object({
  seq: z.int(),
  kind: z.enum(LEDGER_KINDS),
  collection: z.enum(LEDGER_COLLECTIONS),
  record_id: z.string(),
  label: z.string(),
  /** Which list of facts the payload's hash is made of. */
  form: z.int(),
  payload_sha256: hash,
  /** `<file>:<sha256>,…` */
  receipts: z.string(),
  prev_sha256: hash,
  sha256: hash,
  /** Microseconds, always in UTC: `2026-01-31T10:00:00.123456Z`. */
  at: z.string(),
  actor: z.nullable(z.string()),
});
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>;

/**
 * What can be wrong: `gap` an entry is missing before it · `chain` it does not hold the hash of the one before · `entry` its own hash is another ·
 * `differs` the record is no longer what was booked · `missing` the record is gone · `returned` it was deleted and is back · `receipt` the bytes of a
 * receipt are others · `unentered` it is booked, and no entry says so.
 */
export const LEDGER_FAULTS = ['gap', 'chain', 'entry', 'differs', 'missing', 'returned', 'receipt', 'unentered'] as const;

/** The first entry, or record, that is not as it should be. `seq` is null where there is no entry. */
export const ledgerFaultSchema = z.object({
  fault: z.enum(LEDGER_FAULTS),
  seq: z.nullable(z.int()),
  kind: z.nullable(z.enum(LEDGER_KINDS)),
  collection: z.enum(LEDGER_COLLECTIONS),
  record_id: z.string(),
  label: z.string(),
});
export type LedgerFault = z.infer<typeof ledgerFaultSchema>;

/** A place in a chain: the number of an entry and its hash. */
export type LedgerPlace = { readonly seq: number; readonly sha256: string };

/** The end of a company's chain, and when it was entered. */
export type LedgerHead = LedgerPlace & { readonly at: string };

/** Before the first entry. */
export const ORIGIN: LedgerPlace = { seq: 0, sha256: '0'.repeat(64) };

/** SHA-256 of a text as UTF-8, in hex. */
export type Sha256 = (text: string) => Promise<string>;

/** The text that an entry's hash is made of: its facts as a JSON array, spaced as PostgreSQL does (`private.facts_sha256`). */
export function entryText(companyId: string, entry: Omit<LedgerEntry, 'sha256'>): string {
  const { seq, kind, collection, record_id, label, form, payload_sha256, receipts, prev_sha256, at, actor } = entry;
  const facts = [companyId, `${seq}`, kind, collection, record_id, label, `${form}`, payload_sha256, receipts, prev_sha256, at, actor];
  return `[${facts.map((fact) => JSON.stringify(fact)).join(', ')}]`;
}

/** The first of these entries that does not continue the chain from `place`; null when all do. */
export async function firstFault(
  companyId: string,
  place: LedgerPlace,
  entries: readonly LedgerEntry[],
  sha256: Sha256,
): Promise<LedgerFault | null> {
  const hashes = await Promise.all(entries.map((entry) => sha256(entryText(companyId, entry))));
  for (const [index, entry] of entries.entries()) {
    const before = entries[index - 1] ?? place;
    const { seq, kind, collection, record_id, label } = entry;
    const fault =
      seq !== before.seq + 1 ? 'gap' : entry.prev_sha256 !== before.sha256 ? 'chain' : entry.sha256 !== hashes[index] ? 'entry' : null;
    if (fault) return { fault, seq, kind, collection, record_id, label };
  }
  return null;
}
