import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useExpense } from '#data/expenses/use-expenses.ts';
import type { ReceiptsInDraft } from '#data/receipts/draft-receipts.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { useRecordWords } from '#widgets/use-record-words.ts';
import classes from './SyncCentre.module.css';

/** Receipts in forms that were never saved: they wait for a person, not for a connection. */
export function DraftRows({ drafts }: { drafts: readonly ReceiptsInDraft[] }) {
  return (
    <ul className={classes.rows}>
      {drafts.map((draft) => (
        <Row key={draft.recordId} draft={draft} />
      ))}
    </ul>
  );
}

function Row({ draft: { kind, recordId, count, bytes, since } }: { draft: ReceiptsInDraft }) {
  const { t } = useTranslation('sync');
  const format = useFormat();
  const words = useRecordWords();
  const { value: expense } = useExpense(recordId);
  const isEdit = kind === 'edit' && expense;
  return (
    <li className={classes.row}>
      <span className={classes.rowText}>
        <span className={classes.rowTitle}>{isEdit ? words.label('expenses', expense) : t('receipts.newExpense')}</span>{' '}
        <span className={classes.muted}>
          {t('receipts.count', { count })} · {format.bytes(bytes)} · {t('since', { when: format.instant(since) })}
        </span>
      </span>
      <StatusBadge tone="gray">{t('receipts.draft')}</StatusBadge>
      {(kind === 'new' || isEdit) && (
        <Button
          component={Link}
          to={isEdit ? `/finance/expenses/${recordId}/edit` : '/finance/expenses/create'}
          size="compact-sm"
          variant="default"
        >
          {t('receipts.openDraft')}
        </Button>
      )}
    </li>
  );
}
