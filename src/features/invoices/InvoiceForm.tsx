import { Button, Textarea } from '@mantine/core';
import { IconDeviceMobile } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
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
import { useFormat } from '#platform/i18n/use-format.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { FormError } from '#ui/FormError.tsx';
import { Section } from '#ui/Section.tsx';
import { showToast } from '#ui/toast.ts';
import { useKeptDraft } from '#ui/use-kept-draft.ts';
import { useRecordForm } from '#ui/use-record-form.ts';
import { SaveBar } from '#widgets/SaveBar.tsx';
import { HeadFields } from './HeadFields.tsx';
import classes from './InvoiceForm.module.css';
import { LineEditor } from './lines/LineEditor.tsx';
import { useLines } from './lines/use-lines.ts';
import { TotalsBox } from './TotalsBox.tsx';

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
  useNoticeOnLeave(kept.isKept);
  const discard = async () => {
    kept.stop();
    await commands.discardDraft(kind, invoiceId);
    onDiscarded();
  };

  return (
    <form {...formProps} className={classes.form}>
      {opened.restoredAt !== null && <Restored kind={kind} at={opened.restoredAt} onDiscard={discard} />}
      <FormError>{formError}</FormError>
      <HeadFields form={form} isNew={kind === 'new'} />
      <Section title={t('section.lines')}>
        <LineEditor lines={lines} currency={head.currency} hasTax={head.tax_mode === 'standard'} taxRate={taxRate} problems={problems} />
      </Section>
      <div className={classes.end}>
        <Section title={t('section.texts')}>
          <div className={classes.stack}>
            <Textarea label={t('field.notes')} autosize minRows={2} maxRows={10} {...form.getInputProps('notes')} />
            <Textarea label={t('field.payment_terms')} autosize minRows={1} maxRows={4} {...form.getInputProps('payment_terms')} />
            <Textarea
              label={t('field.internal_notes')}
              description={t('hint.internal')}
              autosize
              minRows={1}
              maxRows={8}
              {...form.getInputProps('internal_notes')}
            />
          </div>
        </Section>
        <div className={classes.totals}>
          <Section title={t('section.totals')}>
            <TotalsBox totals={totals} currency={head.currency} taxMode={head.tax_mode} />
          </Section>
        </div>
      </div>
      <SaveBar saveLabel={t(kind === 'new' ? 'form.save' : 'form.saveChanges')} isSaving={isSubmitting} cancelTo={cancelTo}>
        {isDirty && (
          <span className={classes.kept}>
            <IconDeviceMobile size={16} aria-hidden />
            {t('form.draftKept')}
          </span>
        )}
      </SaveBar>
    </form>
  );
}

const hasLineIssues = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'data' in error && JSON.stringify(error.data).includes('"path":"lines.');

function Restored({ kind, at, onDiscard }: { kind: DraftKind; at: string; onDiscard: () => Promise<void> }) {
  const { t } = useTranslation('invoices');
  const format = useFormat();
  const [isAsking, setAsking] = useState(false);
  return (
    <div className={classes.restored} role="status">
      <span>{t('form.draftRestored', { when: format.instant(at) })}</span>
      <Button variant="subtle" size="compact-sm" onClick={() => setAsking(true)}>
        {t(kind === 'new' ? 'form.startFresh' : 'form.discard')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('discardDraft.title')}
        confirmLabel={t('discardDraft.confirm')}
        onConfirm={onDiscard}
        isDangerous
      >
        {t('discardDraft.text')}
      </ConfirmDialog>
    </div>
  );
}

/** Leaving loses nothing, so it asks nothing; it says where the draft is. */
function useNoticeOnLeave(isKept: () => boolean): void {
  const { t } = useTranslation('invoices');
  const text = useRef('');
  useEffect(() => {
    text.current = t('leave.kept');
  });
  const mounted = useRef(0);
  useEffect(() => {
    mounted.current += 1;
    return () => {
      mounted.current -= 1;
      queueMicrotask(() => {
        if (mounted.current === 0 && isKept()) showToast({ text: text.current });
      });
    };
  }, [isKept]);
}
