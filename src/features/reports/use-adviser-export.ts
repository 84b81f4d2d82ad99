import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addNote } from '#data/activity/activity.commands.ts';
import type { Counts } from '#data/adviser/adviser-export.ts';
import { useCompany } from '#data/core/company-context.ts';
import { useDirectory } from '#data/directory/use-directory.ts';
import { useCategories } from '#data/expense-categories/use-categories.ts';
import { useNumberGaps } from '#data/invoices/use-number-gaps.ts';
import { useUnsynced } from '#data/sync-centre/use-sync.ts';
import { can } from '#domain/access/access.ts';
import type { PackageProgress } from '#domain/adviser/write-package.ts';
import { booksCurrency } from '#domain/companies/company-settings.ts';
import { csvText } from '#domain/csv/csv-text.ts';
import { daysOf, monthsOf, type Period } from '#domain/reports/period.ts';
import type { ComparedRow } from '#domain/reports/report-rows.ts';
import { fromMinor } from '#domain/money/money.ts';
import { vatMethodOver } from '#domain/tax/vat-method.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { openExportFile } from '#platform/storage/export-file.ts';
import { usePeriodText } from '#widgets/figures/use-period-text.ts';
import { useMemberName } from '#widgets/MemberName.tsx';
import { measuresOf, useReport } from './use-report.ts';
import type { ReportChoice } from './use-report-choice.ts';
import { useRowWords } from './use-row-words.ts';

const CHOICE: Omit<ReportChoice, 'report' | 'basis'> = {
  comparison: 'none',
  vatBasis: 'tax_point',
  expensesBy: 'category',
  salesBy: 'customer',
  asOf: '',
};

/** The reports of a period as they stand on their page, in the currency of the books. */
function useSheets(period: Period) {
  const { t } = useTranslation('reports');
  const { company } = useCompany();
  const periodText = usePeriodText();
  const currency = booksCurrency(company.settings);
  const spans = { period, other: null, day: null, otherDay: null, currency };
  const vatBy = vatMethodOver(company.settings.vat.periods, monthsOf(period));
  const words = useRowWords({ currency: null, period, day: null, vatBy });
  const choices = {
    profit: { ...CHOICE, report: 'profit', basis: 'accrual' },
    cash: { ...CHOICE, report: 'profit', basis: 'cash' },
    vat: { ...CHOICE, report: 'vat', basis: 'accrual' },
  } as const satisfies Record<string, ReportChoice>;
  const rows = {
    profit: useReport(choices.profit, spans)?.rows,
    cash: useReport(choices.cash, spans)?.rows,
    vat: useReport(choices.vat, spans)?.rows,
  };
  const sheetOf = (name: keyof typeof choices, its: ComparedRow[]) => ({
    title: t(`report.${choices[name].report}`),
    variant: name === 'vat' ? t(`vat.${vatBy}`) : t(`basis.${choices[name].basis}`),
    when: periodText(period),
    other: null,
    rows: its,
    label: (key: string) => words(key).label,
    measures: measuresOf(choices[name]).map((measure) => t(`measure.${measure as 'net'}`)),
    currency,
    words: { what: t('column.what'), change: t('column.change'), currency: t('column.currency') },
  });
  const { profit, cash, vat } = rows;
  return profit && cash && vat ? { profit: sheetOf('profit', profit), cash: sheetOf('cash', cash), vat: sheetOf('vat', vat) } : undefined;
}

export type AdviserPackage = { readonly missing: readonly string[]; readonly name: string };

/** Makes the package of a period for the adviser; how far it is (null while none is made), and how to stop it. */
export function useAdviserExport(period: Period) {
  const { t } = useTranslation('reports');
  const { db, ctx, company } = useCompany();
  const format = useFormat();
  const periodText = usePeriodText()(period);
  const sheets = useSheets(period);
  const personOf = useMemberName();
  const { value: categories } = useCategories();
  const { value: vendors } = useDirectory('vendors');
  const { value: customers } = useDirectory('customers');
  const { gaps, error: gapsUnknown } = useNumberGaps();
  const unsynced = useUnsynced();
  const [progress, setProgress] = useState<PackageProgress | null>(null);
  const running = useRef<AbortController | null>(null);
  const stop = useCallback(() => running.current?.abort(), []);
  useEffect(() => stop, [stop]);
  const isReady =
    sheets !== undefined &&
    unsynced !== undefined &&
    categories !== undefined &&
    vendors !== undefined &&
    customers !== undefined &&
    (gaps !== undefined || gapsUnknown !== null);
  const language = format.language === 'de' ? 'de' : 'en';
  const own = booksCurrency(company.settings);

  const words = {
    heading: (column: string) => t(`adviser.column.${column as 'number'}`),
    file: (name: string) => t(`adviser.file.${name as 'income'}`),
    customer: ({ customer_id: id, buyer }: { customer_id: string | null; buyer: { name: string } | null }) =>
      buyer?.name ?? (id === null ? '' : (customers?.byId.get(id)?.name ?? '')),
    vendor: (id: string | null) => (id === null ? '' : (vendors?.byId.get(id)?.name ?? '')),
    category: (id: string | null) => (id === null ? '' : (categories?.find((each) => each.id === id)?.name ?? '')),
    person: (id: string) => personOf(id),
    code: (kind: string, code: string) => t(`adviser.${kind as 'document'}.${code as 'invoice'}`, { defaultValue: code }),
  };
  const summaryOf = (counts: Counts, missing: readonly string[], pictures: readonly string[]): string => {
    const total = (name: 'profit' | 'cash' | 'vat') => {
      const last = sheets?.[name].rows.find(({ kind }) => kind === 'total');
      return last
        ? `${words.file(name)}: ${sheets?.[name].label(last.key)} ${format.money(fromMinor(last.values.at(-1) ?? 0n, own), own)}`
        : '';
    };
    const gapsText = !gaps
      ? t('adviser.gapsUnknown')
      : gaps.length === 0
        ? t('adviser.gapsNone')
        : t('adviser.gapsKnown', { count: gaps.length });
    const isPartly = !can(ctx.access, 'expenses.view') || !can(ctx.access, 'invoices.view') || !can(ctx.access, 'payments.view');
    const named = (title: string, paths: readonly string[]) => (paths.length === 0 ? [] : ['', title, ...paths.map((path) => `- ${path}`)]);
    return [
      `${company.name} · ${periodText}`,
      t('adviser.madeOn', { when: format.instant(ctx.now(), ctx.timezone) }),
      '',
      t('adviser.counts', { ...counts, interpolation: { escapeValue: false } }),
      total('profit'),
      total('cash'),
      total('vat'),
      '',
      t('adviser.definitions'),
      gapsText,
      ...(isPartly ? [t('note.partly')] : []),
      ...(unsynced ? [t('adviser.unsynced', { count: unsynced })] : []),
      ...named(t('adviser.missingTitle'), missing),
      ...named(t('adviser.picturesTitle'), pictures),
      '',
    ].join('\r\n');
  };

  const start = async (): Promise<AdviserPackage | null> => {
    if (!sheets) return null;
    const [{ fileNameOf }, { reportCsv }, { exportForAdviser }] = await Promise.all([
      import('#domain/adviser/write-package.ts'),
      import('#domain/reports/report-sheet.ts'),
      import('#data/adviser/adviser-export.ts'),
    ]);
    const file = await openExportFile(`${fileNameOf(company.name, t('adviser.name'), periodText)}.zip`, t('adviser.title'));
    if (!file) return null;
    const controller = new AbortController();
    running.current = controller;
    setProgress({ done: 0, total: 0 });
    const gapRows = gaps?.map(({ year, number, reason }) => [String(year), String(number), reason]);
    const texts = [
      ...(['profit', 'cash', 'vat'] as const).map((name) => ({ path: `${words.file(name)}.csv`, text: reportCsv(sheets[name], language) })),
      ...(gapRows
        ? [
            {
              path: `${words.file('gaps')}.csv`,
              text: csvText([['year', 'number', 'reason'].map(words.heading), ...gapRows], language === 'de' ? ';' : ','),
            },
          ]
        : []),
    ];
    try {
      const missing = await exportForAdviser(db, {
        file,
        days: daysOf(period),
        company,
        own,
        language,
        words,
        texts,
        summary: summaryOf,
        onProgress: setProgress,
        signal: controller.signal,
      });
      await addNote(db, { text: t('adviser.noted', { period: periodText }) }, ctx);
      return { missing, name: file.name };
    } catch (error) {
      if (!controller.signal.aborted) throw error;
      return null;
    } finally {
      running.current = null;
      setProgress(null);
    }
  };
  return { isReady, start, stop, progress };
}
