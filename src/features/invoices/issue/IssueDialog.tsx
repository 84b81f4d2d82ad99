import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsOffline } from '#data/account-settings/use-is-offline.ts';
import { useCompany } from '#data/core/company-context.ts';
import type { Customer } from '#domain/customers/customer.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { askedByLaw, type IssueSources, leftToForms } from '#domain/invoices/missing-values.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { DialogButtons } from '#ui/DialogButtons.tsx';
import { FormError } from '#ui/FormError.tsx';
import { HowNumbered } from '#features/invoices/HowNumbered.tsx';
import { EInvoicePart } from './EInvoicePart.tsx';
import classes from './IssueDialog.module.css';
import { MissingDialog } from './MissingDialog.tsx';
import { MissingFields } from './MissingFields.tsx';
import { useIssueForm } from './use-issue-form.ts';
import { WarningsPart } from './WarningsPart.tsx';

type Props = { invoice: Invoice; customer: Customer | null; onClose: () => void };

/** Asks before an invoice is issued, and for what company, customer and invoice still miss. What only the draft's form can mend is named with the ways there. */
export function IssueDialog({ invoice, customer, onClose }: Props) {
  const { company } = useCompany();
  const [shown] = useState<IssueSources>({ invoice, company, customer });
  const { isWhole } = askedByLaw(shown);
  if (!isWhole) return <MissingDialog problems={leftToForms(shown)} invoice={invoice} onClose={onClose} />;
  return <OpenIssueDialog shown={shown} onClose={onClose} />;
}

function OpenIssueDialog({ shown, onClose }: { shown: IssueSources; onClose: () => void }) {
  const { t } = useTranslation('invoices');
  const isOffline = useIsOffline();
  const id = useId();
  const issuing = useIssueForm({ shown, isOffline, onClose });
  const { form, formProps, formError, isSubmitting, byLaw, refused, warnings, overruled, setOverruled } = issuing;
  const isDisabled = refused.length > 0 || warnings.some(({ code }) => !overruled.includes(code));
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('issue.title')}
      size={byLaw.length > 0 ? 'md' : 'sm'}
      footer={
        <DialogButtons isRunning={isSubmitting} disabled={isDisabled} form={id} onCancel={onClose}>
          {t('issue.confirm')}
        </DialogButtons>
      }
    >
      <form id={id} {...formProps} className={classes.parts}>
        <FormError>{formError}</FormError>
        {byLaw.length > 0 && <p>{t('issue.askedText')}</p>}
        <MissingFields fields={byLaw} refused={refused} shown={shown} form={form} />
        <EInvoicePart issuing={issuing} shown={shown} />
        {warnings.length > 0 && <WarningsPart warnings={warnings} overruled={overruled} onChange={setOverruled} />}
        <HowNumbered invoice={shown.invoice} isOffline={isOffline} />
      </form>
    </Dialog>
  );
}
