import { insertOf, sampleRow } from '#tests/support/builders.ts';
import { each, said, setting, type Statement } from './asking.ts';
import { DAY, exchangeOf, manual, proposal, RATES, wrote } from './foreign.ts';
import { asked, change, expense, ID, type Values } from './rules-expenses.ts';
import { ALL, closed } from './rules-periods.ts';
import { acting } from './rules-people.ts';
import { type Rule, rule } from './rules.ts';
import { FRESH, OURS, type World } from './world.ts';

const NO_TAX = { amount: 100, tax_rate: null, tax_amount: 0, tax_lines: [], expense_date: DAY };
const dollars = (status: 'pending' | 'approved', more: Values = {}) => expense('employee', status, { ...NO_TAX, currency: 'USD', ...more });
/** What the expense is worth after somebody has changed it. */
const after = (world: World, given: readonly Statement[], set: string, who: 'owner' | null = 'owner') =>
  world.given(given, () =>
    who === null
      ? world.given([change(set)], () => exchangeOf(world, 'expenses', ID))
      : acting(world, who, [change(set)], { look: () => exchangeOf(world, 'expenses', ID) }),
  );

/** What expenses in foreign currencies are worth in the books. */
export const FOREIGN_EXPENSES: readonly Rule[] = [
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
    [
      'expense_locked',
      'expense_locked',
      1,
      'not_allowed',
      'period_closed',
      'period_closed',
      'period_closed',
      1,
      'expense_locked',
      'expense_locked',
      1,
    ],
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
          [[closed()], late, supply, keys],
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
    'what is noted of a booking later changes nothing of what it is worth, and supplies no rate',
    ['expenses'],
    ['ecb 0.8 of 2026-01-10: 80 EUR', null],
    async (world) => {
      const forget: Statement = ['update private.exchange_rates set rates = \'{"USD": "5"}\''];
      return [
        await world.given([...RATES], () => after(world, [dollars('approved'), forget], "paid_on = '2026-03-05'")),
        await after(world, [dollars('approved'), ...RATES], "paid_on = '2026-03-05'"),
      ];
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
];
