import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { useInvoiceCommands } from '#data/invoices/use-invoice-commands.ts';
import { can } from '#domain/access/access.ts';
import { type InvoiceFormValues, invoiceHeadSchema } from '#domain/invoices/invoice-form.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { showSaved } from '#ui/toast.ts';
import { DocumentForm } from '#widgets/document/DocumentForm.tsx';
import { ExchangeField } from '#widgets/exchange/ExchangeField.tsx';
import type { Drafted } from '#widgets/WithDraft.tsx';
import { InvoiceHeadFields } from './InvoiceHeadFields.tsx';

type Props = {
  drafted: Drafted<InvoiceFormValues>;
  cancelTo: string;
  /** `next` where the person wants it issued at once. */
  onSaved: (invoice: Invoice, next: string | null) => void;
};

export function InvoiceForm({ drafted, cancelTo, onSaved }: Props) {
  const { t } = useTranslation('invoices');
  const { saveInvoice } = useInvoiceCommands();
  const { ctx } = useCompany();
  const isNew = drafted.kind === 'new';
  return (
    <DocumentForm
      drafted={drafted}
      schema={invoiceHeadSchema}
      onSave={async (typed, next) => {
        const invoice = await saveInvoice(typed);
        showSaved(t(isNew ? 'toast.created' : 'toast.changed'));
        onSaved(invoice, next);
      }}
      totalsTitle={t('section.totals')}
      saveLabel={t(isNew ? 'form.save' : 'form.saveChanges')}
      saveAnd={can(ctx.access, 'invoices.issue') ? { next: 'issue', label: t('form.saveAndIssue') } : null}
      cancelTo={cancelTo}
      underTotals={(form, gross_total) => (
        <ExchangeField
          amount={gross_total}
          currency={form.values.currency}
          exchange={form.values.exchange}
          day={form.values.service_to ?? form.values.service_from ?? ctx.today()}
          onChange={(exchange) => form.setFieldValue('exchange', exchange)}
        />
      )}
    >
      {(form, toLines) => <InvoiceHeadFields form={form} isNew={isNew} onCustomer={toLines} />}
    </DocumentForm>
  );
}
