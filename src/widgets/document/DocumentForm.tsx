import type { UseFormReturnType } from '@mantine/form';
import { type FormEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDirectory } from '#data/directory/use-directory.ts';
import { useCompany } from '#data/core/company-context.ts';
import type { FormSave } from '#data/drafts/form-drafts.ts';
import { startTax } from '#domain/tax/start-tax.ts';
import { type InvoiceLine, formTaxMode, itemsOf, keptLines, type LineProblems, lineProblems } from '#domain/invoices/invoice-form.ts';
import { invoiceTotals } from '#domain/invoices/invoice-totals.ts';
import type { TaxMode } from '#domain/tax/tax-mode.ts';
import { SMALL_BUSINESS } from '#domain/tax/line-tax.ts';
import type { Customer } from '#domain/customers/customer.ts';
import { FormError } from '#ui/FormError.tsx';
import { Section } from '#ui/Section.tsx';
import { useRecordForm } from '#ui/use-record-form.ts';
import { SaveBar } from '#widgets/SaveBar.tsx';
import { useKeptTyping } from '#widgets/use-kept-typing.tsx';
import type { Drafted } from '#widgets/WithDraft.tsx';
import classes from './DocumentForm.module.css';
import { DocumentTexts } from './DocumentTexts.tsx';
import { LineEditor } from './lines/LineEditor.tsx';
import { focusFirstLine } from './lines/cells.ts';
import { useLines } from './lines/use-lines.ts';
import type { TaxPlace } from '#widgets/TaxOptions.tsx';
import { TaxProposal } from './TaxProposal.tsx';
import { TotalsBox } from './TotalsBox.tsx';

type Head = Record<string, unknown> & { readonly currency: string; readonly tax_mode: TaxMode };
type Written<H> = { readonly head: H; readonly lines: readonly InvoiceLine[] };
type Options<H extends Head> = {
  drafted: Drafted<Written<H>>;
  schema: NonNullable<Parameters<typeof useRecordForm<H>>[0]['schema']>;
  /** Saves, and leads on; `next` is what the button that was pressed adds to saving. */
  onSave: (typed: FormSave<Written<H>>, next: string | null) => Promise<unknown>;
};
type Props<H extends Head> = Options<H> & {
  /** Over the sums. */
  totalsTitle: string;
  saveLabel: string;
  /** A second button that saves, and what it adds to that. */
  saveAnd?: { readonly next: string; readonly label: string } | null;
  cancelTo: string;
  /** What stands below the total, major units. */
  underTotals?: (form: UseFormReturnType<H>, gross: number) => ReactNode;
  /** What stands above the lines; `toLines` leads the caret into them. */
  children: (form: UseFormReturnType<H>, toLines: () => void) => ReactNode;
};

/** The form of a document with lines: its head, its lines, its texts and what it comes to. */
export function DocumentForm<H extends Head>({ totalsTitle, saveLabel, saveAnd, cancelTo, underTotals, children, ...options }: Props<H>) {
  const { t } = useTranslation('invoices');
  const { form, formProps, formError, isSubmitting, lines, problems, tax, restored, note } = useDocumentForm(options);
  const { currency } = form.values;
  const { hasTax, place, customer } = useTaxing(form.values, lines.lines);
  const items = useMemo(() => itemsOf(lines.lines), [lines.lines]);
  const taxMode = formTaxMode(items, form.values.tax_mode);
  const totals = useMemo(() => invoiceTotals(items, { currency, taxMode }), [items, currency, taxMode]);
  return (
    <form {...formProps} className={classes.form}>
      {restored}
      <FormError>{formError}</FormError>
      {children(form, () => focusFirstLine(formProps.ref.current))}
      <Section title={t('section.lines')}>
        {hasTax && customer && lines.lines.every(({ tax_category }) => tax_category === 'S' || tax_category === null) && (
          <TaxProposal
            customer={customer}
            country={place.country}
            onChoose={(tax_category) => lines.changeAll({ tax_rate: 0, tax_category, exemption_reason: null })}
          />
        )}
        <LineEditor lines={lines} currency={currency} hasTax={hasTax} tax={tax} place={place} problems={problems} />
      </Section>
      <div className={classes.end}>
        <Section title={t('section.texts')}>
          <DocumentTexts inputProps={form.getInputProps} />
        </Section>
        <div className={classes.totals}>
          <Section title={totalsTitle}>
            <TotalsBox document={{ ...totals, currency, tax_mode: taxMode, items }} />
            {underTotals?.(form, totals.gross_total)}
          </Section>
        </div>
      </div>
      <SaveBar saveLabel={saveLabel} saveAnd={saveAnd ?? null} isSaving={isSubmitting} cancelTo={cancelTo}>
        {note}
      </SaveBar>
    </form>
  );
}

/** The last day of supply, of a series its first day. */
const supplyDay = (head: Head): string | null =>
  [head['is_period'] === true && head['service_to'], head['service_from'], head['start_date']].find(
    (day) => typeof day === 'string' && day !== '',
  ) as string | null;

/** Whose rates and words the lines offer, and whether they show tax at all: a company without VAT sees none of it. */
function useTaxing(head: Head, lines: readonly InvoiceLine[]): { hasTax: boolean; place: TaxPlace; customer: Customer | undefined } {
  const { ctx, company } = useCompany();
  const { value: customers } = useDirectory('customers');
  const { company_details, tax } = company.settings;
  const { country } = company_details.address;
  const day = supplyDay(head) ?? ctx.today();
  const place = useMemo(() => ({ country, day }), [country, day]);
  const isSmall = tax.small_business && lines.every(({ exemption_reason }) => exemption_reason === SMALL_BUSINESS);
  return { hasTax: !isSmall, place, customer: customers?.byId.get(String(head['customer_id'])) };
}

const NONE: LineProblems = {};

/** Head and lines as one draft. Lines complain only after somebody tried to save. */
function useDocumentForm<H extends Head>({ drafted, schema, onSave }: Options<H>) {
  const { t } = useTranslation('invoices');
  const { ctx, company } = useCompany();
  const { kind, recordId } = drafted;
  const { before, values: start } = drafted.draft;
  const tax = startTax(company, supplyDay(start.head) ?? ctx.today());
  const [shown] = useState(() => keptLines(start.lines, start.head.tax_mode));
  const lines = useLines(shown, { tax, newId: ctx.newId });
  const [isChecked, setChecked] = useState(false);
  const next = useRef<string | null>(null);
  const bound = useRecordForm<H>({
    initialValues: start.head,
    schema,
    submit: (head): Promise<void> => {
      setChecked(true);
      return saving(() => onSave({ kind, recordId, before, values: { head, lines: lines.lines } }, next.current));
    },
    describe: (error) => (hasLineIssues(error) ? { text: t('form.linesMissing') } : undefined),
  });
  const { form, isSubmitting } = bound;
  const values = useMemo(() => ({ head: form.values, lines: lines.lines }), [form.values, lines.lines]);
  const { saving, ...kept } = useKeptTyping(drafted, { values, isChanged: form.isDirty() || lines.isDirty, isSubmitting });
  const { onSubmit } = bound.formProps;
  const formProps = {
    ...bound.formProps,
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      // Keys that save press no button, and add nothing.
      next.current = (event.nativeEvent as SubmitEvent).submitter?.getAttribute('value') ?? null;
      onSubmit(event);
    },
  };
  const problems = useMemo(() => (isChecked ? lineProblems(lines.lines) : NONE), [isChecked, lines.lines]);
  return { ...bound, formProps, ...kept, lines, problems, tax };
}

const hasLineIssues = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'data' in error && JSON.stringify(error.data).includes('"path":"lines.');
