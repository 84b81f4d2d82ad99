import type { Exchange } from '#domain/exchange/document-exchange.ts';
import { insertOf, sampleRow, testId } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';
import { each, first, said, setting, type Statement, withOnly } from './asking.ts';
import { asked, change, expense, ID, type Values } from './rules-expenses.ts';
import { ALL, closed, PAY } from './rules-periods.ts';
import { acting } from './rules-people.ts';
import { type Rule, rule } from './rules.ts';
import { FRESH, OURS, type World } from './world.ts';

/** What the server knows: a dollar is 0.8 euros on 10 January 2026, 0.5 on 20 January; nobody publishes kwacha. */
const RATES: Statement[] = [
  ['delete from private.exchange_rates'],
  [
    `insert into private.exchange_rates (day, source, rates) values
       ('2026-01-10', 'ecb', '{"USD": "1.25", "JPY": "160"}'), ('2026-01-20', 'ecb', '{"USD": "2", "JPY": "160"}')`,
  ],
];
const DAY = '2026-01-15';
const manual = (rate: unknown, more: Values = {}) => ({
  currency: 'EUR',
  rate,
  day: DAY,
  source: 'manual',
  version: '',
  amount: 0,
  ...more,
});
const proposal: Exchange = { currency: 'EUR', rate: '0.7', day: '2026-01-01', source: 'ecb', version: '2026-01-01', amount: 70 };
const NO_TAX = { amount: 100, tax_rate: null, tax_amount: 0, tax_lines: [], expense_date: DAY };
const dollars = (status: 'pending' | 'approved', more: Values = {}) => expense('employee', status, { ...NO_TAX, currency: 'USD', ...more });
const wrote = (value: unknown) => (value === null ? 'null' : `'${JSON.stringify(value)}'`);

/** A rate and what it makes, as short as it can be said. */
const short = (exchange: unknown): string | null => {
  const its = exchange as (Exchange & { document_amount?: number | null }) | null;
  if (!its) return null;
  const settles = its.document_amount === undefined ? '' : ` settles ${its.document_amount}`;
  return `${its.source} ${its.rate} of ${its.day}: ${its.amount} ${its.currency}${settles}`;
};
const exchangeOf = async (world: World, table: string, id: string) =>
  short((await first(world, `select exchange from public.${table} where id = $1`, [id]))['exchange']);
/** What the expense is worth after somebody has changed it. */
const after = (world: World, given: readonly Statement[], set: string, who: 'owner' | null = 'owner') =>
  world.given(given, () =>
    who === null
      ? world.given([change(set)], () => exchangeOf(world, 'expenses', ID))
      : acting(world, who, [change(set)], { look: () => exchangeOf(world, 'expenses', ID) }),
  );

const FAULTS: Rule = rule(
  'a rate that is stored is a rate of another currency, of a day, with what it makes of the amount',
  ['functions'],
  [
    null,
    null,
    'exchange',
    'exchange',
    'exchange',
    'currency',
    'currency',
    'currency',
    'rate',
    'rate',
    'rate',
    'rate',
    'rate',
    'day',
    'day',
    'day',
    'day',
    'source',
    'source',
    'version',
    'version',
    'amount',
    'amount',
    'amount',
    'document_amount',
    null,
    null,
  ],
  (world) => {
    const right = manual('0.9', { amount: 90 });
    const { day: _day, ...dayless } = right;
    return each(
      [
        null,
        right,
        [],
        dayless,
        { ...right, more: 1 },
        { ...right, currency: 'USD' },
        { ...right, currency: 'XXX' },
        { ...right, currency: null },
        { ...right, rate: 0.9 },
        { ...right, rate: '0.0' },
        { ...right, rate: '-1' },
        { ...right, rate: '1e2' },
        { ...right, rate: null },
        { ...right, day: '2026-02-30' },
        { ...right, day: '2026-2-3' },
        { ...right, day: '1826-01-03' },
        { ...right, day: null },
        { ...right, source: 'guess' },
        { ...right, source: null },
        { ...right, version: 5 },
        { ...right, version: 'x'.repeat(41) },
        { ...right, amount: '90' },
        { ...right, amount: 90.01 },
        { ...right, rate: '999999999', amount: 99_999_999_900 },
        { ...right, document_amount: '5' },
        { ...right, document_amount: null },
        { ...right, document_amount: 5 },
      ],
      async (exchange) =>
        (
          await first(world, "select private.exchange_fault($1::jsonb, 100, 'USD') as fault", [
            exchange === null ? null : JSON.stringify(exchange),
          ])
        )['fault'],
    );
  },
);

/** What documents in foreign currencies are worth in the books. */
export const FOREIGN: readonly Rule[] = [
  FAULTS,
  rule('an amount is rounded to what its currencies have, half away from zero', ['functions'], [1, -1, 0.003, 123], (world) =>
    each(
      [
        ['0.5', 'USD', '1', 'JPY'],
        ['-0.5', 'USD', '1', 'JPY'],
        ['0.0025', 'KWD', '1', 'KWD'],
        ['122.6', 'JPY', '1', 'EUR'],
      ] as const,
      async (given) => Number((await first(world, 'select private.converted($1, $2, $3, $4) as amount', [...given]))['amount']),
    ),
  ),
  rule(
    'an approval fixes the rate of the day of the expense, whatever a device proposes; a rate that a person entered stays',
    ['expenses'],
    [
      'ecb 0.8 of 2026-01-10: 80 EUR',
      'ecb 0.8 of 2026-01-10: 80 EUR',
      'ecb 0.5 of 2026-01-20: 50 EUR',
      'manual 0.9 of 2026-01-15: 90 EUR',
      'manual 0.9 of 2026-01-15: 90 EUR',
      null,
      null,
      'ecb 0.8 of 2026-01-10: 80 EUR',
    ],
    (world) =>
      world.given(RATES, async () => [
        await after(world, [dollars('pending')], "status = 'approved'"),
        await after(world, [dollars('pending')], `status = 'approved', exchange = ${wrote(proposal)}`),
        await after(world, [dollars('pending', { expense_date: '2026-01-20' })], "status = 'approved'"),
        await after(world, [dollars('pending', { exchange: manual('0.9') })], "status = 'approved'"),
        await after(world, [dollars('pending')], `status = 'approved', exchange = ${wrote(manual('0.9'))}`),
        await after(world, [dollars('pending', { currency: 'EUR' })], "status = 'approved'"),
        await after(world, [dollars('pending', { currency: 'ZMW' })], "status = 'approved'"),
        // Of books that are kept in another currency by now.
        await after(world, [dollars('pending', { exchange: manual('0.9', { currency: 'CHF' }) })], "status = 'approved'"),
      ]),
  ),
  rule(
    'books in another currency, and rates of the month, are what the company says',
    ['expenses', 'companies'],
    ['ecb 1 of 2026-01-20: 100 USD', 'ecb 0.8 of 2026-01-10: 80 EUR'],
    (world) =>
      world.given(
        [...RATES, ['update private.exchange_rates set rates = rates || \'{"CHF": "2"}\' where day = \'2026-01-20\'']],
        async () => [
          await after(
            world,
            [setting('exchange,currency', 'USD'), dollars('pending', { currency: 'CHF', expense_date: '2026-01-20' })],
            "status = 'approved'",
          ),
          await after(
            world,
            [
              setting('exchange,rates', 'month'),
              ["delete from private.exchange_rates where day = '2026-01-20'"],
              ["insert into private.exchange_rates (day, source, rates) values ('2026-02-02', 'ecb', '{\"USD\": \"4\"}')"],
              dollars('pending', { expense_date: '2026-01-31' }),
            ],
            "status = 'approved'",
          ),
        ],
      ),
  ),
  rule(
    'while an expense is pending only a rate that a person entered is kept, with what it makes of the amount, for this currency',
    ['expenses'],
    [null, 'manual 0.9 of 2026-01-15: 90 EUR', 'manual 0.9 of 2026-01-15: 180 EUR', null, 'manual 2 of 2026-01-15: 200 EUR', null, null],
    (world) =>
      world.given(RATES, async () => [
        await after(world, [dollars('pending')], `exchange = ${wrote(proposal)}`),
        await after(world, [dollars('pending')], `exchange = ${wrote(manual('0.9'))}`),
        await after(world, [dollars('pending', { exchange: manual('0.9') })], 'amount = 200'),
        await after(world, [dollars('pending', { exchange: manual('0.9') })], "currency = 'GBP'"),
        await after(world, [dollars('pending', { exchange: manual('0.9') })], `currency = 'GBP', exchange = ${wrote(manual('2'))}`),
        await after(world, [dollars('pending', { exchange: manual('0.9') })], 'exchange = null'),
        await after(world, [dollars('approved')], "status = 'pending', rejection_reason = 'Because'"),
      ]),
  ),
  rule(
    'a rate that can’t be so is refused with its place',
    ['expenses'],
    ['exchange_wrong', 'exchange_wrong', 'exchange_wrong', 'exchange_wrong', 1],
    (world) =>
      each([manual('0'), manual(5), manual('0.9', { day: 'today' }), manual('999999999'), manual('0.9')], (exchange) =>
        asked(world, ALL, dollars('pending'), `exchange = ${wrote(exchange)}`),
      ),
  ),
  rule(
    'who may approve and not edit proposes no rate of their own; what a device found hinders nobody',
    ['expenses'],
    [1, 'not_allowed', 1, 1],
    (world) => {
      const approver = ['expenses.view', 'expenses.approve'];
      const back = "status = 'pending', rejection_reason = 'Because', exchange = null";
      return world.given(RATES, async () => [
        await asked(world, approver, dollars('pending'), `status = 'approved', exchange = ${wrote(proposal)}`),
        await asked(world, approver, dollars('pending'), `status = 'approved', exchange = ${wrote(manual('0.9'))}`),
        await asked(world, approver, dollars('pending', { exchange: manual('0.9') }), "status = 'approved'"),
        await asked(world, approver, dollars('approved'), back),
      ]);
    },
  ),
  rule(
    'the rate of what was approved stays; one that was missing is supplied once, with the key to edit, in open months',
    ['expenses', 'periods'],
    ['expense_locked', 'expense_locked', 1, 'not_allowed', 'period_closed', 'period_closed', 1, 'expense_locked', 'expense_locked', 1],
    (world) => {
      const supply = `exchange = ${wrote(manual('0.9'))}`;
      const missing = dollars('approved', { exchange: null });
      const keys = ['expenses.view', 'expenses.update'];
      const late = dollars('approved', { paid_on: '2026-03-05' });
      return each(
        [
          [RATES, missing, supply, keys],
          [RATES, missing, 'exchange = null', keys],
          [[], missing, supply, keys],
          [[], missing, supply, ['expenses.view', 'expenses.reimburse']],
          [[closed()], missing, supply, keys],
          [[closed('2026-03-01')], late, supply, keys],
          [[closed('2026-02-01')], missing, supply, keys],
          [[], missing, `${supply}, description = 'Other'`, keys],
          [[], missing, `${supply}, amount = 5`, keys],
          [[], missing, `exchange = ${wrote(proposal)}`, keys],
        ] as const,
        ([given, its, set, holding]) => world.given([...given], () => asked(world, holding, its, set)),
      );
    },
  ),
  rule(
    'a reversal has the rate of what it takes back; what was reversed gets none any more',
    ['expenses'],
    ['ecb 0.8 of 2026-01-10: -80 EUR', null, 'expense_reversed'],
    async (world) => {
      const reversal = insertOf(
        'expenses',
        sampleRow('expenses', {
          id: FRESH,
          company_id: OURS,
          status: 'approved',
          expense_date: '2026-01-20',
          exchange: manual('0.3'),
          reverses_expense_id: ID,
          reversal_reason: 'Wrong company',
        }),
      );
      const reversed = (...given: Statement[]) =>
        world.given(given, () => acting(world, 'owner', [reversal], { look: () => exchangeOf(world, 'expenses', FRESH) }));
      return [
        await reversed(...RATES, dollars('approved')),
        await reversed(dollars('approved')),
        await world.given([dollars('approved')], () =>
          acting(world, 'owner', [reversal], { look: () => said(world, 'owner', change(`exchange = ${wrote(manual('0.9'))}`)) }),
        ),
      ];
    },
  ),
  rule(
    'issuing fixes the rate of the tax point; a draft has what was entered, a cancellation the rate of its invoice',
    ['invoices'],
    [
      null,
      'manual 0.9 of 2026-01-15: 85.5 EUR',
      null,
      'ecb 0.8 of 2026-01-10: 76 EUR',
      'manual 0.9 of 2026-01-15: 85.5 EUR',
      'ecb 0.8 of 2026-01-10: -76 EUR',
    ],
    (world) =>
      world.given([...RATES, ...draftInDollars(world)], async () => {
        const id = idOf(world);
        const issue: Statement = ["update public.invoices set status = 'ready_to_issue' where id = $1", [id]];
        const rated = (exchange: unknown): Statement => [`update public.invoices set exchange = ${wrote(exchange)} where id = $1`, [id]];
        const look = () => exchangeOf(world, 'invoices', id);
        const asOwner = (...statements: Statement[]) => acting(world, 'owner', statements, { look });
        return [
          await asOwner(rated(proposal)),
          await asOwner(rated(manual('0.9'))),
          await asOwner(rated(manual('0.9')), ["update public.invoices set currency = 'GBP' where id = $1", [id]]),
          await asOwner(rated(proposal), issue),
          await asOwner(rated(manual('0.9')), issue),
          await acting(world, 'owner', [issue, ["update public.invoices set status = 'cancelled' where id = $1", [id]]], {
            look: async () => short((await first(world, 'select exchange from public.invoices where cancels_id = $1', [id]))['exchange']),
          }),
        ];
      }),
  ),
  rule(
    'the rate of an issued invoice stays; one that was missing is supplied once, in open months, with the key to edit',
    ['invoices', 'periods'],
    [
      1,
      'invoice_frozen',
      'invoice_frozen',
      'period_closed',
      'period_closed',
      1,
      'not_allowed',
      'invoice_frozen',
      'invoice_frozen',
      'manual 0.9 of 2026-01-15: 85.5 EUR',
    ],
    (world) =>
      world.given(draftInDollars(world), () => {
        const id = idOf(world);
        const keys = ['invoices.view', 'invoices.update'];
        const cancel: Statement = ["update public.invoices set status = 'cancelled' where id = $1", [id]];
        const supply = (set = '', its = 'id'): Statement => [
          `update public.invoices set exchange = ${wrote(manual('0.9'))}${set} where ${its} = $1`,
          [id],
        ];
        const issued = (...given: Statement[]) =>
          world.given(
            [...withOnly('viewer', ...keys), ["update public.invoices set status = 'ready_to_issue' where id = $1", [id]], ...given],
            () => said(world, 'viewer', supply()),
          );
        const issue: Statement = ["update public.invoices set status = 'ready_to_issue' where id = $1", [id]];
        return (async () => [
          await issued(),
          await issued(supply()).then(async () =>
            world.given([...withOnly('viewer', ...keys), issue, supply()], () =>
              said(world, 'viewer', [`update public.invoices set exchange = ${wrote(manual('0.8'))} where id = $1`, [id]]),
            ),
          ),
          await world.given([...withOnly('viewer', ...keys), issue], () => said(world, 'viewer', supply(", reference = 'x'"))),
          await issued(closed('2026-01-01')),
          await issued(["update public.invoices set issue_date = '2026-03-05' where id = $1", [id]], closed('2026-03-01')),
          await issued(closed('2026-02-01')),
          await world.given([...withOnly('viewer', 'invoices.view', 'invoices.issue'), issue], () => said(world, 'viewer', supply())),
          await issued(cancel),
          await world.given([...withOnly('viewer', ...keys), issue, cancel], () => said(world, 'viewer', supply('', 'cancels_id'))),
          await acting(world, 'owner', [issue, supply()], { look: () => exchangeOf(world, 'invoices', id) }),
        ])();
      }),
  ),
  rule(
    'a payment is worth what the rate of its day makes, and settles its document to the cent by the rate of that one',
    ['payments'],
    [
      'ecb 0.5 of 2026-01-20: 0.5 EUR settles 0.8',
      'ecb 0.5 of 2026-01-20: 56.53 EUR settles 90.44',
      'manual 0.9 of 2026-01-15: 101.75 EUR settles 90.44',
      'ecb 0.8 of 2026-01-10: -0.8 EUR settles -0.8',
      'ecb 0.8 of 2026-01-10: 90.44 EUR settles 90.44',
      'ecb 0.5 of 2026-01-20: 0.01 EUR settles 0.01',
      'ecb 0.5 of 2026-01-20: 0.01 EUR settles 0.02',
    ],
    (world) =>
      world.given([...RATES, ...issuedInDollars(world)], async () => {
        const paid = (more: Values, ...before: Statement[]) =>
          acting(world, 'owner', [...before, payment(world, FRESH, more)], { look: () => exchangeOf(world, 'payments', FRESH) });
        const cent = (n: number) => payment(world, testId(0xe_d0 + n), { amount: 0.02 });
        return [
          await paid({ amount: 1 }),
          await paid({ amount: 113.05, exchange: { ...proposal, document_amount: 5 } }),
          await paid({ amount: 113.05, exchange: { ...manual('0.9'), document_amount: null } }),
          await paid({ amount: -1, payment_date: '2026-01-12' }),
          await paid({ amount: 113.05, payment_date: '2026-01-12' }),
          // 0.016, 0.032, 0.048: what was rounded is made good by the next.
          await paid({ amount: 0.02 }, cent(1)),
          await paid({ amount: 0.02 }, cent(1), cent(2)),
        ];
      }),
  ),
  rule(
    'a payment that is corrected is worth something else, one that is not stays; its reversal has the same with the sign turned',
    ['payments'],
    [
      'ecb 0.5 of 2026-01-20: 5 EUR settles 8',
      'ecb 0.8 of 2026-01-10: 8 EUR settles 8',
      'manual 0.9 of 2026-01-15: 9 EUR settles 8',
      'ecb 0.5 of 2026-01-20: 5 EUR settles 8',
      'ecb 0.5 of 2026-01-20: 5 EUR settles 8',
      'ecb 0.5 of 2026-01-20: 5 EUR settles 8',
      'ecb 0.5 of 2026-01-20: 10 EUR settles 16',
      'ecb 0.5 of 2026-01-20: -5 EUR settles -8',
    ],
    (world) =>
      world.given([...RATES, ...issuedInDollars(world), payment(world, FRESH, { amount: 10 })], async () => {
        const forget: Statement = ['update private.exchange_rates set rates = \'{"USD": "5"}\''];
        const id = testId(0xe_d1);
        const changed = (set: string, ...before: Statement[]) =>
          world.given(before, () =>
            acting(world, 'owner', [[`update public.payments set ${set} where id = $1`, [FRESH]]], {
              look: () => exchangeOf(world, 'payments', FRESH),
            }),
          );
        return [
          await changed("notes = 'x'", forget),
          await changed("payment_date = '2026-01-12'"),
          await changed(`exchange = ${wrote({ ...manual('0.9'), document_amount: null })}`),
          await changed('exchange = null', forget),
          await changed(`exchange = ${wrote({ ...proposal, document_amount: 5 })}`, forget),
          await changed('is_separate = true', forget),
          await changed('amount = 20'),
          await world.given([payment(world, testId(0xe_d2), { amount: 0.02 })], () =>
            acting(
              world,
              'owner',
              [
                payment(world, id, {
                  amount: -10,
                  payment_date: '2026-01-12',
                  reverses_payment_id: FRESH,
                  reversal_reason: 'Wrong',
                  exchange: null,
                }),
              ],
              { look: () => exchangeOf(world, 'payments', id) },
            ),
          ),
        ];
      }),
  ),
  rule(
    'a payment without a rate gets one later, too, in open months, and once',
    ['payments', 'periods'],
    [1, 'payment_booked', 'payment_booked', 'period_closed', 'period_closed', 1, 'payment_reversed', 0],
    (world) =>
      world.given([...issuedInDollars(world), setting('bookkeeping,correction_window', '0'), payment(world, FRESH, { amount: 10 })], () => {
        const supply = (more = ''): Statement => [
          `update public.payments set exchange = ${wrote({ ...manual('0.9'), document_amount: null })}${more} where id = $1`,
          [FRESH],
        ];
        const again: Statement = [
          `update public.payments set exchange = ${wrote({ ...manual('0.8'), document_amount: null })} where id = $1`,
          [FRESH],
        ];
        const reversal = payment(world, testId(0xe_d1), { amount: -10, reverses_payment_id: FRESH, reversal_reason: 'Wrong' });
        const said_ = (given: readonly Statement[], what: Statement, keys: readonly string[] = PAY) =>
          world.given([...withOnly('viewer', ...keys), ...given], () => said(world, 'viewer', what));
        return (async () => [
          await said_([], supply()),
          await said_([], supply(', amount = 11')),
          await said_([supply()], again),
          await said_([closed()], supply()),
          await said_([["update public.payments set tax_point = '2026-03-05' where id = $1", [FRESH]], closed('2026-03-01')], supply()),
          await said_([closed('2026-02-01')], supply()),
          await said_([reversal], supply()),
          await said_([], supply(), ['payments.view', 'payments.create']),
        ])();
      }),
  ),
  rule(
    'a document that gets its rate later tells its payments of open months what they settle',
    ['invoices', 'payments', 'periods'],
    [
      ['manual 2 of 2026-01-15: 20 EUR settles null', 'manual 2 of 2026-01-15: 20 EUR settles 9', true],
      ['manual 2 of 2026-01-15: 20 EUR settles null', 'manual 2 of 2026-01-15: 20 EUR settles null', false],
      ['manual 2 of 2026-01-15: 20 EUR settles null', 'manual 2 of 2026-01-15: 20 EUR settles null', false],
    ],
    (world) =>
      world.given(
        [
          ...issuedInDollars(world),
          ['update public.invoices set tax_point = $2, issue_date = $2 where id = $1', [idOf(world), '2026-03-05']],
        ],
        () => {
          const rated = payment(world, FRESH, { amount: 10, exchange: { ...manual('2'), document_amount: null } });
          const reversal = payment(world, testId(0xe_d1), { amount: -10, reverses_payment_id: FRESH, reversal_reason: 'Wrong' });
          const supply: Statement = [`update public.invoices set exchange = ${wrote(manual('0.9'))} where id = $1`, [idOf(world)]];
          const told = (...given: Statement[]) =>
            world.given([rated, ...given], async () => {
              const revOf = async () => (await first(world, 'select rev from public.payments where id = $1', [FRESH]))['rev'];
              const [before, rev] = [await exchangeOf(world, 'payments', FRESH), await revOf()];
              return acting(world, 'owner', [supply], {
                look: async () => [before, await exchangeOf(world, 'payments', FRESH), (await revOf()) !== rev],
              });
            });
          return (async () => [await told(), await told(closed()), await told(reversal)])();
        },
      ),
  ),
];

/** The world's own draft, of 95, in dollars, supplied on 15 January. */
const idOf = (world: World) => String(world.ids['ours invoices']);
const draftInDollars = (world: World): Statement[] => [
  ["update public.invoices set currency = 'USD', service_from = '2026-01-15', service_to = null where id = $1", [idOf(world)]],
];
const issuedInDollars = (world: World): Statement[] => [
  ...draftInDollars(world),
  ["update public.invoices set status = 'ready_to_issue' where id = $1", [idOf(world)]],
];
const payment = (world: World, id: string, more: Values): Statement =>
  insertOf(
    'payments',
    sampleRow('payments', {
      id,
      company_id: OURS,
      invoice_id: idOf(world),
      currency: 'USD',
      payment_date: '2026-01-25',
      created_by: personaId('owner'),
      ...more,
    }),
  );
