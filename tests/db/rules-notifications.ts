import { NOTIFICATION_CHANNELS, NOTIFICATION_KINDS } from '#domain/notifications/notifications.ts';
import { insertOf } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';
import { countOf, each, factorOf, first, type Person, said, type Statement, told } from './asking.ts';
import { after, by, GATHERED, handedOut, NOTIFICATIONS_TOLD, QUIET, submitted, wish } from './rules-notifications-told.ts';
import { acting } from './rules-people.ts';
import { type Rule, rule } from './rules.ts';
import { FRESH, OURS, type World } from './world.ts';

const PENDING: Statement[] = [...submitted('employee'), ...(['admin', 'accountant'] as const).map((who) => wish(who, 'submitted', false))];
const stateOf = async (world: World) => {
  const row = await first(
    world,
    `select concat_ws(' ', n.state, n.attempts, round(extract(epoch from n.due_at - now()) / 60), n.reason, n.finished_at is not null) as state
     from private.notifications n where n.channel = 'mail' order by n.made_at desc, n.state limit 1`,
  );
  return row['state'];
};
const CLAIM: Statement = ['select public.claim_notifications()'];
const finish = (outcome: string): Statement => [
  "select public.finish_notification(n.id, $1, 'mail_failed') from private.notifications n",
  [outcome],
];
const earlier = (ago: string, times = 1, state = 'sent'): Statement => [
  `insert into private.notifications (company_id, user_id, topic, channel, state, due_at, claimed_at, finished_at, made_at)
   select $1, $2, 'approvals', 'mail', $3, now(), now() - $4::interval, now() - $4::interval, now() - $4::interval from generate_series(1, $5)`,
  [OURS, personaId('owner'), state, ago, times],
];

const sent: Rule[] = [
  rule(
    'a message is handed out once, tried again later and later, and given up after eight times',
    ['functions'],
    [
      'waiting 0 2  f',
      'sending 1 0  f',
      'sending 1 0  f',
      'sent 1 1 mail_failed t',
      'waiting 1 1 mail_failed f',
      'waiting 7 720 mail_failed f',
      'failed 8 720 mail_failed t',
      'sent 8 720 mail_failed t',
    ],
    (world) => {
      const tried = (attempts: number): Statement => ['update private.notifications set attempts = $1', [attempts]];
      return each(
        [
          [['select private.gather_notifications()']],
          [...GATHERED, CLAIM],
          [...GATHERED, CLAIM, CLAIM],
          [...GATHERED, CLAIM, finish('sent'), finish('later')],
          [...GATHERED, CLAIM, finish('later')],
          [...GATHERED, tried(6), CLAIM, finish('later')],
          [...GATHERED, tried(7), CLAIM, finish('later')],
          [...GATHERED, tried(7), CLAIM, finish('sent')],
        ] as Statement[][],
        (statements) => world.given([...QUIET, ...PENDING, ...statements], () => stateOf(world)),
      );
    },
  ),
  rule(
    'what its sender left unfinished is handed out again, and given up when that was the last time',
    ['functions'],
    ['sending 1', 'sending 2', 'failed 8 no_answer'],
    (world) => {
      const taken = (ago: string, attempts = 1): Statement => [
        'update private.notifications set claimed_at = now() - $1::interval, attempts = $2',
        [ago, attempts],
      ];
      const state = async () =>
        (
          await first(
            world,
            "select concat_ws(' ', state, attempts, case state when 'failed' then reason end) as state from private.notifications",
          )
        )['state'];
      return each([[taken('9 minutes')], [taken('11 minutes')], [taken('11 minutes', 8)]], (statements) =>
        world.given([...QUIET, ...PENDING, ...GATHERED, CLAIM, ...statements, CLAIM], state),
      );
    },
  ),
  rule(
    'a person gets one message in fifteen minutes and 24 a day about a topic of a company, and what comes meanwhile is in the next',
    ['functions'],
    [
      [],
      ['owner approvals 1 submitted'],
      [],
      ['owner approvals 1 submitted'],
      [],
      ['owner approvals 1 submitted'],
      ['owner approvals 1 submitted'],
      [],
    ],
    (world) =>
      each(
        [
          [earlier('14 minutes')],
          [earlier('16 minutes')],
          [earlier('2 hours', 24)],
          [earlier('2 hours', 23)],
          [earlier('5 minutes', 1, 'sending')],
          [earlier('1 minute', 1, 'failed')],
          [earlier('1 minute', 1, 'dropped')],
          [],
        ] as Statement[][],
        async (before) =>
          before.length > 0
            ? after(world, [...PENDING, ...before])
            : world.given([...QUIET, ...PENDING, ...GATHERED, CLAIM, finish('sent'), earlier('1 day'), CLAIM], () => handedOut(world)),
      ),
  ),
  rule(
    'expenses that come one after the other are one message, whatever its expenses',
    ['functions'],
    ['owner approvals 2 submitted submitted'],
    (world) => {
      const second = by(
        'employee',
        insertOf('expenses', {
          company_id: OURS,
          created_by: personaId('employee'),
          description: 'x',
          amount: 1,
          currency: 'USD',
          expense_date: '2026-01-30',
        }),
      );
      return after(world, [...PENDING, ['select private.gather_notifications()'], ...second]);
    },
  ),
  rule(
    'whether there is something to send is known before anybody is asked to send it',
    ['functions'],
    [false, true, false, true, true],
    (world) =>
      each(
        [
          [],
          PENDING,
          [...PENDING, ['select private.gather_notifications()']],
          [...PENDING, ...GATHERED],
          [...PENDING, ...GATHERED, CLAIM],
        ] as Statement[][],
        (statements) =>
          world.given([...QUIET, ...statements], async () => (await first(world, 'select private.has_notifications() as has'))['has']),
      ),
  ),
  rule('messages and events are forgotten after a month', ['functions'], [2, 0], (world) =>
    each(['29 days', '31 days'], (ago) =>
      world.given(
        [
          ...QUIET,
          ...PENDING,
          ['select private.gather_notifications()'],
          ['update private.notifications set made_at = now() - $1::interval', [ago]],
          ['update private.notification_events set made_at = now() - $1::interval', [ago]],
          CLAIM,
        ],
        async () =>
          (await countOf(world, 'private.notifications')) +
          (await countOf(world, 'private.notification_events where expense_id = $1', [FRESH])),
      ),
    ),
  ),
  rule(
    'a message says sums by currency, people and reasons, in the language of its reader',
    ['functions'],
    [
      'de',
      [
        { amount: 30, currency: 'EUR' },
        { amount: 5, currency: 'USD' },
      ],
      [{ name: 'employee', count: 3 }],
      3,
    ],
    (world) =>
      world.given(
        [
          ...QUIET,
          [`update auth.users set raw_user_meta_data = raw_user_meta_data || '{"locale": "de-AT"}' where id = $1`, [personaId('owner')]],
          [
            "update public.company_users set display_name = 'employee' where company_id = $1 and user_id = $2",
            [OURS, personaId('employee')],
          ],
          ...PENDING,
          ...(
            [
              [10, 'EUR'],
              [5, 'USD'],
            ] as const
          ).flatMap(([amount, currency]) =>
            by(
              'employee',
              insertOf('expenses', {
                company_id: OURS,
                created_by: personaId('employee'),
                description: 'x',
                amount,
                currency,
                expense_date: '2026-01-30',
              }),
            ),
          ),
          ...GATHERED,
        ],
        async () => {
          const { told: one } = (await first(world, 'select public.claim_notifications() -> 0 as told')) as {
            told: Record<string, unknown>;
          };
          return [one['language'], one['sums'], one['people'], one['count']];
        },
      ),
  ),
];

const save = (kind: unknown, channel: unknown, isOn: unknown): Statement => [
  'select public.save_notification_choice($1, $2, $3)',
  [kind, channel, isOn],
];
const settings: Rule[] = [
  rule(
    'everybody sets what they hear of, and nobody anything else or for anybody else',
    ['functions'],
    [
      1,
      'invalid_input',
      'invalid_input',
      'invalid_input',
      'invalid_input',
      'second_factor_required',
      'permission denied for function notification_settings',
      1,
    ],
    async (world) => [
      ...(await each(
        [
          save('approved', 'mail', true),
          save('others', 'mail', true),
          save('approved', 'letter', true),
          save('approved', 'mail', null),
          save(null, 'mail', true),
        ],
        (statement) => said(world, 'viewer', statement),
      )),
      await world.given([factorOf('viewer')], () => said(world, 'viewer', save('approved', 'mail', true))),
      await said(world, 'anonymous', ['select public.notification_settings()']),
      await acting(world, 'viewer', [save('approved', 'mail', false), save('approved', 'mail', true)], {
        look: () => countOf(world, 'private.notification_choices where user_id = $1 and is_on', [personaId('viewer')]),
      }),
    ],
  ),
  rule(
    'without a wish a person hears by mail of what asks them to act, and by push of everything',
    ['functions'],
    [
      NOTIFICATION_KINDS.map((kind) =>
        NOTIFICATION_CHANNELS.map((channel) => channel === 'push' || kind === 'submitted' || kind === 'rejected'),
      ),
      [true],
    ],
    async (world) => {
      const choices = (await told(world, 'viewer', ["select public.notification_settings() -> 'choices'"])) as Record<
        string,
        Record<string, boolean>
      >;
      const wished = await world.given([wish('viewer', 'approved', true), wish('admin', 'rejected', false)], () =>
        told(world, 'viewer', [
          "select (public.notification_settings() #>> '{choices,approved,mail}')::bool and (public.notification_settings() #>> '{choices,rejected,mail}')::bool",
        ]),
      );
      return [NOTIFICATION_KINDS.map((kind) => NOTIFICATION_CHANNELS.map((channel) => choices[kind]?.[channel])), [wished]];
    },
  ),
  rule('a person sees which messages to them failed, of each company the last, until one arrives', ['functions'], [1, 0, 0, 0], (world) =>
    each(
      [
        ['owner', [earlier('2 hours', 1, 'failed'), earlier('3 hours')]],
        ['owner', [earlier('2 hours', 1, 'failed'), earlier('1 hour')]],
        ['admin', [earlier('2 hours', 1, 'failed')]],
        ['owner', [earlier('2 hours', 1, 'dropped')]],
      ] as [Person, Statement[]][],
      ([who, before]) =>
        world.given(before, () => told(world, who, ["select jsonb_array_length(public.notification_settings() -> 'failures')"])),
    ),
  ),
  rule(
    'what is to be sent is handed to the functions only',
    ['functions'],
    ['permission denied for function claim_notifications', 'permission denied for function finish_notification'],
    (world) =>
      each(['select public.claim_notifications()', `select public.finish_notification('${FRESH}', 'sent')`], (sql) =>
        said(world, 'owner', [sql]),
      ),
  ),
];

export const NOTIFICATIONS: readonly Rule[] = [...NOTIFICATIONS_TOLD, ...sent, ...settings];
