import type { UseFormReturnType } from '@mantine/form';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import type { FormSave } from '#data/drafts/form-drafts.ts';
import { type InvoiceLine, type LineProblems, lineProblems, pricedLine } from '#domain/invoices/invoice-form.ts';
import { invoiceTotals } from '#domain/invoices/invoice-totals.ts';
import type { TaxMode } from '#domain/tax/tax-mode.ts';
import { standardRate } from '#domain/tax/tax-rates.ts';
import { FormError } from '#ui/FormError.tsx';
import { Section } from '#ui/Section.tsx';
import { useRecordForm } from '#ui/use-record-form.ts';
import { SaveBar } from '#widgets/SaveBar.tsx';
import { useKeptTyping } from '#widgets/use-kept-typing.tsx';
import type { Drafted } from '#widgets/WithDraft.tsx';
import classes from './DocumentForm.module.css';
import { DocumentTexts } from './DocumentTexts.tsx';
import { LineEditor } from './lines/LineEditor.tsx';
import { useLines } from './lines/use-lines.ts';
import { TotalsBox } from './TotalsBox.tsx';

type Head = Record<string, unknown> & { readonly currency: string; readonly tax_mode: TaxMode };
type Written<H> = { readonly head: H; readonly lines: readonly InvoiceLine[] };
type Options<H extends Head> = {
  drafted: Drafted<Written<H>>;
  schema: NonNullable<Parameters<typeof useRecordForm<H>>[0]['schema']>;
  /** Saves, and leads on. */
  onSave: (typed: FormSave<Written<H>>) => Promise<unknown>;
};
type Props<H extends Head> = Options<H> & {
  /** Over the sums. */
  totalsTitle: string;
  saveLabel: string;
  cancelTo: string;
  /** What stands above the lines. */
  children: (form: UseFormReturnType<H>) => ReactNode;
};

/** The form of a document with lines: its head, its lines, its texts and what it comes to. */
export function DocumentForm<H extends Head>({ totalsTitle, saveLabel, cancelTo, children, ...options }: Props<H>) {
  const { t } = useTranslation('invoices');
  const { form, formProps, formError, isSubmitting, lines, problems, taxRate, restored, note } = useDocumentForm(options);
  const { currency, tax_mode: taxMode } = form.values;
  const totals = useMemo(() => invoiceTotals(lines.lines.map(pricedLine), { currency, taxMode }), [lines.lines, currency, taxMode]);
  return (
    <form {...formProps} className={classes.form}>
      {restored}
      <FormError>{formError}</FormError>
      {children(form)}
      <Section title={t('section.lines')}>
        <LineEditor lines={lines} currency={currency} hasTax={taxMode === 'standard'} taxRate={taxRate} problems={problems} />
      </Section>
      <div className={classes.end}>
        <Section title={t('section.texts')}>
          <DocumentTexts inputProps={form.getInputProps} />
        </Section>
        <div className={classes.totals}>
          <Section title={totalsTitle}>
            <TotalsBox totals={totals} currency={currency} taxMode={taxMode} />
          </Section>
        </div>
      </div>
      <SaveBar saveLabel={saveLabel} isSaving={isSubmitting} cancelTo={cancelTo}>
        {note}
      </SaveBar>
    </form>
  );
}

const NONE: LineProblems = {};

/** Head and lines as one draft. Lines complain only after somebody tried to save. */
function useDocumentForm<H extends Head>({ drafted, schema, onSave }: Options<H>) {
  const { t } = useTranslation('invoices');
  const { ctx, company } = useCompany();
  const { kind, recordId } = drafted;
  const { before, values: start } = drafted.draft;
  const taxRate = standardRate(company.settings.company_details.address.country, ctx.today()) ?? 0;
  const lines = useLines(start.lines, { taxRate, newId: ctx.newId });
  const [isChecked, setChecked] = useState(false);
  const bound = useRecordForm<H>({
    initialValues: start.head,
    schema,
    submit: async (head) => {
      setChecked(true);
      await onSave({ kind, recordId, before, values: { head, lines: lines.lines } });
      await forget();
    },
    describe: (error) => (hasLineIssues(error) ? { text: t('form.linesMissing') } : undefined),
  });
  const { form, isSubmitting } = bound;
  const values = useMemo(() => ({ head: form.values, lines: lines.lines }), [form.values, lines.lines]);
  const { forget, ...kept } = useKeptTyping(drafted, { values, isChanged: form.isDirty() || lines.isDirty, isSubmitting });
  const problems = useMemo(() => (isChecked ? lineProblems(lines.lines) : NONE), [isChecked, lines.lines]);
  return { ...bound, ...kept, lines, problems, taxRate };
}

const hasLineIssues = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'data' in error && JSON.stringify(error.data).includes('"path":"lines.');
