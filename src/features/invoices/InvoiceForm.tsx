import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.tsx';
import type { DraftKind } from '#data/drafts/draft-shelf.ts';
import type { Opened } from '#data/drafts/use-drafts.ts';
import type { InvoiceDraft } from '#data/invoices/invoice-drafts.ts';
import { useInvoiceCommands } from '#data/invoices/use-invoice-commands.ts';
import { type InvoiceHead, invoiceHeadSchema, type LineProblems, lineProblems, pricedLine } from '#domain/invoices/invoice-form.ts';
import { invoiceTotals } from '#domain/invoices/invoice-totals.ts';
import type { Invoice, InvoiceInput } from '#domain/invoices/invoice.ts';
import { taxRatesFor } from '#domain/tax/tax-rates.ts';
import { FormError } from '#ui/FormError.tsx';
import { Section } from '#ui/Section.tsx';
import { showToast } from '#ui/toast.ts';
import { useKeptDraft } from '#ui/use-kept-draft.ts';
import { useNoticeOnLeave } from '#ui/use-notice-on-leave.ts';
import { useRecordForm } from '#ui/use-record-form.ts';
import classes from '#widgets/document/DocumentForm.module.css';
import { DocumentTexts } from '#widgets/document/DocumentTexts.tsx';
import { LineEditor } from '#widgets/document/lines/LineEditor.tsx';
import { useLines } from '#widgets/document/lines/use-lines.ts';
import { TotalsBox } from '#widgets/document/TotalsBox.tsx';
import { DraftKeptNote, RestoredDraft } from '#widgets/KeptDraft.tsx';
import { SaveBar } from '#widgets/SaveBar.tsx';
import { HeadFields } from './HeadFields.tsx';

type Props = {
  kind: DraftKind;
  opened: Opened<InvoiceDraft>;
  /** The draft as it was when the form opened, for an edit. */
  before?: InvoiceInput;
  cancelTo: string;
  onSaved: (invoice: Invoice) => void;
  onDiscarded: () => void;
};
const NONE: LineProblems = {};

export function InvoiceForm({ kind, opened, before, cancelTo, onSaved, onDiscarded }: Props) {
  const { t } = useTranslation('invoices');
  const { ctx, company } = useCompany();
  const commands = useInvoiceCommands();
  const { invoiceId, values: start } = opened.draft;
  const taxRate = taxRatesFor(company.settings.company_details.address.country).own[0] ?? 0;
  const lines = useLines(start.lines, { taxRate, newId: ctx.newId });
  const [isChecked, setChecked] = useState(false);
  const { form, formProps, formError, isSubmitting } = useRecordForm<InvoiceHead>({
    initialValues: start.head,
    schema: invoiceHeadSchema,
    submit: async (head) => {
      setChecked(true);
      const invoice = await commands.saveDraft({
        kind,
        draft: { invoiceId, values: { head, lines: lines.lines } },
        ...(before ? { opened: before } : {}),
      });
      kept.stop();
      showToast({ type: 'success', text: t(kind === 'new' ? 'toast.created' : 'toast.changed') });
      return onSaved(invoice);
    },
    describe: (error) => (hasLineIssues(error) ? { text: t('form.linesMissing') } : undefined),
  });
  const { values: head } = form;
  const totals = useMemo(
    () => invoiceTotals(lines.lines.map(pricedLine), { currency: head.currency, taxMode: head.tax_mode }),
    [lines.lines, head.currency, head.tax_mode],
  );
  const problems = useMemo(() => (isChecked ? lineProblems(lines.lines) : NONE), [isChecked, lines.lines]);

  const isDirty = opened.restoredAt !== null || form.isDirty() || lines.isDirty;
  const draft = useMemo<InvoiceDraft>(() => ({ invoiceId, values: { head, lines: lines.lines } }), [invoiceId, head, lines.lines]);
  const keep = useCallback((typed: InvoiceDraft) => commands.keepDraft(kind, typed), [commands, kind]);
  const kept = useKeptDraft(keep, draft, isDirty && !isSubmitting);
  useNoticeOnLeave(kept.isKept, t('leave.kept'));
  const discard = async () => {
    kept.stop();
    await commands.discardDraft(kind, invoiceId);
    onDiscarded();
  };

  return (
    <form {...formProps} className={classes.form}>
      {opened.restoredAt !== null && <RestoredDraft kind={kind} at={opened.restoredAt} onDiscard={discard} />}
      <FormError>{formError}</FormError>
      <HeadFields form={form} isNew={kind === 'new'} />
      <Section title={t('section.lines')}>
        <LineEditor lines={lines} currency={head.currency} hasTax={head.tax_mode === 'standard'} taxRate={taxRate} problems={problems} />
      </Section>
      <div className={classes.end}>
        <Section title={t('section.texts')}>
          <DocumentTexts inputProps={form.getInputProps} />
        </Section>
        <div className={classes.totals}>
          <Section title={t('section.totals')}>
            <TotalsBox totals={totals} currency={head.currency} taxMode={head.tax_mode} />
          </Section>
        </div>
      </div>
      <SaveBar saveLabel={t(kind === 'new' ? 'form.save' : 'form.saveChanges')} isSaving={isSubmitting} cancelTo={cancelTo}>
        {isDirty && <DraftKeptNote />}
      </SaveBar>
    </form>
  );
}

const hasLineIssues = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'data' in error && JSON.stringify(error.data).includes('"path":"lines.');
