import { refuseUnlessAsShown } from '#data/core/as-shown.ts';
import { authorise, type CommandContext, newRecord, parseInput } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { editRecord } from '#data/core/edit-record.ts';
import { readStored } from '#data/core/stored.ts';
import { insertRecord } from '#data/core/write.ts';
import * as z from 'zod/mini';
import { AppError } from '#domain/errors.ts';
import { correctedContent, type CorrectionInput, draftCorrection } from '#domain/invoices/correction-draft.ts';
import { correctionProblems, type CorrectionSources } from '#domain/invoices/correction-problems.ts';
import { correctRefusal, invoiceEditRefusal, readyToIssue } from '#domain/invoices/invoice-lifecycle.ts';
import { type Invoice, invoiceItemSchema, invoiceSchema, ITEMS_MAX } from '#domain/invoices/invoice.ts';

const inputSchema = z.object({
  items: z.array(invoiceItemSchema).check(z.maxLength(ITEMS_MAX, 'tooManyItems')),
  reason: invoiceSchema.shape.reason,
});

type CorrectionSave = {
  /** The correction's id: a second call for the same one changes what the first one wrote. */
  readonly id: string;
  /** The invoice as it was shown: `conflict` when it has changed since (SYNC-28). */
  readonly original: Invoice;
  /** The draft as the form showed it when it opened; null where nothing was saved yet. */
  readonly draft: Invoice | null;
  readonly input: CorrectionInput;
  /** Whether it is to be issued with the next sync; else it stays a draft. */
  readonly isIssued: boolean;
};

/**
 * Writes a correction of an issued invoice. AppError `invalid_input` names what keeps it from being issued, as {@link correctionProblems} does; a
 * draft may still miss something. What somebody else changed in the draft meanwhile is not overwritten (SYNC-26): saving asks about it, issuing is
 * refused with `conflict`, as where it was changed in the original.
 */
export async function saveCorrection(
  db: CompanyDatabase,
  { id, original: seen, draft, input, isIssued }: CorrectionSave,
  ctx: CommandContext,
): Promise<Invoice> {
  const values = parseInput(inputSchema, input);
  authorise(ctx, 'invoices.create');
  if (isIssued) authorise(ctx, 'invoices.cancel');
  const { original, corrections } = await correctionSources(db, seen.id);
  if (!original) throw new AppError('not_found', { collection: 'invoices', id: seen.id });
  refuseUnlessAsShown('invoices', seen, original);
  const refusal = correctRefusal(original, ctx.access);
  if (refusal !== null) throw new AppError(refusal === 'not_allowed' ? refusal : 'invalid_transition', { reason: refusal });
  const made = draftCorrection({ ...newRecord(ctx), id }, original, { ...values, createdBy: ctx.userId });
  if (isIssued) refuseProblems(made, { original, corrections });
  const isNew = draft === null && !(await readStored(db, 'invoices', [id])).has(id);
  if (isNew) return insertRecord(db, 'invoices', isIssued ? readyToIssue(made, []) : made);
  return editRecord(db, 'invoices', id, {
    opened: draft ?? {},
    values: { ...correctedContent(original, values, id), ...(isIssued ? { status: 'ready_to_issue' as const } : {}) },
    check: (current) => {
      if (invoiceEditRefusal(current, ctx.access) !== null || current.status !== 'draft') throw new AppError('invalid_transition');
      if (isIssued && draft) refuseUnlessAsShown('invoices', draft, current);
    },
  });
}

/** The invoice that is corrected, with what was issued to correct it, as this device knows them. */
export async function correctionSources(db: CompanyDatabase, originalId: string): Promise<CorrectionSources> {
  const original = (await readStored(db, 'invoices', [originalId])).get(originalId) ?? null;
  const ids = (original?.corrections ?? []).map(({ id }) => id);
  const found = await readStored(db, 'invoices', ids);
  return { original, corrections: ids.flatMap((id) => found.get(id) ?? []) };
}

/** AppError `invalid_input` with one issue per problem. */
export function refuseProblems(correction: Invoice, sources: CorrectionSources): void {
  const problems = correctionProblems(correction, sources);
  if (problems.length > 0)
    throw new AppError('invalid_input', { issues: problems.map(({ field, code }) => ({ path: field, message: code })) });
}
