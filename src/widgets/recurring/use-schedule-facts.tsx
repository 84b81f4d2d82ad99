import { useTranslation } from 'react-i18next';
import { DateText } from '#ui/DateText.tsx';

type Scheduled = {
  readonly start_date: string;
  readonly end_date: string | null;
  readonly last_generated: string | null;
  readonly auto_generate: boolean;
  readonly lead_days: number;
};

/** The schedule of a series as facts of its page. */
export function useScheduleFacts({ start_date, end_date, last_generated, auto_generate, lead_days }: Scheduled) {
  const { t } = useTranslation('recurring');
  const { t: tCommon } = useTranslation();
  const day = (field: 'start_date' | 'end_date' | 'last_generated', value: string | null) =>
    value !== null && { label: t(`field.${field}`), value: <DateText day={value} /> };
  return [
    day('start_date', start_date),
    day('end_date', end_date),
    day('last_generated', last_generated),
    { label: t('field.auto_generate'), value: tCommon(auto_generate ? 'state.yes' : 'state.no') },
    lead_days > 0 && { label: t('field.lead_days'), value: String(lead_days) },
  ];
}
