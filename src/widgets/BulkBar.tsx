import { Button, CloseButton } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Amount, NO_TOTALS, withAmounts } from '#domain/money/currency-totals.ts';
import { Dialog } from '#ui/Dialog.tsx';
import classes from './BulkBar.module.css';
import { useTotalsText } from './list/use-totals-text.ts';
import type { Bulk, LeftAlone } from './use-bulk.ts';

type Props<R> = {
  bulk: Bulk<R>;
  /** What a record adds to the total of the selection. */
  amountOf?: (record: R) => Amount;
  children?: ReactNode;
};

/** What is selected, what it comes to, and what can be done with all of it; stays in sight while there is a selection. */
export function BulkBar<R>({ bulk, amountOf, children }: Props<R>) {
  const { t } = useTranslation();
  const totalsText = useTotalsText();
  const { records, refusals } = bulk;
  const totals = useMemo(() => withAmounts(NO_TOTALS, amountOf ? records.map(amountOf) : []), [records, amountOf]);
  const [isAsking, setAsking] = useState(false);
  if (bulk.selected.size === 0) return null;
  const said = [t('bulk.selected', { count: bulk.selected.size }), totalsText(totals)].filter(Boolean).join(' · ');
  return (
    <div className={classes.bar} data-bulk role="toolbar" aria-label={t('bulk.label')}>
      <span className={classes.count} role="status">
        {said}
      </span>
      {refusals.length > 0 && (
        <Button size="compact-md" variant="subtle" color="red" onClick={() => setAsking(true)}>
          {t('bulk.why', { count: refusals.length })}
        </Button>
      )}
      {children}
      <CloseButton className={classes.close ?? ''} aria-label={t('bulk.clear')} onClick={bulk.clear} />
      {isAsking && <Refusals refusals={refusals} onClose={() => setAsking(false)} />}
    </div>
  );
}

/** Record by record, what was left as it is and why. */
function Refusals({ refusals, onClose }: { refusals: readonly LeftAlone[]; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog isOpen onClose={onClose} title={t('bulk.whyTitle', { count: refusals.length })}>
      <dl className={classes.refusals}>
        {refusals.map(({ id, name, reason }) => (
          <div key={id}>
            <dt>{name}</dt>
            <dd>{reason}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
