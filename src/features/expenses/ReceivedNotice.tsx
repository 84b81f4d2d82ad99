import { Button } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconFileCode } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { useDirectory, useDirectoryCommands } from '#data/directory/use-directory.ts';
import type { DraftReceipt } from '#data/drafts/form-drafts.ts';
import { useExpensesNaming } from '#data/expenses/use-expenses.ts';
import { can } from '#domain/access/access.ts';
import { bareIban, groupedIban, isIban } from '#domain/documents/iban.ts';
import { expenseOf, vendorOf } from '#domain/e-invoice/expense-of.ts';
import type { ReceivedInvoice } from '#domain/e-invoice/received-invoice.ts';
import type { ExpenseFormValues } from '#domain/expenses/expense-form.ts';
import { emptyVendorInput, type Vendor } from '#domain/vendors/vendor.ts';
import { isPossibleVatId } from '#domain/tax/vat-id.ts';
import { type ReceivedAnswer, readReceived } from '#platform/e-invoice/read-received.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { KeyValue } from '#ui/KeyValue.tsx';
import { Section } from '#ui/Section.tsx';
import { showToast } from '#ui/toast.ts';
import { useCommand } from '#ui/use-command.ts';
import { PageDifferences } from './PageDifferences.tsx';
import classes from './ReceivedNotice.module.css';

type Form = UseFormReturnType<ExpenseFormValues>;
type Props = { receipts: readonly DraftReceipt[]; form: Form };

/** What the receipts say as e-invoices, alone or inside a PDF, to be taken over by a press: nothing that was typed is changed unasked. */
export function ReceivedNotice({ receipts, form }: Props) {
  const { t } = useTranslation('eInvoice');
  const answers = useReceived(receipts);
  const { value: vendors } = useDirectory('vendors');
  if (!vendors) return null;
  return receipts.map(({ id, name, bytes }) => {
    const answer = answers.get(id);
    if (answer && answer.kind !== 'read')
      return (
        <Section key={id}>
          <p className={classes.remark}>{t(`received.${answer.kind}`, { name })}</p>
        </Section>
      );
    const invoice = answer?.kind === 'read' ? answer.invoice : null;
    return invoice && <Found key={id} name={name} file={bytes} invoice={invoice} vendors={[...vendors.byId.values()]} form={form} />;
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

type FoundProps = { name: string; file: Blob; invoice: ReceivedInvoice; vendors: Parameters<typeof expenseOf>[1]['vendors']; form: Form };

function Found({ name, file, invoice, vendors, form }: FoundProps) {
  const { t } = useTranslation('eInvoice');
  const format = useFormat();
  const { company } = useCompany();
  const home = company.settings.company_details.address.country;
  const named = vendorOf(invoice, vendors);
  const { value: known } = useExpensesNaming(invoice.number, named?.id ?? null);
  const { values, remarks, vendor } = expenseOf(invoice, { home, vendors, expenses: known ?? [] });
  const accounts = { before: groupedIban(vendor?.iban ?? ''), now: groupedIban(invoice.iban) };
  const { amount, currency = '' } = values;
  const take = () => {
    form.setValues(values);
    showToast({ type: 'success', text: t('received.taken') });
  };
  return (
    <Section
      title={t(invoice.is_booking_aid ? 'received.titleAid' : 'received.title', { name })}
      text={t(invoice.is_booking_aid ? 'received.textAid' : 'received.text')}
    >
      <KeyValue
        items={[
          { label: t('received.seller'), value: invoice.seller.name },
          { label: t('received.number'), value: invoice.number },
          values.expense_date !== undefined && { label: t('received.date'), value: format.day(values.expense_date) },
          invoice.iban !== '' && { label: t('received.iban'), value: accounts.now },
          amount !== undefined && amount !== null && { label: t('received.total'), value: format.money(amount, currency) },
        ]}
      />
      {remarks.length > 0 && (
        <ul className={classes.remarks}>
          {remarks.map((remark) => (
            <li key={remark}>{t(`received.remark.${remark}`, { seller: invoice.seller.name, number: invoice.number, ...accounts })}</li>
          ))}
        </ul>
      )}
      <PageDifferences file={file} invoice={invoice} />
      <div className={classes.actions}>
        <Button variant="light" leftSection={<IconFileCode size={16} aria-hidden />} onClick={take}>
          {t('received.take')}
        </Button>
        {vendor ? <NoteAccount vendor={vendor} iban={invoice.iban} /> : <AddVendor invoice={invoice} form={form} />}
      </div>
    </Section>
  );
}

/** Makes a vendor of whom the invoice comes from. Its account is not taken along: that is a person's statement (decision 0027). */
function AddVendor({ invoice: { seller }, form }: { invoice: ReceivedInvoice; form: Form }) {
  const { t } = useTranslation('eInvoice');
  const { ctx, company } = useCompany();
  const { create } = useDirectoryCommands('vendors');
  const { run, isRunning } = useCommand(create);
  if (seller.name === '' || !can(ctx.access, 'vendors.create')) return null;
  const add = async () => {
    const blank = emptyVendorInput(company);
    const vat_id = isPossibleVatId(seller.vat_id) ? seller.vat_id : '';
    const country = /^[A-Z]{2}$/.test(seller.country) ? seller.country : blank.country;
    const made = await run({ ...blank, name: seller.name, vat_id, country });
    if (!made) return;
    form.setFieldValue('vendor_id', made.id);
    showToast({ type: 'success', text: t('received.vendorAdded', { seller: seller.name }) });
  };
  return (
    <Button variant="default" loading={isRunning} onClick={() => void add()}>
      {t('received.addVendor')}
    </Button>
  );
}

/** Keeps the account with the vendor, so that the next invoice that names another one is remarked on. */
function NoteAccount({ vendor, iban }: { vendor: Vendor; iban: string }) {
  const { t } = useTranslation('eInvoice');
  const { ctx } = useCompany();
  const { edit } = useDirectoryCommands('vendors');
  const { run, isRunning } = useCommand(edit);
  const bare = bareIban(iban);
  if (!isIban(bare) || bareIban(vendor.iban ?? '') === bare || !can(ctx.access, 'vendors.update')) return null;
  const note = async () => {
    const noted = await run({ id: vendor.id, input: { ...vendor, iban: bare }, opened: vendor });
    if (noted) showToast({ type: 'success', text: t('received.accountNoted', { vendor: vendor.name }) });
  };
  return (
    <Button className={classes.long} variant="default" loading={isRunning} onClick={() => void note()}>
      {t(vendor.iban ? 'received.noteNewAccount' : 'received.noteAccount', { vendor: vendor.name })}
    </Button>
  );
}
