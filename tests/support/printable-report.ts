import type { PrintableReport } from '#domain/documents/printable-report.ts';
import { printableDocument } from './printable-document.ts';

const amount = (row: number, column: number) => ((row * 7919 + column * 104_729) % 9_000_000) / 100 - (row % 9 === 4 ? 60_000 : 0);
const figures = (language: 'en' | 'de') =>
  new Intl.NumberFormat(language === 'de' ? 'de-DE' : 'en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export type PrintableReportOptions = Partial<PrintableReport> & { readonly lines_of_table?: number };

/** A believable report of expenses by vendor with a comparison; its parts can be replaced. */
export function printableReport({ lines_of_table: count = 12, language = 'de', ...rest }: PrintableReportOptions = {}): PrintableReport {
  const { seller, branding } = printableDocument({ language });
  const isGerman = language === 'de';
  const text = (value: number) => figures(language).format(value).replace('-', '−');
  const rowsOf = Array.from({ length: count }, (_, row) => ({
    label: `${isGerman ? 'Lieferant' : 'Vendor'} ${row + 1}${row % 11 === 3 ? ' Zweigniederlassung Łódź für Süßwaren, Getränke und Feinkost mbH' : ''}`,
    cells: [0, 1, 2, 3, 4].map((column) => text(amount(row, column))),
    kind: 'item' as const,
  }));
  return {
    kind: 'report',
    language,
    made_at: '2026-03-12T09:30:00Z',
    title: isGerman ? 'Ausgaben' : 'Expenses',
    lines: isGerman
      ? ['Jan. 2026 – März 2026 · Nach Lieferant', 'Verglichen mit Jan. 2025 – März 2025', 'Alle Beträge in EUR']
      : ['Jan 2026 – Mar 2026 · By vendor', 'Compared with Jan 2025 – Mar 2025', 'All amounts in GBP'],
    notes: [
      isGerman ? 'Genehmigte und erstattete Ausgaben nach Ausgabedatum.' : 'Approved and reimbursed expenses by the day of the expense.',
    ],
    made_on: isGerman ? 'Erstellt am 12.03.2026' : 'Made on 12 Mar 2026',
    seller,
    branding,
    headings: isGerman
      ? ['Posten', 'Netto', 'USt.', 'Brutto', 'Jan. 2025 – März 2025', 'Veränderung']
      : ['Item', 'Net', 'VAT', 'Gross', 'Jan 2025 – Mar 2025', 'Change'],
    rows: [
      ...rowsOf,
      {
        label: isGerman ? 'Summe' : 'Total',
        cells: ['1', '2', '3', '4', '5'].map((digit) => text(Number(digit) * 1_234_567.89)),
        kind: 'total',
      },
    ],
    ...rest,
  };
}
