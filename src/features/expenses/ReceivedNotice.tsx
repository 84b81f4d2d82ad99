import { Button } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconFileCode } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { useDirectory } from '#data/directory/use-directory.ts';
import type { DraftReceipt } from '#data/drafts/form-drafts.ts';
import { expenseOf } from '#domain/e-invoice/expense-of.ts';
import type { ReceivedInvoice } from '#domain/e-invoice/received-invoice.ts';
import type { ExpenseFormValues } from '#domain/expenses/expense-form.ts';
import { type ReceivedAnswer, readReceived } from '#platform/e-invoice/read-received.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { KeyValue } from '#ui/KeyValue.tsx';
import { Section } from '#ui/Section.tsx';
import { showToast } from '#ui/toast.ts';
import classes from './ReceivedNotice.module.css';

type Form = UseFormReturnType<ExpenseFormValues>;
type Props = { receipts: readonly DraftReceipt[]; form: Form };

/** What the receipts say as e-invoices, alone or inside a PDF, to be taken over by a press: nothing that was typed is changed unasked. */
export function ReceivedNotice({ receipts, form }: Props) {
  const { t } = useTranslation('eInvoice');
  const answers = useReceived(receipts);
  const { value: vendors } = useDirectory('vendors');
  if (!vendors) return null;
  return receipts.map(({ id, name }) => {
    const answer = answers.get(id);
    if (answer?.kind === 'refused')
      return (
        <Section key={id}>
          <p className={classes.remark}>{t('received.refused', { name })}</p>
        </Section>
      );
    const invoice = answer?.kind === 'read' ? answer.invoice : null;
    return invoice && <Found key={id} invoice={invoice} vendors={[...vendors.byId.values()]} form={form} />;
  });
}

/** The answers by receipt; each is read once, away from the page. */
function useReceived(receipts: readonly DraftReceipt[]): ReadonlyMap<string, ReceivedAnswer> {
  const [answers, setAnswers] = useState<ReadonlyMap<string, ReceivedAnswer>>(new Map());
  const asked = useRef(new Set<string>());
  useEffect(() => {
    for (const { id, bytes, mimeType } of receipts) {
      if ((mimeType !== 'application/pdf' && mimeType !== 'application/xml') || asked.current.has(id)) continue;
      asked.current.add(id);
      void readReceived(bytes).then((answer) => setAnswers((all) => new Map(all).set(id, answer)));
    }
  }, [receipts]);
  return answers;
}

type FoundProps = { invoice: ReceivedInvoice; vendors: Parameters<typeof expenseOf>[1]['vendors']; form: Form };

function Found({ invoice, vendors, form }: FoundProps) {
  const { t } = useTranslation('eInvoice');
  const format = useFormat();
  const { company } = useCompany();
  const home = company.settings.company_details.address.country;
  const { values, remarks } = expenseOf(invoice, { home, vendors });
  const { amount, currency = '' } = values;
  const take = () => {
    form.setValues(values);
    showToast({ type: 'success', text: t('received.taken') });
  };
  return (
    <Section title={t('received.title')} text={t('received.text')}>
      <KeyValue
        items={[
          { label: t('received.seller'), value: invoice.seller.name },
          { label: t('received.number'), value: invoice.number },
          values.expense_date !== undefined && { label: t('received.date'), value: format.day(values.expense_date, 'medium') },
          amount !== undefined && amount !== null && { label: t('received.total'), value: format.money(amount, currency) },
        ]}
      />
      {remarks.length > 0 && (
        <ul className={classes.remarks}>
          {remarks.map((remark) => (
            <li key={remark}>{t(`received.remark.${remark}`, { seller: invoice.seller.name })}</li>
          ))}
        </ul>
      )}
      <Button className={classes.take} variant="light" leftSection={<IconFileCode size={16} aria-hidden />} onClick={take}>
        {t('received.take')}
      </Button>
    </Section>
  );
}
