import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadFontFiles } from '#tests/support/font-files.ts';
import { pdfTags, pdfTexts } from '#tests/support/pdf-text.ts';
import { printableReport, type PrintableReportOptions } from '#tests/support/printable-report.ts';
import { writeReport } from './write-document.ts';

const written = (options: PrintableReportOptions = {}) => writeReport(printableReport(options), loadFontFiles);

test('a report names company, address, title, period, comparison, currency, what counts, and when it was made', async () => {
  const [page = []] = pdfTexts(await written());
  const all = page.join(' ');
  for (const part of [
    'Nordlicht Webdesign GmbH',
    'Große Elbstraße 12 · 22767 Hamburg',
    'Ausgaben',
    'Jan. 2026 – März 2026 · Nach Lieferant',
    'Verglichen mit Jan. 2025 – März 2025',
    'Alle Beträge in EUR',
    'Genehmigte und erstattete Ausgaben nach Ausgabedatum.',
    'Erstellt am 12.03.2026',
    'Seite 1 von 1',
    '1.234.567,89',
  ])
    expect(all).toContain(part);
});

test('it speaks the person’s language down to the page number', async () => {
  const [page = []] = pdfTexts(await written({ language: 'en' }));
  for (const part of ['Expenses', 'All amounts in GBP', 'Made on 12 Mar 2026', 'Page 1 of 1', '1,234,567.89']) expect(page).toContain(part);
});

test('200 rows stand on their pages once and in order, below a repeated head, and the total never stands alone', async () => {
  const pages = pdfTexts(await written({ lines_of_table: 200 }));
  const rowsOn = (page: readonly string[]) => page.flatMap((text) => /^Lieferant (\d+)/.exec(text)?.[1] ?? []).map(Number);
  expect(pages.flatMap(rowsOn)).toEqual(Array.from({ length: 200 }, (_, row) => row + 1));
  for (const [number, page] of pages.entries()) {
    expect(page).toContain('Posten');
    expect(page).toContain('Veränderung');
    expect(page).toContain(`Seite ${number + 1} von ${pages.length}`);
  }
  for (const page of pages.slice(1)) expect(page).toContain('Ausgaben · Jan. 2026 – März 2026 · Nach Lieferant');
  expect(pages.flat().filter((text) => text === 'Summe')).toHaveLength(1);
});

test('wherever the page ends, a row stands above the total', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 120 }), async (lines_of_table) => {
      const last = pdfTexts(await written({ lines_of_table })).at(-1) ?? [];
      expect(last).toContain('Summe');
      expect(last.some((text) => text.startsWith(`Lieferant ${lines_of_table}`))).toBe(true);
    }),
    { numRuns: 25, seed: 7 },
  );
});

test('a screen reader hears one table with one head, a name and its amounts per row', async () => {
  const tags = pdfTags(await written({ lines_of_table: 60 }));
  expect(tags).toMatchObject({ H1: 1, Table: 1, THead: 1, TR: 62, TH: 6 + 61, TD: 61 * 5 });
});

test('the same report gives the same bytes', async () => {
  expect(Buffer.compare(await written(), await written())).toBe(0);
});

test('other programs find no fault, and the amounts of a column end at the same place', async ({ skip }) => {
  const isInstalled = (tool: string) => (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, tool)));
  const missing = ['qpdf', 'pdftotext'].filter((tool) => !isInstalled(tool));
  if (missing.length > 0) skip(`not installed here: ${missing.join(', ')}`);
  const folder = mkdtempSync(join(tmpdir(), 'kontor-report-'));
  try {
    const path = join(folder, 'report.pdf');
    writeFileSync(path, await written({ lines_of_table: 30 }));
    const run = (tool: string, ...args: string[]) => execFileSync(tool, args, { encoding: 'utf8' });
    expect(run('qpdf', '--check', path)).toContain('No syntax or stream encoding errors found');
    const words = [...run('pdftotext', '-bbox', path, '-').matchAll(/xMax="([\d.]+)"[^>]*>(−?[\d.]+,\d\d)</g)];
    expect(words).toHaveLength(31 * 5);
    expect(new Set(words.map(([, right]) => Number(right).toFixed(0))).size).toBe(5);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
