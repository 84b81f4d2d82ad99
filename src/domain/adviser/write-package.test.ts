import { expect, test } from 'vitest';
import type { Expense } from '#domain/expenses/expense.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { type BookingList, expenseList, incomeList, listCsv, type Names, rateList } from './booking-lists.ts';
import { fileNameOf, freeNames, writePackage } from './write-package.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

test('a package has every file that can be had, and its summary names those that can not', async () => {
  const parts: (Uint8Array<ArrayBuffer> | Blob)[] = [];
  const said: string[] = [];
  const missing = await writePackage(
    [
      { path: 'Income.csv', text: 'a;b' },
      { path: 'Receipts/here.pdf', bytes: async () => bytes('pdf') },
      { path: 'Receipts/elsewhere.pdf', bytes: async () => null },
    ],
    (paths) => ({ path: 'Summary.txt', text: `missing: ${paths.join()}` }),
    {
      sink: {
        async write(part) {
          parts.push(part);
        },
      },
      madeAt: new Date('2026-11-24T15:00:00Z'),
      onProgress: ({ done, total }) => said.push(`${done}/${total}`),
    },
  );
  expect(missing).toEqual(['Receipts/elsewhere.pdf']);
  expect(said).toEqual(['0/3', '1/3', '2/3']);
  const file = new Uint8Array(await new Blob(parts).arrayBuffer());
  const text = new TextDecoder('latin1').decode(file);
  for (const path of ['Income.csv', 'Receipts/here.pdf', 'Summary.txt']) expect(text).toContain(path);
  expect(text).not.toContain('elsewhere');
});

test('who stops it gets no summary of half a package', async () => {
  const controller = new AbortController();
  const entries = [1, 2].map((n) => ({ path: `${n}`, bytes: async () => (controller.abort(), bytes('x')) }));
  const written = writePackage(entries, () => ({ path: 's', text: '' }), {
    sink: { write: async () => undefined },
    madeAt: new Date('2026-11-24T15:00:00Z'),
    signal: controller.signal,
  });
  await expect(written).rejects.toThrow(/abort/i);
});

test.each([
  ['2026-10-03 R/1 A:B*C?.pdf "x" <y>|z', '2026-10-03 R-1 A-B-C-.pdf -x- -y-z'],
  ['../../etc/passwd', 'etc-passwd'],
  ['..', '-'],
  ['CON\u0000\n.txt ', 'CON-.txt'],
  ['Müller & Söhne (Kiel)', 'Müller & Söhne (Kiel)'],
])('a file is called by what it is, and by nothing that a file system refuses: %j', (given, name) => {
  expect(fileNameOf(given)).toBe(name);
});

test('two receipts of one name are two files, whatever their capitals', () => {
  const free = freeNames();
  expect(['a/x.pdf', 'a/X.pdf', 'a/x.pdf', 'b/x.pdf', 'y'].map(free)).toEqual(['a/x.pdf', 'a/X (2).pdf', 'a/x (3).pdf', 'b/x.pdf', 'y']);
});

test('a list runs nothing in a spreadsheet, and its numbers are numbers in the language of the reader', () => {
  const list = {
    columns: ['vendor', 'net'],
    rows: [
      ['=HYPERLINK("x")', { amount: -1234.5, currency: 'EUR' }],
      ['@cmd', null],
    ],
  };
  expect(listCsv(list, (column) => column, 'de')).toBe('\ufeffvendor;net\r\n"\'=HYPERLINK(""x"")";-1234,50\r\n\'@cmd;\r\n');
  expect(listCsv(list, (column) => column, 'en')).toContain(',-1234.50\r\n');
});

test('rates have the decimal mark of the language, too: a German spreadsheet takes 8.1 for a day of January and 1.083 for a thousand', () => {
  const own = { amount: 9.23, currency: 'CHF', source: 'ecb', day: '2026-01-30', version: '2026-01-30' } as const;
  const rates = rateList([{ kind: 'Invoice', it: { number: '1', currency: 'EUR', exchange: { ...own, rate: '0.923' } } }], 'CHF');
  const names: Names = {
    customer: () => 'C',
    vendor: () => 'V',
    category: () => 'K',
    person: () => 'P',
    invoiceNumber: () => '1',
    code: (_, code) => code,
  };
  const income = incomeList(
    [
      {
        currency: 'CHF',
        tax_breakdown: [{ tax_rate: 8.1, tax_category: 'S', net: 100, tax: 8.1 }],
        document_type: 'invoice',
        issue_date: '2026-01-30',
      } as unknown as Invoice,
    ],
    'CHF',
    names,
  );
  const spent = expenseList(
    [
      {
        currency: 'CHF',
        expense_date: '2026-01-30',
        description: '',
        amount: 108.1,
        status: 'pending',
        tax_lines: [{ rate: 8.1, net: 100, tax: 8.1, category: 'domestic', country: 'CH', deductible_percent: 33.3 }],
      } as unknown as Expense,
    ],
    'CHF',
    { ...names, files: () => [] },
  );
  const row = (list: BookingList, language: 'de' | 'en') =>
    listCsv(list, (column) => column, language)
      .split('\r\n')[1]
      ?.split(language === 'de' ? ';' : ',');
  expect([row(rates, 'de'), row(rates, 'en')].map((cells) => cells?.[3])).toEqual(['0,923', '0.923']);
  expect([row(income, 'de'), row(income, 'en')].map((cells) => cells?.[6])).toEqual(['8,1', '8.1']);
  expect([row(spent, 'de'), row(spent, 'en')].map((cells) => cells?.slice(8, 10))).toEqual([
    ['8,1', '33,3'],
    ['8.1', '33.3'],
  ]);
});
