import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.tsx';
import type { DraftKind } from '#data/drafts/draft-shelf.ts';
import type { Opened } from '#data/drafts/use-drafts.ts';
import type { RecurringInvoiceDraft } from '#data/recurring-invoices/recurring-invoice-drafts.ts';
import { useRecurringInvoiceCommands } from '#data/recurring-invoices/use-recurring-invoice-commands.ts';
import { type LineProblems, lineProblems, pricedLine } from '#domain/invoices/invoice-form.ts';
import { invoiceTotals } from '#domain/invoices/invoice-totals.ts';
import {
  type RecurringInvoiceHead,
  recurringInvoiceHeadSchema,
  recurringInvoiceInputFrom,
} from '#domain/recurring-invoices/recurring-invoice-form.ts';
import type { RecurringInvoice } from '#domain/recurring-invoices/recurring-invoice.ts';
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
  opened: Opened<RecurringInvoiceDraft>;
  /** The record as it was when the form opened, for an edit. */
  before?: RecurringInvoice;
  cancelTo: string;
  onSaved: (item: RecurringInvoice) => void;
  onDiscarded: () => void;
};
const NONE: LineProblems = {};

export function RecurringInvoiceForm({ kind, opened, before, cancelTo, onSaved, onDiscarded }: Props) {
  const { t } = useTranslation('recurring');
  const { ctx, company } = useCompany();
  const commands = useRecurringInvoiceCommands();
  const { recordId, values: start } = opened.draft;
  const taxRate = taxRatesFor(company.settings.company_details.address.country).own[0] ?? 0;
  const lines = useLines(start.lines, { taxRate, newId: ctx.newId });
  const [isChecked, setChecked] = useState(false);
  const { form, formProps, formError, isSubmitting } = useRecordForm<RecurringInvoiceHead>({
    initialValues: start.head,
    schema: recurringInvoiceHeadSchema,
    submit: async (head) => {
      setChecked(true);
      const draft = { recordId, values: { head, lines: lines.lines } };
      const item = await commands.save({ kind, draft, ...(before ? { opened: recurringInvoiceInputFrom(before) } : {}) });
      kept.stop();
      showToast({ type: 'success', text: t(kind === 'new' ? 'toast.created' : 'toast.changed') });
      return onSaved(item);
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
  const draft = useMemo<RecurringInvoiceDraft>(() => ({ recordId, values: { head, lines: lines.lines } }), [recordId, head, lines.lines]);
  const keep = useCallback((typed: RecurringInvoiceDraft) => commands.keepDraft(kind, typed), [commands, kind]);
  const kept = useKeptDraft(keep, draft, isDirty && !isSubmitting);
  useNoticeOnLeave(kept.isKept, t('leave.invoices'));
  const discard = async () => {
    kept.stop();
    await commands.discardDraft(kind, recordId);
    onDiscarded();
  };

  return (
    <form {...formProps} className={classes.form}>
      {opened.restoredAt !== null && <RestoredDraft kind={kind} at={opened.restoredAt} onDiscard={discard} />}
      <FormError>{formError}</FormError>
      <HeadFields form={form} isNew={kind === 'new'} before={before} />
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
      <SaveBar saveLabel={t(kind === 'new' ? 'form.saveInvoice' : 'form.saveChanges')} isSaving={isSubmitting} cancelTo={cancelTo}>
        {isDirty && <DraftKeptNote />}
      </SaveBar>
    </form>
  );
}

const hasLineIssues = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'data' in error && JSON.stringify(error.data).includes('"path":"lines.');
