import { csvText } from '#domain/csv/csv-text.ts';
import { addressLines } from '#domain/documents/address-lines.ts';
import type { DocumentLanguage } from '#domain/documents/printable-document.ts';
import type { PrintableReport } from '#domain/documents/printable-report.ts';
import { sellerOf } from '#domain/invoices/party-snapshots.ts';
import { currencyExponent } from '#domain/money/currency-codes.ts';
import { fromMinor } from '#domain/money/money.ts';
import { amountForInput } from '#domain/money/typed-amount.ts';
import { type ComparedRow, type Figure, figuresOf } from './report-rows.ts';

/** A report as it leaves the app: its rows and everything that has to be said about them, in the person's words. */
export type ReportSheet = {
  readonly title: string;
  /** What tells it from others of its name: the basis, the breakdown; '' where there is one only. */
  readonly variant: string;
  readonly when: string;
  /** Heading of the compared period; null when nothing is compared. */
  readonly other: string | null;
  readonly rows: readonly ComparedRow[];
  readonly label: (key: string) => string;
  readonly measures: readonly string[];
  readonly currency: string;
  readonly words: { readonly what: string; readonly change: string; readonly currency: string };
};

const headingsOf = ({ words, measures, other }: ReportSheet): string[] => [
  words.what,
  ...measures,
  ...(other === null ? [] : [other, words.change]),
];

/** For spreadsheets: plain numbers in the language's form, the currency in a column of its own. */
export function reportCsv(sheet: ReportSheet, language: DocumentLanguage): string {
  const { rows, label, currency, words } = sheet;
  const amount = (minor: Figure) => (minor === null ? '' : amountForInput(fromMinor(minor, currency), currency, language));
  const lines = rows.map((row) => [label(row.key), ...figuresOf(row).map(amount), currency]);
  return csvText([[...headingsOf(sheet), words.currency], ...lines], language === 'de' ? ';' : ',');
}

/** What its file is called, without an ending and without what file systems refuse. */
export const reportFileName = ({ title, variant, when, currency }: ReportSheet): string =>
  [title, variant, when, currency]
    .filter(Boolean)
    .join(' ')
    .replaceAll(/[/\\:*?"<>|]+/g, '-');

type Printing = {
  readonly language: DocumentLanguage;
  readonly company: Parameters<typeof sellerOf>[0];
  readonly logo: PrintableReport['branding']['logo'];
  readonly madeAt: string;
  /** Sentences for the page: the comparison, the currency, the foot, and what counts and what does not. */
  readonly words: { readonly lines: readonly string[]; readonly notes: readonly string[]; readonly madeOn: string };
};

/** For paper: grouped figures without the currency's sign, which is named once at the head. */
export function printableReport(sheet: ReportSheet, { language, company, logo, madeAt, words }: Printing): PrintableReport {
  const decimals = currencyExponent(sheet.currency);
  const figures = new Intl.NumberFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  const text = (minor: Figure) => (minor === null ? '' : figures.format(fromMinor(minor, sheet.currency)).replace('-', '−'));
  const seller = sellerOf(company, language);
  const { primary_color, accent_color, font } = company.settings.company_details.branding;
  return {
    kind: 'report',
    language,
    made_at: madeAt,
    title: sheet.title,
    lines: [[sheet.when, sheet.variant].filter(Boolean).join(' · '), ...words.lines],
    notes: words.notes,
    made_on: words.madeOn,
    seller: { name: seller.name, address_lines: addressLines(seller, { language, home: seller.country }) },
    branding: { logo, primary_color, accent_color, font },
    headings: headingsOf(sheet),
    rows: sheet.rows.map((row) => ({
      label: sheet.label(row.key),
      cells: figuresOf(row).map((figure, n) => `${n > sheet.measures.length && (figure ?? 0n) > 0n ? '+' : ''}${text(figure)}`),
      kind: row.kind,
    })),
  };
}
