import { unprintableIn } from '#domain/documents/printed-characters.ts';
import { isAstray, linesLeft, takesTooMuch } from './correction-lines.ts';
import type { Invoice } from './invoice.ts';
import type { IssueField, IssueProblem } from './issue-problems.ts';

type Subject = Pick<Invoice, 'currency' | 'reason' | 'items' | 'reference' | 'notes' | 'payment_terms'>;

/** The invoice that is corrected, and what was issued to correct it; null where this device does not know it. */
export type CorrectionSources = { readonly original: Invoice | null; readonly corrections: readonly Invoice[] };

/**
 * What keeps a correction from being issued: an invoice that claims nothing (any more), no reason, no lines, lines that are not its own, and above all
 * lines that take back more than is left. The server refuses the same (`private.correction_problems`).
 */
export function correctionProblems(correction: Subject, { original, corrections }: CorrectionSources): IssueProblem[] {
  const { items, currency } = correction;
  const left = original ? linesLeft(original, corrections) : [];
  const missing: IssueField[] = [];
  if (original?.status !== 'issued' || original.document_type !== 'invoice') missing.push('corrects_id');
  if (correction.reason.trim() === '') missing.push('reason');
  if (items.length === 0) missing.push('items');
  if (items.some(({ description }) => description.trim() === '')) missing.push('items.description');
  if (items.some((line) => isAstray(line, left, currency))) missing.push('items.origin');
  if (takesTooMuch(items, left, currency)) missing.push('items.left');
  const characters = unprintableIn(
    [
      correction.reason,
      correction.reference,
      correction.notes,
      correction.payment_terms,
      ...items.flatMap(({ description, unit, exemption_reason }) => [description, unit, exemption_reason ?? '']),
    ].join(' '),
  );
  return [
    ...missing.map((field): IssueProblem => ({ field, code: 'required' })),
    ...(characters.length === 0 ? [] : [{ field: 'characters' as const, code: 'unprintable' as const, characters }]),
  ];
}
