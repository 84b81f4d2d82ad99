import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeletedReceipt, KeptRecord } from '#data/activity/activity-records.ts';
import { useKeptRecord } from '#data/activity/use-kept-record.ts';
import { type ActivityEntry, leavesOut } from '#domain/activity/activity-entry.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { KeyValue } from '#ui/KeyValue.tsx';
import classes from './ActivityRecord.module.css';
import { useKeptFields } from './use-kept-fields.ts';

/** Behind a button: all that a created or deleted record held, or what the entry leaves out of a change. */
export function ActivityRecord({ entry }: { entry: ActivityEntry }) {
  const { t } = useTranslation('history');
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  if (!leavesOut(entry)) return null;
  return (
    <div className={classes.record}>
      <Button
        className={classes.toggle ?? ''}
        variant="subtle"
        size="compact-sm"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {t(isOpen ? 'record.hide' : 'record.show')}
      </Button>
      <div id={id}>{isOpen && <Details entry={entry} />}</div>
    </div>
  );
}

function Details({ entry }: { entry: ActivityEntry }) {
  const { t } = useTranslation('history');
  const { state, ask } = useKeptRecord(entry);
  if (state.kind === 'there' && state.kept) return <Kept collection={entry.entity_type} kept={state.kept} receipts={state.receipts} />;
  return (
    <p className={classes.state} role="status">
      {t(`record.${state.kind === 'there' ? 'none' : state.kind}`)}{' '}
      {state.kind === 'failed' && (
        <Button variant="subtle" size="compact-sm" onClick={ask}>
          {t('record.retry')}
        </Button>
      )}
    </p>
  );
}

type KeptProps = { collection: string; kept: KeptRecord; receipts: readonly DeletedReceipt[] };

function Kept({ collection, kept, receipts }: KeptProps) {
  const { t } = useTranslation('history');
  const { t: tInvoices } = useTranslation('invoices');
  const format = useFormat();
  const { fieldsOf, linesOf, shortenedOf } = useKeptFields();
  const fields = fieldsOf(collection, kept);
  const lines = linesOf(kept);
  const shortened = shortenedOf(collection, kept);
  return (
    <div className={classes.kept}>
      {fields.length === 0 && lines.length === 0 ? <p className={classes.state}>{t('record.empty')}</p> : <KeyValue items={fields} />}
      {lines.length > 0 && (
        <section aria-label={tInvoices('field.items')}>
          <h4 className={classes.title}>{tInvoices('field.items')}</h4>
          <ol className={classes.lines}>
            {lines.map((line) => (
              <li key={line.id}>
                <span className={classes.line}>{line.text}</span>
                <span className={classes.figures}>{line.figures}</span>
              </li>
            ))}
          </ol>
        </section>
      )}
      {receipts.length > 0 && (
        <section aria-label={t('record.receipts')}>
          <h4 className={classes.title}>{t('record.receipts')}</h4>
          <ul className={classes.lines}>
            {receipts.map((receipt) => (
              <li key={receipt.id}>
                <span className={classes.line}>
                  {receipt.name} · {format.bytes(receipt.size)}
                </span>
                <code className={classes.hash}>{receipt.sha256}</code>
              </li>
            ))}
          </ul>
        </section>
      )}
      {kept.bank_data === 'masked' && <p className={classes.state}>{t('record.masked')}</p>}
      {shortened !== '' && <p className={classes.state}>{t('record.shortened', { fields: shortened })}</p>}
    </div>
  );
}
