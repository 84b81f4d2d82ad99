import type * as z from 'zod/mini';
import { parseInput } from '#data/core/command-context.ts';
import { formDrafts } from '#data/drafts/form-drafts.ts';
import { AppError } from '#domain/errors.ts';
import { type InvoiceFormValues, type InvoiceLine, lineProblems } from '#domain/invoices/invoice-form.ts';

export const invoiceDrafts = formDrafts<InvoiceFormValues>('invoice', { collection: 'invoices' });

type Written<H> = { readonly head: H; readonly lines: readonly InvoiceLine[] };

/** The head as the schema reads it, with the lines; AppError `invalid_input` names what misses something as `lines.<id>.<field>`. */
export function parseDocument<S extends z.ZodMiniType>(schema: S, { head, lines }: Written<unknown>): Written<z.output<S>> {
  const parsed = parseInput(schema, head);
  const issues = Object.entries(lineProblems(lines)).flatMap(([line, problems]) =>
    Object.entries(problems).map(([field, message]) => ({ path: `lines.${line}.${field}`, message })),
  );
  if (issues.length > 0) throw new AppError('invalid_input', { issues });
  return { head: parsed, lines };
}
