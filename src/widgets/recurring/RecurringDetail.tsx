import type { ReactNode } from 'react';
import type { Recurrence } from '#domain/recurring/recurrence.ts';
import type { Recurring } from '#domain/recurring/recurring-list.ts';
import { useTranslation } from 'react-i18next';
import { Money } from '#ui/Money.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Section } from '#ui/Section.tsx';
import page from '#widgets/document/DocumentPage.module.css';
import { RecordHistory } from '#widgets/RecordHistory.tsx';
import { SyncBadge } from '#widgets/SyncBadge.tsx';
import { NextDates } from './NextDates.tsx';
import { RECURRING_KINDS, type RecurringKind } from './recurring-kinds.ts';
import classes from './RecurringDetail.module.css';
import { RecurringMark } from './RecurringMark.tsx';
import { useBack } from './RecurringPages.tsx';
import { GenerationErrorNotice, RequestedNotice } from './RequestedNotice.tsx';
import { useScheduleWords } from './use-schedule-words.ts';

type Series = Recurring & {
  readonly id: string;
  readonly currency: string;
  readonly interval: string;
  readonly start_date: string;
  readonly auto_generate: boolean;
  readonly lead_days: number;
  readonly generate_requested: string | null;
  readonly generation_error: string;
};
type Props = {
  kind: RecurringKind;
  item: Series;
  title: string;
  /** What it comes to each time. */
  amount: number;
  /** Null while nothing can be said about its dates. */
  rule: Recurrence | null;
  actions: ReactNode;
  onWithdraw: () => Promise<unknown>;
  /** After the rhythm, in its sentence. */
  partner?: ReactNode;
  facts: ReactNode;
  /** Below the facts. */
  children: ReactNode;
  /** Between the next dates and the history. */
  side?: ReactNode;
};

/** A series: where it stands, what it makes and when, what it made, and what happened to it. */
export function RecurringDetail({ kind, item, title, rule, actions, onWithdraw, side, children, ...top }: Props) {
  const { t } = useTranslation('recurring');
  const { collection } = RECURRING_KINDS[kind];
  const { id, generate_requested: requested } = item;
  const meta = (
    <>
      <RecurringMark collection={collection} item={item} />
      <SyncBadge collection={collection} id={id} />
    </>
  );
  return (
    <>
      <PageHeader title={title} back={useBack(kind)} meta={meta} actions={actions} />
      {requested !== null && <RequestedNotice collection={collection} id={id} period={requested} onWithdraw={onWithdraw} />}
      {item.generation_error !== '' && <GenerationErrorNotice error={item.generation_error} />}
      <div className={page.columns}>
        <div className={page.main}>
          <Top item={item} {...top} />
          {children}
        </div>
        <div className={page.side}>
          {rule && (
            <Section title={t('section.next')}>
              <NextDates rule={rule} isActive={item.is_active} isAutomatic={item.auto_generate} leadDays={item.lead_days} />
            </Section>
          )}
          {side}
          <RecordHistory collection={collection} id={id} />
        </div>
      </div>
    </>
  );
}

function Top({ item, amount, partner, facts }: Pick<Props, 'item' | 'amount' | 'partner' | 'facts'>) {
  const words = useScheduleWords();
  return (
    <Section>
      <p className={classes.amount}>
        <Money amount={amount} currency={item.currency} isStrong />
      </p>
      <p className={classes.rhythm}>
        {words.every(item)}
        {partner && <> · {partner}</>}
      </p>
      {facts}
    </Section>
  );
}
