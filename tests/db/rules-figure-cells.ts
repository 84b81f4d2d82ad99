import { insertOf, testId } from '#tests/support/builders.ts';
import { BARE, each, first, setting, type Statement } from './asking.ts';
import { type Rule, rule } from './rules.ts';
import { OURS, THEIRS, type World } from './world.ts';

const PERSON = testId(0x7_01);
export const CATEGORY = testId(0x7_02);
/** As rows that were brought back: no trigger makes anything of them. */
export const document = (n: number, more: Record<string, unknown>): Statement =>
  insertOf('invoices', {
    id: testId(0x7_100 + n),
    company_id: OURS,
    number: `K-${n}`,
    status: 'issued',
    currency: 'EUR',
    issue_date: '2019-03-10',
    due_date: '2019-03-24',
    tax_point: '2019-03-10',
    seller: {},
    buyer: {},
    net_total: 100,
    tax_total: 19,
    gross_total: 119,
    tax_breakdown: [{ tax_rate: 19, net: 100, tax: 19 }],
    created_by: PERSON,
    ...more,
  });
export const money = (n: number, more: Record<string, unknown>): Statement =>
  insertOf('payments', {
    id: testId(0x7_200 + n),
    company_id: OURS,
    invoice_id: testId(0x7_101),
    amount: 119,
    currency: 'EUR',
    payment_date: '2019-03-20',
    tax_point: '2019-03-10',
    tax_shares: [{ tax_rate: 19, tax_category: 'S', net: 100, tax: 19 }],
    created_by: PERSON,
    ...more,
  });
export const spent = (n: number, more: Record<string, unknown>): Statement =>
  insertOf('expenses', {
    id: testId(0x7_300 + n),
    company_id: OURS,
    description: 'Train',
    amount: 119,
    currency: 'EUR',
    tax_rate: 19,
    tax_amount: 19,
    tax_lines: [],
    expense_date: '2019-03-15',
    status: 'approved',
    is_reimbursable: false,
    created_by: PERSON,
    ...more,
  });
export const cellsOf = async (world: World, documents: readonly Statement[], part: string, month = '2019-03-01') =>
  world.given([BARE, ...documents], async () => {
    const { cells } = await first(world, 'select private.month_cells($1, $2) as cells', [OURS, month]);
    const its = (cells as Record<string, Record<string, string>>)[part] ?? {};
    return Object.entries(its)
      .map(([key, numbers]) => `${key}: ${numbers}`.replaceAll(PERSON, 'author').replaceAll(CATEGORY, 'travel'))
      .toSorted();
  });
export const line = (more: Record<string, unknown>) => ({
  rate: 19,
  net: 100,
  tax: 19,
  category: 'domestic',
  country: 'DE',
  deductible_percent: 50,
  ...more,
});

/** What the figures of a month are made of. */
export const FIGURE_CELLS: readonly Rule[] = [
  rule(
    'an issued invoice counts in the month of its issue, and its tax by the tax point',
    ['functions', 'invoices'],
    [
      ['invoiced|EUR: 2 20000 3800 23800', 'output|EUR|19|S: 2 20000 3800', 'point|EUR: 2 23800', 'supply|EUR|19|S: 2 20000 3800'],
      ['point|EUR: 1 11900', 'supply|EUR|19|S: 1 10000 1900'],
      ['invoiced|EUR: 1 10000 1900 11900', 'output|EUR|19|S: 1 10000 1900'],
      [
        'invoiced|EUR: 1 10000 1900 11900',
        'output|EUR|0|: 1 10000 0',
        'output|EUR|7.75|E: 1 5000 388',
        'point|EUR: 1 11900',
        'supply|EUR|0|: 1 10000 0',
        'supply|EUR|7.75|E: 1 5000 388',
      ],
      ['invoiced|JPY: 1 100 19 119', 'output|JPY|0|AE: 1 100 19', 'point|JPY: 1 119', 'supply|JPY|0|AE: 1 100 19'],
      [],
    ],
    (world) =>
      each(
        [
          [document(1, {}), document(2, { status: 'cancelled', tax_point: null }), document(3, { company_id: THEIRS })],
          [
            document(1, { issue_date: '2019-04-01', tax_point: '2019-03-31' }),
            document(2, { issue_date: '2019-02-28', tax_point: '2019-02-28' }),
          ],
          [document(1, { tax_point: '2019-04-02' })],
          [
            document(1, {
              tax_breakdown: [
                { tax_rate: 0, net: 100, tax: 0 },
                { tax_rate: 7.75, tax_category: 'E', net: 50, tax: 3.875 },
              ],
            }),
          ],
          [document(1, { currency: 'JPY', tax_mode: 'reverse_charge', tax_breakdown: [{ tax_rate: 0, net: 100, tax: 19 }] })],
          [document(1, { status: 'draft', number: null })],
        ],
        (documents) => cellsOf(world, documents, 'invoices'),
      ),
  ),
  rule(
    'a payment counts on its day, what came before the tax point in that month as well',
    ['functions', 'payments'],
    [
      ['receipt|EUR|19|S|2019-03: 1 10000 1900', 'received|EUR: 1 11900'],
      ['advance|EUR|19|S|2019-04: 1 10000 1900', 'receipt|EUR|19|S|2019-04: 1 10000 1900', 'received|EUR: 1 11900'],
      ['advance|EUR|19|S|2019-03: -1 -10000 -1900'],
      ['receipt|EUR|7|S|2019-03: 1 5 0', 'receipt|EUR|7||2019-03: 1 0 5', 'received|EUR: 1 11900'],
      ['receipt|EUR|19|S|2019-03: 1 10000 1900', 'received|EUR: 1 11900'],
      [],
      ['receipt|EUR|19|S|2019-03: 1 10000 1900', 'received|EUR: 1 11900'],
    ],
    (world) =>
      each(
        [
          [money(1, {}), money(2, { company_id: THEIRS }), money(3, { payment_date: '2019-04-01' })],
          [money(1, { tax_point: '2019-04-30' })],
          [money(1, { payment_date: '2019-02-28' })],
          [
            money(1, {
              tax_shares: [
                { tax_rate: 7, tax_category: null, net: 0, tax: 0.05 },
                { tax_rate: 7, tax_category: 'S', net: 0.05, tax: 0 },
                { tax_rate: 0, tax_category: 'Z', net: 0, tax: 0 },
              ],
            }),
          ],
          [money(1, { payment_date: '2019-02-20', booked_on: '2019-03-02' })],
          [money(1, { booked_on: '2019-04-02' })],
          [money(1, { tax_point: null })],
        ],
        (documents) => cellsOf(world, documents, 'payments'),
      ),
  ),
  rule(
    'a booked expense counts on its day or the later one it was booked on, and where its money left',
    ['functions', 'expenses'],
    [
      [
        'category|EUR|: 2 23800 3800',
        'expense|EUR|approved|author: 2 23800 3800',
        'given|EUR||: 2 3800',
        'inputpaid|EUR||domestic|19|2019-03: 1 10000 1900 1900',
        'input|EUR||domestic|19: 2 20000 3800 3800',
        'paid|EUR: 1 11900',
      ],
      [],
      ['inputpaid|EUR||domestic|19|2019-02: 1 10000 1900 1900', 'paid|EUR: 1 11900'],
      [
        'category|EUR|: 1 11900 1900',
        'expense|EUR|approved|author: 1 11900 1900',
        'given|EUR||: 1 1900',
        'input|EUR||domestic|19: 1 10000 1900 1900',
      ],
      [
        'category|EUR|travel: 1 43800 3800',
        'expense|EUR|approved|author: 1 43800 3800',
        'given|EUR|travel|: 1 950',
        'given|EUR|travel|DE: 1 950',
        'inputpaid|EUR|DE|domestic|19|2019-03: 1 10000 1900 950',
        'inputpaid|EUR|FR|eu_acquisition||2019-03: 1 10000 0 5000',
        'inputpaid|EUR|FR|reverse_charge||2019-03: 1 10000 0 5000',
        'inputpaid|EUR|XX|import|19|2019-03: 1 10000 1900 950',
        'input|EUR|DE|domestic|19: 1 10000 1900 950',
        'input|EUR|FR|eu_acquisition|: 1 10000 0 5000',
        'input|EUR|FR|reverse_charge|: 1 10000 0 5000',
        'input|EUR|XX|import|19: 1 10000 1900 950',
        'paid|EUR: 1 43800',
      ],
      [
        'category|EUR|: 1 11900 0',
        'expense|EUR|approved|author: 1 11900 0',
        'inputpaid|EUR||none||2019-03: 1 11900 0 0',
        'input|EUR||none|: 1 11900 0 0',
        'paid|EUR: 1 11900',
      ],
      [
        'category|EUR|: 1 11900 1900',
        'expense|EUR|approved|author: 1 11900 1900',
        'given|EUR||: 1 1900',
        'inputpaid|EUR||domestic||2019-03: 1 10000 1900 1900',
        'input|EUR||domestic|: 1 10000 1900 1900',
        'paid|EUR: 1 11900',
      ],
      [
        'category|EUR|: 1 11900 0',
        'expense|EUR|approved|author: 1 11900 0',
        'given|EUR||: 1 0',
        'inputpaid|EUR||domestic|0|2019-03: 1 11900 0 0',
        'input|EUR||domestic|0: 1 11900 0 0',
        'paid|EUR: 1 11900',
      ],
    ],
    (world) =>
      each(
        [
          // Spent by the company, and advanced by somebody who waits; refused, pending and elsewhere.
          [
            spent(1, {}),
            spent(2, { is_reimbursable: true }),
            spent(3, { status: 'pending' }),
            spent(4, { status: 'rejected' }),
            spent(5, { company_id: THEIRS }),
          ],
          [spent(1, { booked_on: '2019-04-02' })],
          [spent(1, { status: 'reimbursed', is_reimbursable: true, expense_date: '2019-02-10', paid_on: '2019-03-31' })],
          [spent(1, { expense_date: '2019-02-10', booked_on: '2019-03-01', is_reimbursable: true })],
          [
            spent(1, {
              amount: 438,
              tax_amount: 38,
              category_id: CATEGORY,
              tax_lines: [
                line({}),
                line({ category: 'import', country: 'XX' }),
                line({ rate: null, tax: 0, category: 'reverse_charge', country: 'FR' }),
                line({ rate: null, tax: 0, category: 'eu_acquisition', country: 'FR' }),
              ],
            }),
          ],
          [spent(1, { tax_rate: null, tax_amount: 0 })],
          [spent(1, { tax_rate: null })],
          [spent(1, { tax_rate: 0, tax_amount: 0 })],
        ],
        (documents) =>
          cellsOf(
            world,
            documents.map((each) => each),
            'expenses',
          ),
      ),
  ),
  rule(
    'with the figures is kept what they are read by: where the company is, and whether it is a small business',
    ['functions', 'companies'],
    [
      { country: 'DE', small_business: 'false' },
      { country: 'FR', small_business: 'true' },
    ],
    (world) =>
      each([[], [setting('company_details,address,country', 'FR'), setting('tax,small_business', true)]], (given) =>
        world.given([BARE, ...given], async () => {
          const { cells } = await first(world, "select private.month_cells($1, '2019-03-01') as cells", [OURS]);
          return (cells as Record<string, unknown>)['company'];
        }),
      ),
  ),
];
