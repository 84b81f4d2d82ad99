import { documentFormat } from './document-format.ts';
import type { PrintableDocument } from './printable-document.ts';

type Subject = Pick<PrintableDocument, 'number' | 'issue_date' | 'due_date' | 'language' | 'currency'> & { readonly due_days: number } & {
  readonly seller: { readonly letterhead?: unknown } | null;
};

/**
 * The text with `{number}`, `{issue_date}`, `{due_date}` and `{days}` (to pay, from the date of issue) filled from its own document, in the
 * words of mails, so that a
 * sentence cannot contradict the date beside it. Of what was issued before there were any the braces went out, and stay. What a draft does not have yet is `…`; other words in braces stay.
 */
export function filledText(text: string, document: Subject): string {
  if (!text.includes('{') || (document.number !== null && !document.seller?.letterhead)) return text;
  const { date } = documentFormat({ ...document, currency_position: 'suffix' });
  const day = (value: string | null) => (value === null ? '…' : date(value));
  const values: Readonly<Record<string, string>> = {
    number: document.number ?? '…',
    issue_date: day(document.issue_date),
    due_date: day(document.due_date),
    days: String(document.due_days),
  };
  return text.replaceAll(/\{([a-z_]+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? whole) : whole));
}
