import { each, first, said, setting, type Statement, withOnly } from './asking.ts';
import { acting } from './rules-people.ts';
import { type Rule, rule } from './rules.ts';
import { OURS } from './world.ts';

/** Who holds reminders back and says how they are made. */
export const REMINDER_SETTINGS: readonly Rule[] = [
  rule(
    'reminders are held by who may send or change invoices, also once these are issued, and counted by nobody',
    ['invoices'],
    [1, 1, 'not_allowed', 'permission denied for table invoices'],
    (world) => {
      const hold: Statement = ["update public.invoices set reminder_hold = 'We talk' where id = $1", [world.ids['ours issued']]];
      const count: Statement = ['update public.invoices set reminder_level = 2 where id = $1', [world.ids['ours issued']]];
      const as = (keys: string[], statement: Statement) =>
        world.given(withOnly('viewer', 'invoices.view', ...keys), () => said(world, 'viewer', statement));
      return each(
        [
          () => as(['invoices.send', 'invoices.update'], hold),
          () => as(['invoices.update'], hold),
          () => as(['invoices.issue', 'invoices.cancel'], hold),
          () => as(['invoices.update'], count),
        ],
        (run) => run(),
      );
    },
  ),
  rule('a customer is held back from reminders by who may change customers', ['customers'], [1, 0], (world) => {
    const hold = (reason: string): Statement => [
      'update public.customers set reminder_hold = $2 where id = (select customer_id from public.invoices where id = $1)',
      [world.ids['ours issued'], reason],
    ];
    const as = (keys: string[]) =>
      world.given(withOnly('viewer', 'invoices.view', 'customers.view', ...keys), () => said(world, 'viewer', hold('We talk')));
    return each([() => as(['customers.update']), () => as(['invoices.send'])], (run) => run());
  }),
  rule('how reminders are made is set by who sets up invoices', ['companies'], [1, 'not_allowed'], (world) => {
    const change: Statement = [
      `update public.companies set settings = jsonb_set(settings, '{reminders,pay_days}', '10') where id = $1`,
      [OURS],
    ];
    return each([['settings.invoice'], ['company.update']], (keys) =>
      world.given(withOnly('viewer', ...keys), () => said(world, 'viewer', change)),
    );
  }),
  rule(
    'what makes no sense in the settings of reminders is refused',
    ['companies'],
    {
      debtors: 'no',
      'debtors businesses': 'ok',
      interest: 'no',
      pay_days: 'no',
      'pay_days 99': 'ok',
      business_points: 'no',
      consumer_points: 'no',
      'base_rates none': 'ok',
      'base_rates two': 'ok',
      'base_rates out of order': 'no',
      'base_rates one day twice': 'no',
      'base_rates too high': 'no',
      'base_rates no number': 'no',
      'base_rates no day': 'no',
      'base_rates no object': 'no',
      'base_rates 61': 'no',
      after_days: 'no',
      'after_days 365': 'ok',
      'after_days 366': 'no',
      fee: 'no',
      fee_currency: 'no',
      'fee_currency number': 'no',
      'fee_currency CHF': 'ok',
      'fee_currency none': 'ok',
      'fee 1000': 'ok',
    },
    async (world) => {
      const rate = (from: string, percent: unknown = 1.27) => ({ from, rate: percent });
      const days = Array.from({ length: 61 }, (_, n) => rate(`${1950 + n}-01-01`));
      const tried: Record<string, [string, unknown]> = {
        debtors: ['reminders,debtors', 'usurers'],
        'debtors businesses': ['reminders,debtors', 'businesses'],
        interest: ['reminders,interest', 'business'],
        pay_days: ['reminders,pay_days', 100],
        'pay_days 99': ['reminders,pay_days', 99],
        business_points: ['reminders,business_points', 21],
        consumer_points: ['reminders,consumer_points', -1],
        'base_rates none': ['reminders,base_rates', []],
        'base_rates two': ['reminders,base_rates', [rate('2020-01-01', -0.88), rate('2025-07-01')]],
        'base_rates out of order': ['reminders,base_rates', [rate('2025-07-01'), rate('2025-01-01')]],
        'base_rates one day twice': ['reminders,base_rates', [rate('2025-07-01'), rate('2025-07-01')]],
        'base_rates too high': ['reminders,base_rates', [rate('2025-07-01', 20.01)]],
        'base_rates no number': ['reminders,base_rates', [rate('2025-07-01', '1.27')]],
        'base_rates no day': ['reminders,base_rates', [rate('2025-7-1')]],
        'base_rates no object': ['reminders,base_rates', [1.27]],
        'base_rates 61': ['reminders,base_rates', days],
        after_days: ['reminders,second,after_days', 0],
        'after_days 365': ['reminders,third,after_days', 365],
        'after_days 366': ['reminders,first,after_days', 366],
        fee: ['reminders,third,fee', 1000.5],
        fee_currency: ['reminders,fee_currency', 'EURO'],
        'fee_currency number': ['reminders,fee_currency', 1],
        'fee_currency CHF': ['reminders,fee_currency', 'CHF'],
        'fee_currency none': ['reminders,fee_currency', null],
        'fee 1000': ['reminders,first,fee', 1000],
      };
      const answers: Record<string, string> = {};
      for (const [name, [path, value]] of Object.entries(tried))
        answers[name] = await world.given([setting(path, value)], async () => 'ok').catch(() => 'no');
      return answers;
    },
  ),
  rule(
    'texts of kinds that an older app does not know stay when it saves the others',
    ['company_mail_settings'],
    {
      de: { reminder_1: { body: 'de', subject: 'de' } },
      en: { invoice: { body: 'new', subject: 'new' }, overdue: { body: 'kept', subject: 'kept' } },
    },
    (world) => {
      const text = (word: string) => ({ body: word, subject: word });
      const templates = (value: object): Statement => [
        'select public.save_mail_settings($1, $2)',
        [OURS, JSON.stringify({ templates: value })],
      ];
      const before = { en: { invoice: text('old'), cancellation: text('old'), overdue: text('kept') }, de: { reminder_1: text('de') } };
      return acting(world, 'owner', [templates(before), templates({ en: { invoice: text('new') } })], {
        look: async () =>
          (await first(world, 'select templates from public.company_mail_settings where company_id = $1', [OURS]))['templates'],
      });
    },
  ),
];
