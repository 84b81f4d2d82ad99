import { Button, Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { DraftReceipt } from '#data/drafts/form-drafts.ts';
import { useKnownReceipts } from '#data/expenses/use-expenses.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { FormError } from '#ui/FormError.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Section } from '#ui/Section.tsx';
import { showToast } from '#ui/toast.ts';
import { ReceiptDrop } from '#widgets/ReceiptDrop.tsx';
import { ReceiptPreview } from '#widgets/ReceiptPreview.tsx';
import { useObjectUrl } from '#widgets/use-object-url.ts';
import classes from './DraftReceipts.module.css';
import { SavedReceipts } from './SavedReceipts.tsx';
import type { useDraftReceipts } from './use-draft-receipts.ts';

type Props = { draft: ReturnType<typeof useDraftReceipts>; /** Those the expense has already. */ expenseId: string | null };

/** Receipts of the form: those already there, those just added, and a place to add more. */
export function DraftReceipts({ draft, expenseId }: Props) {
  const { t } = useTranslation('expenses');
  const { receipts, preparing, refusals, left, add, remove, tryAgain, giveUp, putBack } = draft;
  const { t: tCommon } = useTranslation();
  const removeOne = (receipt: DraftReceipt) => {
    remove(receipt.id);
    showToast({ text: t('receipt.removed', { name: receipt.name }), action: { label: t('receipt.undo'), run: () => putBack(receipt) } });
  };
  return (
    <Section title={t('form.receiptsHere')}>
      <div className={classes.stack}>
        {refusals.length > 0 && (
          <FormError>
            {refusals.map((text) => (
              <div key={text}>{text}</div>
            ))}
          </FormError>
        )}
        <ReceiptDrop onAdd={add} />
        <div className={classes.grid} aria-live="polite">
          {expenseId !== null && <SavedReceipts expenseId={expenseId} isEditable />}
          {receipts.map((receipt) => (
            <Added key={receipt.id} receipt={receipt} onRemove={() => removeOne(receipt)} />
          ))}
          {preparing.map((file) => (
            <div key={file.key} className={classes.preparing}>
              <Loader size="sm" />
              <span>{t('receipt.preparing', { name: file.name })}</span>
            </div>
          ))}
        </div>
        <div className={classes.known}>
          {left.map((file) => (
            <Notice
              key={file.id}
              actions={
                <>
                  <Button variant="default" size="compact-sm" onClick={() => tryAgain(file)}>
                    {tCommon('action.retry')}
                  </Button>
                  <Button variant="default" size="compact-sm" onClick={() => giveUp(file)}>
                    {t('receipt.giveUp')}
                  </Button>
                </>
              }
            >
              {file.text}
            </Notice>
          ))}
          <Known receipts={receipts} expenseId={expenseId} />
        </div>
      </div>
    </Section>
  );
}

/** Says which of the files another expense has already. */
function Known({ receipts, expenseId }: { receipts: readonly DraftReceipt[]; expenseId: string | null }) {
  const { t } = useTranslation('expenses');
  const format = useFormat();
  const { value: known } = useKnownReceipts(
    receipts.map(({ sha256 }) => sha256),
    expenseId,
  );
  return receipts.map(({ id, name, sha256 }) => {
    const expense = known?.get(sha256);
    if (!expense) return null;
    const what = [format.day(expense.expense_date), expense.description || expense.number, format.money(expense.amount, expense.currency)];
    return (
      <Notice
        key={id}
        actions={
          <Button component={Link} to={`/finance/expenses/${expense.id}`} target="_blank" variant="default" size="compact-sm">
            {t('duplicate.open')}
          </Button>
        }
      >
        {t('receipt.known', { name, expense: what.filter(Boolean).join(' · ') })}
      </Notice>
    );
  });
}

function Added({ receipt, onRemove }: { receipt: DraftReceipt; onRemove: () => void }) {
  const format = useFormat();
  const url = useObjectUrl(receipt.thumbnail);
  const open = useObjectUrl(receipt.bytes);
  return (
    <ReceiptPreview
      name={receipt.name}
      mimeType={receipt.mimeType}
      url={url}
      note={format.bytes(receipt.bytes.size)}
      onOpen={() => open && window.open(open, '_blank', 'noopener')}
      onRemove={onRemove}
    />
  );
}
