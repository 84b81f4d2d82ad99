import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { daysBetween } from '#domain/dates/calendar.ts';
import { UPCOMING_DAYS } from '#domain/recurring/recurrence.ts';
import { type Recurring, type RecurringState, recurringState } from '#domain/recurring/recurring-list.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { StatusBadge, type Tone } from '#ui/StatusBadge.tsx';

const TONES = { due: 'red', upcoming: 'amber', active: 'green', paused: 'gray', ended: 'gray' } as const satisfies Record<
  RecurringState,
  Tone
>;

type Props = { collection: keyof typeof UPCOMING_DAYS; item: Recurring };

/** Due, coming soon, active, paused or over: the one state that matters now. */
export function RecurringMark({ collection, item }: Props) {
  const { t } = useTranslation('recurring');
  const { ctx } = useCompany();
  const format = useFormat();
  const today = ctx.today();
  const state = recurringState(item, { today, days: UPCOMING_DAYS[collection] });
  const { next_generation: next } = item;
  const words = {
    due: () => (next === today ? t('mark.dueToday') : t('mark.dueSince', { date: format.day(next) })),
    upcoming: () => t('mark.upcoming', { count: daysBetween(today, next) }),
    active: () => t('status.active'),
    paused: () => t('status.paused'),
    ended: () => t('status.ended'),
  } satisfies Record<RecurringState, () => string>;
  return <StatusBadge tone={TONES[state]}>{words[state]()}</StatusBadge>;
}
