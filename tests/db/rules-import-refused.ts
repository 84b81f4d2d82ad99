import { personaId } from '#tests/support/personas.ts';
import { testId } from '#tests/support/builders.ts';
import { each, type Statement } from './asking.ts';
import { become, imported, unbecome, type Way } from './importing.ts';
import { correctedOnce, ORIGINAL, PEARLS } from './corrected-scene.ts';
import { type Rule, rule } from './rules.ts';
import { OURS, type World } from './world.ts';

type Rows = Record<string, Record<string, unknown>[]>;
const changed =
  (table: string, change: (row: Record<string, unknown>) => object, at = 0) =>
  (tables: Rows) => {
    tables[table] = (tables[table] ?? []).map((row, place) => (place === at ? { ...row, ...change(row) } : row));
  };
const all = (table: string, change: (row: Record<string, unknown>) => object) => (tables: Rows) => {
  tables[table] = (tables[table] ?? []).map((row) => ({ ...row, ...change(row) }));
};
/** An expense with a tax table. */
const TAXED: Statement = [
  "insert into public.expenses (company_id, created_by, amount, tax_rate, tax_amount, expense_date) values ($1, $2, 119, 19, 19, '2026-01-30')",
  [OURS, personaId('owner')],
];
const answer = (world: World, way: Way) => imported(world, way, async () => 'imported');

const HOSTILE: readonly (readonly [string, string, Way])[] = [
  ['a file that the server did not read', 'import_incomplete files/uploads/', { unread: true }],
  ['a column that nobody knows', 'unknown_to_server vendors.fax', { rows: changed('vendors', () => ({ fax: 'x' })) }],
  ['a value that no column takes', 'bad_row customers:1:', { rows: changed('customers', () => ({ payment_terms_days: 'soon' })) }],
  [
    'a row that breaks a rule of its table',
    'bad_row customers:2:customers_country_check',
    { rows: changed('customers', () => ({ country: 'Germany' }), 1) },
  ],
  [
    'a tax table that does not add up',
    'bad_row expenses:',
    {
      rows: changed('expenses', () => ({
        tax_lines: [{ rate: 19, net: 1, tax: 0.19, category: 'domestic', country: 'DE', deductible_percent: 100 }],
      })),
    },
  ],
  [
    'a reference to another company',
    'bad_row expenses:0:expenses_vendor_id_fkey',
    { rows: changed('expenses', () => ({ vendor_id: testId(0xbad) })) },
  ],
  ['sums that are not those of the lines', 'wrong_books totals:invoices:', { rows: changed('invoice_items', () => ({ unit_price: 1 })) }],
  ['what nobody has paid', 'wrong_books paid:invoices:', { rows: changed('payments', () => ({ amount: 1 })) }],
  [
    'tax that is not that of its table',
    'wrong_books tax:expenses:',
    { world: [TAXED], rows: all('expenses', (row) => (JSON.stringify(row['tax_lines']) === '[]' ? {} : { tax_amount: 1 })) },
  ],
  [
    'a cancellation that is none',
    'wrong_books cancellation:invoices:',
    { rows: changed('invoices', () => ({ cancelled_by_id: testId(0xbad) })) },
  ],
  [
    'a trail of somebody else’s history',
    'wrong_books history:activity_records:',
    { rows: changed('activity_records', () => ({ activity_id: '00000000-0000-7000-8000-00000000bad0' })) },
  ],
  ['a counter that lags behind', 'wrong_books counter:invoices:', { rows: all('number_counters', () => ({ last: 0 })) }],
  [
    'a path out of the folder',
    'wrong_books path:files:',
    { rows: changed('files', (row) => ({ path: `${OURS}/../${String(row['id'])}.pdf` })) },
  ],
  [
    'records of the future',
    'wrong_books future:vendors',
    { rows: changed('vendors', () => ({ created_at: '2999-01-01T00:00:00+00:00' })) },
  ],
  [
    'a setting that nobody can work with',
    'invalid_settings settings.company_details.basics.timezone',
    {
      rows: changed('companies', (row) => {
        const settings = structuredClone(row['settings']) as { company_details: { basics: { timezone: string } } };
        settings.company_details.basics.timezone = 'Moon/Base';
        return { settings };
      }),
    },
  ],
  ['a ledger that does not fit', 'wrong_books ledger:', { rows: all('expenses', () => ({ description: 'Forged' })) }],
  [
    'no ledger at all',
    'wrong_books ledger:',
    {
      rows: (tables) => {
        tables['ledger_entries'] = [];
      },
    },
  ],
  [
    'a receipt that was verified elsewhere only',
    'unread_receipt files/uploads/',
    { rows: changed('file_checks', () => ({ sha256: 'd'.repeat(64) })) },
  ],
];

const ending: Rule[] = [
  ...HOSTILE.map(([name, refusal, way]) =>
    rule(`refused: ${name}`, ['functions'], [true, refusal], async (world) => {
      const said = await answer(world, way);
      return [said.startsWith(refusal), said.startsWith(refusal) ? refusal : said];
    }),
  ),
  rule(
    'what an invoice knows of its corrections is what they are: each listed as it is, its lines those of its invoice, and no more than there was',
    ['functions'],
    [
      'imported',
      ...['corrections', 'corrections', 'corrections', 'corrections', 'corrections', 'paid'].map(
        (fault) => `wrong_books ${fault}:invoices:`,
      ),
    ],
    (world) => {
      const ofOriginal = (change: (row: Record<string, unknown>) => object) =>
        all('invoices', (row) => (row['id'] === ORIGINAL ? change(row) : {}));
      const entries = (change: (entry: Record<string, unknown>) => object) =>
        ofOriginal((row) => ({
          corrections: (row['corrections'] as Record<string, unknown>[]).map((entry) => ({ ...entry, ...change(entry) })),
        }));
      const lines = (change: object) => all('invoice_items', (row) => (row['origin_item_id'] === null ? {} : change));
      const ways: readonly NonNullable<Way['rows']>[] = [
        () => undefined,
        entries(() => ({ number: 'K-1' })),
        ofOriginal(() => ({ corrections: [] })),
        lines({ origin_item_id: testId(0xbad) }),
        lines({ origin_item_id: world.ids['ours issued item'] }),
        lines({ origin_item_id: PEARLS }),
        ofOriginal(() => ({ payment_status: 'overpaid' })),
      ];
      return each(ways, async (rows) => {
        const said = await answer(world, { world: correctedOnce(world), rows });
        return said.replace(/(?<=invoices:).*/, '');
      });
    },
  ),
  rule('rows that did not come are missed by their table', ['functions'], 'import_incomplete json/vendors.jsonl', (world) =>
    answer(world, { before: [unbecome, ["delete from private.import_rows where table_name = 'vendors'"], become('stranger')] }),
  ),
  rule('what is not what the manifest says is refused', ['functions'], 'checksum_differs json/vendors.jsonl', (world) =>
    answer(world, {
      before: [
        unbecome,
        [`update private.import_rows set row = row || '{"name": "Another"}' where table_name = 'vendors'`],
        become('stranger'),
      ],
    }),
  ),
  rule(
    'a company that is here stays what it is',
    ['functions'],
    'company_here',
    async (world) => (await answer(world, { keep: true })).split(' ')[0],
  ),
];

export const IMPORTS_REFUSED: readonly Rule[] = ending;
