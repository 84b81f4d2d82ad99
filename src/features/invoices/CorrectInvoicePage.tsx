import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import { useCorrected, useInvoice } from '#data/invoices/use-invoices.ts';
import { correctRefusal } from '#domain/invoices/invoice-lifecycle.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { EditRecordPage } from '#widgets/EditRecordPage.tsx';
import { CorrectionForm } from './CorrectionForm.tsx';

const LIST = '/finance/invoices';

/** Chooses what is taken back of the invoice in the address; with `draft`, of a correction that was begun. */
export function CorrectInvoicePage() {
  const { t } = useTranslation('invoices');
  const { ctx } = useCompany();
  const { id = '' } = useParams();
  const [params] = useSearchParams();
  const draftId = params.get('draft');
  const { value: found } = useCorrected(id);
  const { value: draft, isLoading } = useInvoice(draftId ?? id);
  const original = found?.original;
  const refusal = original ? correctRefusal(original, ctx.access) : null;
  const isBegun = (invoice: Invoice | null | undefined) => invoice?.corrects_id === id && invoice.status === 'draft';
  if (draftId !== null && (isLoading || draft === undefined)) return null;
  return (
    <EditRecordPage
      title={original?.number ? t('correcting.title', { number: original.number }) : t('title.correction')}
      record={found === undefined ? undefined : original}
      list={{ to: LIST, label: t('action.back') }}
      detail={{ to: `${LIST}/${id}`, label: t('title.detail') }}
      missing={{ title: t('notFound.title'), text: t('notFound.text') }}
      refused={
        refusal === null || refusal === 'invoice_frozen'
          ? null
          : { title: t('correct.refusedTitle'), text: t(`correct.refused.${refusal}`) }
      }
    >
      {(invoice) => (
        <CorrectionForm
          key={draftId}
          original={invoice}
          corrections={found?.corrections ?? []}
          draft={draftId !== null && draft && isBegun(draft) ? draft : null}
        />
      )}
    </EditRecordPage>
  );
}
