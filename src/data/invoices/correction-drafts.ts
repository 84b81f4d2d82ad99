import { formDrafts } from '#data/drafts/form-drafts.ts';
import type { LineChoices } from '#domain/invoices/correction-form.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';

/** What is typed into the form of a correction. */
export type CorrectionTyped = {
  /** The id that the correction has, or will have. */
  readonly id: string;
  /** The saved draft as the form showed it when it opened: what is typed is compared with that, and saved against it. Null where there was none. */
  readonly draft: Invoice | null;
  readonly choices: LineChoices;
  readonly reason: string;
};

/** Kept by the correction, or by the invoice of which none was begun. */
export const correctionDrafts = formDrafts<CorrectionTyped>('correction', { collection: 'invoices' });
