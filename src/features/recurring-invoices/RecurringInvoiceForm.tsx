import { useTranslation } from 'react-i18next';
import { useRecurringInvoiceCommands } from '#data/recurring-invoices/use-recurring-invoice-commands.ts';
import { type RecurringInvoiceFormValues, recurringInvoiceHeadSchema } from '#domain/recurring-invoices/recurring-invoice-form.ts';
import type { RecurringInvoice } from '#domain/recurring-invoices/recurring-invoice.ts';
import { showSaved } from '#ui/toast.ts';
import { DocumentForm } from '#widgets/document/DocumentForm.tsx';
import type { Drafted } from '#widgets/WithDraft.tsx';
import { RecurringInvoiceHeadFields } from './RecurringInvoiceHeadFields.tsx';

type Props = {
  drafted: Drafted<RecurringInvoiceFormValues>;
  /** The series as it is now, for an edit. */
  before?: RecurringInvoice;
  cancelTo: string;
  onSaved: (item: RecurringInvoice) => void;
};

export function RecurringInvoiceForm({ drafted, before, cancelTo, onSaved }: Props) {
  const { t } = useTranslation('recurring');
  const { save } = useRecurringInvoiceCommands();
  const isNew = drafted.kind === 'new';
  return (
    <DocumentForm
      drafted={drafted}
      schema={recurringInvoiceHeadSchema}
      onSave={async (typed) => {
        const item = await save(typed);
        showSaved(t(isNew ? 'toast.created' : 'toast.changed'));
        onSaved(item);
      }}
      totalsTitle={t('section.totals')}
      saveLabel={t(isNew ? 'form.saveInvoice' : 'form.saveChanges')}
      cancelTo={cancelTo}
    >
      {(form) => <RecurringInvoiceHeadFields form={form} isNew={isNew} before={before} />}
    </DocumentForm>
  );
}
