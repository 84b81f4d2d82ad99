import { AppError } from '#domain/errors.ts';
import { jsonPath } from './archive-tables.ts';
import { ImportRefusal } from './import-archive.ts';
import { ArchiveError } from './zip-reader.ts';

/** Reasons an import has words for; all else is told as any other failure. */
export const IMPORT_REASONS = [
  'not_an_archive',
  'truncated',
  'newer_version',
  'damaged',
  'missing_entry',
  'unknown_entry',
  'bad_manifest',
  'bad_row',
  'archive_too_large',
  'bad_path',
  'checksum_differs',
  'company_here',
  'id_taken',
  'import_incomplete',
  'import_not_found',
  'import_out_of_order',
  'incomplete_archive',
  'invalid_settings',
  'other_company',
  'stored_otherwise',
  'unknown_to_server',
  'unread_receipt',
  'wrong_books',
] as const;

/** What can contradict itself in books, where an import has words for it. */
export const BOOK_RULES = ['ledger', 'totals', 'paid', 'tax', 'counter', 'future'] as const;

/** Why an archive was not taken: the reason, the part of the archive, the row's line in it, and the rule that was broken; null where there is none. */
export type ImportFault = {
  readonly reason: (typeof IMPORT_REASONS)[number];
  readonly place: string | null;
  readonly line: number | null;
  readonly rule: string | null;
};

const isReason = (reason: unknown): reason is ImportFault['reason'] => IMPORT_REASONS.some((known) => known === reason);

/** `expenses:17:a_rule` of a row, `totals:invoices:<id>` of books; anything else is a path, or a setting. */
function aboutOf(reason: ImportFault['reason'], about: string): Pick<ImportFault, 'place' | 'line' | 'rule'> {
  const [first = '', second = '', ...rest] = about.split(':');
  if (reason === 'wrong_books') return { rule: first, place: [second, ...rest].filter(Boolean).join(' ') || null, line: null };
  if (reason !== 'bad_row' && reason !== 'other_company') return { place: about || null, line: null, rule: null };
  return { place: jsonPath(first as never), line: Number(second) || null, rule: rest.join(':') || null };
}

/** What a failed import says of itself; null where it is no refusal of the archive: no connection, not signed in, cancelled. */
export function importFault(error: unknown): ImportFault | null {
  if (error instanceof ArchiveError) return { reason: error.fault.fault, place: error.fault.path, line: error.fault.line, rule: null };
  const [reason, about] =
    error instanceof ImportRefusal
      ? [error.reason, error.about]
      : error instanceof AppError
        ? [error.data['reason'], error.data['field']]
        : [null, ''];
  return isReason(reason) ? { reason, ...aboutOf(reason, typeof about === 'string' ? about : '') } : null;
}
