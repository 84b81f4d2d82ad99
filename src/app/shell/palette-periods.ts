import { IconCalendarStats } from '@tabler/icons-react';
import { mayView } from '#domain/access/may-view.ts';
import { closingKey, closingPeriods } from '#domain/reports/closing-period.ts';
import { daysOf, type Period, type PeriodChoice } from '#domain/reports/period.ts';
import { isOneMonth, periodInWords } from '#domain/search/period-words.ts';
import { hasMeaning, rankCommands } from '#domain/search/rank-commands.ts';
import type { CalledBy } from '#domain/shared/directory-pages.ts';
import { REPORTS, visibleReports } from '#features/reports/use-report-choice.ts';
import type { PaletteCommand, PalettePeriod } from '#features/search/palette-command.ts';
import { formatMonth } from '#platform/i18n/format.ts';
import { expensesBehind, invoicesBehind, paymentsBehind } from '#widgets/figures/list-links.ts';
import { isAllowed } from './navigation.ts';
import { type Known, phrasesOf } from './palette-commands.ts';
import { PAGE_WORDS, REPORT_WORDS } from './palette-words.ts';

/** The month's end page goes back so far. */
const CLOSABLE = { months: 24, quarters: 8 };

type Asked = Known & {
  readonly today: string;
  readonly language: string;
  readonly choose: (choice: PeriodChoice) => void;
};

/** What there is to see of the time that a query names, best first; null where it names none, or asks for something else of it. */
export function periodCommands(query: string, asked: Asked): PalettePeriod | null {
  const named = periodInWords(query, asked.today);
  if (named === null) return null;
  const all = placesOf(named.period, named.choice, asked);
  const commands = hasMeaning(named.rest) ? rankCommands(named.rest, all).map(({ command }) => command) : all;
  if (commands.length === 0) return null;
  return { heading: periodText(named.period, asked.language), commands, isUnsure: named.isBareYear };
}

function periodText(period: Period, language: string): string {
  const { from, to } = period;
  if (isOneMonth(period)) return formatMonth(from, language, 'long');
  if (from.endsWith('-01') && to === `${from.slice(0, 4)}-12`) return from.slice(0, 4);
  return `${formatMonth(from, language, 'medium')} – ${formatMonth(to, language, 'medium')}`;
}

function placesOf(period: Period, choice: PeriodChoice, { access, t, today, choose }: Asked): PaletteCommand[] {
  const days = daysOf(period);
  const icon = IconCalendarStats;
  const place = (label: string, path: string, words: CalledBy, run?: () => void): PaletteCommand => ({
    key: `period ${path}`,
    group: 'places',
    label,
    icon,
    path,
    phrases: [label, ...phrasesOf(words)],
    ...(run && { run }),
  });
  const take = () => choose(choice);
  const reports = isAllowed(access, ['reports.view']) ? visibleReports(access) : [];
  const [profit, vat, ...others] = REPORTS.filter((report) => reports.includes(report)).map((report) =>
    place(
      t(`reports:report.${report}`),
      report === 'receivables' ? `/reports?report=${report}&day=${days.to < today ? days.to : today}` : `/reports?report=${report}`,
      REPORT_WORDS[report],
      take,
    ),
  );
  const { months, quarters } = closingPeriods(today, CLOSABLE);
  const isClosable = reports.length > 0 && [...months, ...quarters].some(({ from, to }) => from === period.from && to === period.to);
  return [
    isAllowed(access, ['dashboard.view']) && place(t('navigation:dashboard'), '/finance/dashboard', PAGE_WORDS.dashboard, take),
    profit,
    vat,
    isClosable && place(t('navigation:title.monthEnd'), `/reports/month-end?period=${closingKey(period)}`, PAGE_WORDS.monthEnd),
    mayView(access, 'invoices') && place(t('entities:invoices.many'), invoicesBehind(days), PAGE_WORDS.invoices),
    mayView(access, 'expenses') && place(t('entities:expenses.many'), expensesBehind(days), PAGE_WORDS.expenses),
    mayView(access, 'payments') && place(t('entities:payments.many'), paymentsBehind(days), PAGE_WORDS.payments),
    ...others,
  ].filter((each) => typeof each === 'object');
}
