import { personaId } from '#tests/support/personas.ts';
import { BARE, each, first, type Statement, told, withOnly } from './asking.ts';
import { acting } from './rules-people.ts';
import { type Rule, rule } from './rules.ts';
import { OURS, THEIRS, type World } from './world.ts';

/** Our issued invoice over 119, due long ago, with so much paid. */
const owed = (world: World, set: string): Statement[] => [
  BARE,
  [
    "update public.invoices set gross_total = 119, paid_total = 0, payment_status = 'unpaid', due_date = '2026-01-05' where id = $1",
    [world.ids['ours issued']],
  ],
  ...(set === '' ? [] : [[`update public.invoices set ${set} where id = $1`, [world.ids['ours issued']]] as Statement]),
  ['set local session_replication_role = origin'],
];
/** In the order in which the database gives them. */
const REMINDER = { due: '2026-12-01', fee: 5, open: 119, flat_fee: 40, interest: 1.23 };
const ask = (world: World, more: object, invoice = 'ours issued'): Statement => [
  "select public.begin_invoice_mail($1, $2) ->> 'state' as state",
  [world.ids[invoice], JSON.stringify({ mutation_id: 'm-1', to: ['you@kontor.example'], subject: 'S', body: 'B', ...more })],
];
const reminder = (world: World, level: number, more: object = {}): Statement =>
  ask(world, { kind: 'reminder', level, open: 119, reminder: REMINDER, ...more });
const earlier = (world: World, level: number, state = 'sent', mutation = 'm-0', invoice = 'ours issued', company = OURS): Statement => [
  `insert into private.invoice_mails (company_id, mutation_id, invoice_id, user_id, recipients, subject, state, kind, level, reminder)
   values ($1, $2, $3, $4, '{a@b.example}', 'x', $5, 'reminder', $6, '{}')`,
  [company, mutation, world.ids[invoice], personaId('owner'), state, level],
];

/** This very mail, begun some minutes ago. */
const begun = (world: World, state: string): Statement => [
  `insert into private.invoice_mails (company_id, mutation_id, invoice_id, user_id, recipients, subject, state, started_at)
   values ($1, 'm-1', $2, $3, '{a@b.example}', 'x', $4, now() - interval '3 minutes')`,
  [OURS, world.ids['ours issued'], personaId('owner'), state],
];

const leaving: Rule[] = [
  rule(
    'a mail leaves only while what its text says of the invoice is true',
    ['functions'],
    ['go', 'go', 'invoice_paid', 'balance_changed', 'balance_changed', 'go', 'invoice_cancelled', 'go', 'balance_changed'],
    (world) =>
      each(
        [
          ['', { open: 119 }],
          ['', {}],
          ["paid_total = 119, payment_status = 'paid'", { open: 119 }],
          ['paid_total = 19', { open: 119 }],
          ['', { open: 100 }],
          ['paid_total = 19', { open: 100 }],
          ["status = 'cancelled'", {}],
          ['paid_total = 130', { open: 0 }],
          ['', { open: 0 }],
        ] as [string, object][],
        ([set, more]) => world.given(owed(world, set), () => told(world, 'owner', ask(world, more))),
      ),
  ),
  rule('a refusal names what is open now', ['functions'], '100', (world) =>
    world.given(owed(world, 'paid_total = 19'), () =>
      acting(world, 'owner', [ask(world, { open: 119 })], { look: async () => 'left' }).catch((error: { detail?: string }) => error.detail),
    ),
  ),
  rule(
    'a reminder is for what is overdue, open and not on hold',
    ['functions'],
    ['go', 'not_due', 'not_due', 'invoice_paid', 'invoice_paid', 'reminder_on_hold', 'go'],
    (world) =>
      each(
        [
          ['', {}],
          ['due_date = private.company_today(company_id)', {}],
          ["due_date = '2999-01-01'", {}],
          ['paid_total = 119', { open: 0 }],
          ['net_total = -100, tax_total = -19, gross_total = -119', { open: 0 }],
          ["reminder_hold = 'We talk'", {}],
          ["reminder_hold = 'We talk'", { kind: 'overdue', level: null, reminder: null }],
        ] as [string, object][],
        ([set, more]) => world.given(owed(world, set), () => told(world, 'owner', reminder(world, 1, more))),
      ),
  ),
  rule(
    'nothing of a customer that is held back is reminded of, be it by mail or post; other mails of it leave',
    ['functions', 'customers'],
    ['reminder_on_hold', 'reminder_on_hold', 'go', 'go', 'go'],
    (world) => {
      const hold = (reason: string, invoice = 'ours issued'): Statement[] => [
        BARE,
        [
          'update public.customers set reminder_hold = $2 where id = (select customer_id from public.invoices where id = $1)',
          [world.ids[invoice], reason],
        ],
        ['set local session_replication_role = origin'],
      ];
      return each(
        [
          [hold('We talk'), reminder(world, 1)],
          [hold('We talk'), reminder(world, 1, { channel: 'post', to: [] })],
          [hold('We talk'), ask(world, { open: 119 })],
          [hold('  '), reminder(world, 1)],
          [hold('We talk', 'theirs issued'), reminder(world, 1)],
        ] as [Statement[], Statement][],
        ([before, statement]) => world.given([...owed(world, ''), ...before], () => told(world, 'owner', statement)),
      );
    },
  ),
  rule(
    'what is cancelled stays here however it is asked for: by an app of before, again, by post, after it had failed',
    ['functions'],
    ['invoice_cancelled', 'invoice_cancelled', 'invoice_cancelled', 'invoice_cancelled', 'invoice_cancelled', 'sent'],
    (world) =>
      each(
        [
          [[], ask(world, {})],
          [[begun(world, 'sending')], ask(world, { again: true })],
          [[], reminder(world, 1, { channel: 'post', to: [] })],
          [[begun(world, 'failed')], ask(world, {})],
          [[], ask(world, { open: 0 })],
          // It had gone out before; nothing leaves a second time.
          [[begun(world, 'sent')], ask(world, {})],
        ] as [Statement[], Statement][],
        ([before, statement]) => world.given([...owed(world, "status = 'cancelled'"), ...before], () => told(world, 'owner', statement)),
      ),
  ),
  rule(
    'there is one reminder per level, and none below one that went out',
    ['functions', 'invoice_mails'],
    ['reminder_exists', 'go', 'reminder_exists', 'go', 'go', 'go', 'go', 'sent'],
    (world) =>
      each(
        [
          [[earlier(world, 1)], 1],
          [[earlier(world, 1)], 2],
          [[earlier(world, 2, 'sending')], 1],
          [[earlier(world, 1, 'failed')], 1],
          [[earlier(world, 1, 'sent', 'm-0', 'ours invoices')], 1],
          [[earlier(world, 1, 'sent', 'm-0', 'theirs issued', THEIRS)], 1],
          [[], 3],
          [[earlier(world, 1, 'sent', 'm-1')], 1],
        ] as [Statement[], number][],
        ([before, level]) => world.given([...owed(world, ''), ...before], () => told(world, 'owner', reminder(world, level))),
      ),
  ),
  rule(
    'two of one level cannot be, whoever writes them',
    ['invoice_mails'],
    ['23505', 'done', 'done', '23514', '23514', '23514'],
    (world) =>
      each(
        [
          earlier(world, 1, 'sent', 'm-2'),
          earlier(world, 1, 'failed', 'm-2'),
          earlier(world, 2, 'sent', 'm-2'),
          earlier(world, 4, 'sent', 'm-2'),
          ["update private.invoice_mails set reminder = null where mutation_id = 'm-0'"],
          ["update private.invoice_mails set kind = 'invoice' where mutation_id = 'm-0'"],
        ] as Statement[],
        (statement) => world.given([earlier(world, 1), statement], async () => 'done').catch((error: { code?: string }) => error.code),
      ),
  ),
  rule('what a reminder asked for is an object of at most 1 kB', ['invoice_mails'], ['done', '23514', '23514'], (world) =>
    each(['{"fee": 5}', '[]', JSON.stringify({ x: 'x'.repeat(1000) })], (value) =>
      world
        .given(
          [earlier(world, 1), ["update private.invoice_mails set reminder = $1 where mutation_id = 'm-0'", [value]]],
          async () => 'done',
        )
        .catch((error: { code?: string }) => error.code),
    ),
  ),
];

const noted: Rule[] = [
  rule(
    'a letter is sent by being noted: once, as a reminder, with level and day at the invoice, and no mail is counted',
    ['functions', 'invoices'],
    ['sent', 'sent', 'invalid_input', ['post', 1, 2, true, 'sent', 0]],
    async (world) => {
      const letter = reminder(world, 2, { channel: 'post', to: [] });
      return [
        await world.given(owed(world, ''), () => told(world, 'owner', letter)),
        await world.given([...owed(world, ''), earlier(world, 2, 'sent', 'm-1')], () => told(world, 'owner', letter)),
        await world.given(owed(world, ''), () => told(world, 'owner', ask(world, { kind: 'invoice', channel: 'post' }))),
        await world.given(owed(world, ''), () =>
          acting(world, 'owner', [letter], {
            look: async () => {
              const row = await first(
                world,
                `select m.channel, (select count(*)::int from private.invoice_mails) as n, i.reminder_level, i.reminded_on = private.company_today(i.company_id) as today,
                   i.delivery, (select count(*)::int from private.sent_mails) as mails
                 from private.invoice_mails m join public.invoices i on i.id = m.invoice_id`,
              );
              return Object.values(row);
            },
          }),
        ),
      ];
    },
  ),
  rule(
    'a reminder that went out is noted at the invoice; its first sending keeps its day, and one that failed changes nothing',
    ['functions', 'invoices'],
    [
      [2, true, '2026-01-02'],
      [0, null, '2026-01-02'],
      [3, true, '2026-01-02'],
    ],
    async (world) => {
      const after = (isSent: boolean, before: string) =>
        world.given(owed(world, `delivery = 'sent', sent_at = '2026-01-02', ${before}`), () =>
          acting(
            world,
            'owner',
            [reminder(world, 2), ['select public.finish_invoice_mail($1, $2, $3)', [world.ids['ours issued'], 'm-1', isSent]]],
            {
              look: async () =>
                Object.values(
                  await first(
                    world,
                    `select reminder_level, reminded_on = private.company_today(company_id) as today, to_char(sent_at, 'YYYY-MM-DD') as sent
                     from public.invoices where id = $1`,
                    [world.ids['ours issued']],
                  ),
                ),
            },
          ),
        );
      return [await after(true, 'reminder_level = 1'), await after(false, 'reminder_level = 0'), await after(true, 'reminder_level = 3')];
    },
  ),
  rule(
    'what went out is kept whole, and read by whoever sees the invoices of that company',
    ['functions'],
    [
      1,
      0,
      0,
      0,
      {
        body: 'B',
        level: 2,
        state: 'sending',
        copies: ['c@kontor.example'],
        subject: 'S',
        reminder: REMINDER,
        recipients: ['you@kontor.example'],
      },
    ],
    async (world) => {
      const sent = reminder(world, 2, { cc: ['c@kontor.example'] });
      const read: Statement = ['select jsonb_array_length(public.mails_of_invoice($1)) as n', [world.ids['ours issued']]];
      const rows = earlier(world, 1);
      return [
        await world.given([rows], () => told(world, 'viewer', read)),
        await world.given([rows], () => told(world, 'stranger', read)),
        await world.given([rows, ...withOnly('viewer', 'vendors.view')], () => told(world, 'viewer', read)),
        await world.given([earlier(world, 1, 'failed')], () => told(world, 'viewer', read)),
        await world.given(owed(world, ''), () =>
          acting(world, 'owner', [sent], {
            look: async () =>
              (
                await first(
                  world,
                  `select jsonb_build_object('subject', subject, 'body', body, 'recipients', recipients, 'copies', copies, 'level', level, 'reminder', reminder, 'state', state) as kept
                   from private.invoice_mails`,
                )
              )['kept'],
          }),
        ),
      ];
    },
  ),
];

/** Mails that waited and reminders: what leaves, once each, and what is kept of it. */
export const REMINDERS: readonly Rule[] = [...leaving, ...noted];
