import { insertOf } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';
import { countOf, each, factorOf, first, type Person, said, type Statement } from './asking.ts';
import { pushBrowser } from './more-rows.ts';
import { GATHERED, QUIET, submitted, wish } from './rules-notifications-told.ts';
import { acting } from './rules-people.ts';
import { type Rule, rule } from './rules.ts';
import { FRESH, OURS, THEIRS, type World } from './world.ts';

const KEYS = [`'${'a'.repeat(87)}'`, `'${'b'.repeat(22)}'`].join(', ');
const save = (endpoint: string): Statement => [`select public.save_push_subscription($1, ${KEYS})`, [endpoint]];
const PUSH = 'https://fcm.googleapis.com/x';
const session = (who: Person, id: string = FRESH): Statement => [
  'insert into auth.sessions (id, user_id) values ($1, $2)',
  [id, personaId(who)],
];
const only = (channel: string): Statement => ['delete from private.notifications where channel <> $1', [channel]];

type Handed = { email: string; channel: string; badge: number | null; subscriptions: { endpoint: string }[] | null };
async function handedOut(world: World): Promise<string[]> {
  const { claimed } = (await first(world, 'select public.claim_notifications() as claimed')) as { claimed: Handed[] };
  return claimed
    .map(({ email, channel, badge, subscriptions }) => [email.split('@')[0], channel, badge, subscriptions?.length].join(' '))
    .toSorted();
}

export const PUSH_MESSAGES: readonly Rule[] = [
  rule(
    'a push message goes to whoever has a browser for it and wishes it, while its session lives and its person is a member',
    ['functions'],
    [['owner push 3 1'], [], [], [], [], ['owner push 3 1']],
    (world) => {
      const owner = personaId('owner');
      const before = [...QUIET, ...pushBrowser(owner), ...submitted('employee')];
      return each(
        [
          [before, []],
          [[...before, wish('owner', 'submitted', false, 'push')], []],
          [before, [['delete from auth.sessions where id = $1', [FRESH]]]],
          [before, [["update auth.sessions set not_after = now() - interval '1 s' where id = $1", [FRESH]]]],
          [before, [['update auth.sessions set user_id = $2 where id = $1', [FRESH, personaId('admin')]]]],
          [[...before, wish('owner', 'submitted', false)], []],
        ] as [Statement[], Statement[]][],
        ([statements, meanwhile]) => world.given([...statements, ...GATHERED, only('push'), ...meanwhile], () => handedOut(world)),
      );
    },
  ),
  rule('a browser is forgotten with its session and with its person’s last company', ['functions'], [1, 0, 0], (world) =>
    each(
      [
        [],
        [['delete from auth.sessions where id = $1', [FRESH]]],
        [['delete from public.company_users where user_id = $1', [personaId('viewer')]]],
      ] as Statement[][],
      (statements) =>
        world.given([...pushBrowser(personaId('viewer')), ...statements, ['select public.claim_notifications()']], () =>
          countOf(world, 'private.push_subscriptions'),
        ),
    ),
  ),
  rule(
    'push messages come at most every two minutes and 100 times a day',
    ['functions'],
    [[], ['owner push 3 1'], [], ['owner push 3 1']],
    (world) => {
      const owner = personaId('owner');
      const earlier = (ago: string, times: number): Statement => [
        `insert into private.notifications (company_id, user_id, topic, channel, state, due_at, finished_at)
       select $1, $2, 'approvals', 'push', 'sent', now(), now() - $3::interval from generate_series(1, $4)`,
        [OURS, owner, ago, times],
      ];
      return each([earlier('1 minute', 1), earlier('3 minutes', 1), earlier('1 hour', 100), earlier('1 hour', 99)], (sent) =>
        world.given([...QUIET, ...pushBrowser(owner), ...submitted('employee'), ...GATHERED, only('push'), sent], () => handedOut(world)),
      );
    },
  ),
  rule(
    'the number on the icon is what waits for the person in all their companies: to decide, and of their own what was rejected',
    ['functions'],
    [3, 3, 1, 0],
    (world) => {
      const rejected = insertOf('expenses', {
        company_id: THEIRS,
        created_by: personaId('owner'),
        status: 'rejected',
        rejection_reason: 'x',
        description: 'x',
        amount: 1,
        currency: 'EUR',
        expense_date: '2026-01-30',
      });
      const joined: Statement = ['insert into public.company_users (company_id, user_id) values ($1, $2)', [THEIRS, personaId('owner')]];
      const mayCreate: Statement = [
        "insert into public.company_user_permissions (company_id, user_id, permission_key) values ($1, $2, 'expenses.create')",
        [THEIRS, personaId('owner')],
      ];
      return each(
        [
          ['owner', [joined, mayCreate, rejected]],
          [
            'owner',
            [
              rejected,
              insertOf('expenses', {
                company_id: OURS,
                created_by: personaId('employee'),
                description: 'x',
                amount: 1,
                currency: 'EUR',
                expense_date: '2026-01-30',
              }),
            ],
          ],
          ['employee', []],
          ['viewer', []],
        ] as [Person, Statement[]][],
        ([who, statements]) =>
          world.given(statements, async () => (await first(world, 'select private.waiting_for($1) as n', [personaId(who)]))['n']),
      );
    },
  ),
  rule(
    'a browser takes push messages for whoever is signed in there, with a session that lives and the second factor used',
    ['functions'],
    [1, 'not_signed_in', 'second_factor_required', 'second_factor_required', 'not_signed_in', 'invalid_input', 'invalid_input'],
    (world) => {
      const claims = { session_id: FRESH };
      return each(
        [
          [[session('viewer')], save(PUSH), claims],
          [[], save(PUSH), {}],
          [[session('admin')], save(PUSH), claims],
          [[session('viewer'), factorOf('viewer')], save(PUSH), claims],
          [[], ['select public.remove_push_subscription()'], {}],
          [[session('viewer')], save('http://fcm.googleapis.com/x'), claims],
          [[session('viewer')], save('https://me@fcm.googleapis.com/x'), claims],
        ] as [Statement[], Statement, Record<string, unknown>][],
        ([before, ask, more]) => world.given(before, () => said(world, 'viewer', ask, more)),
      );
    },
  ),
  rule(
    'a browser that is subscribed anew has one subscription, whoever had it, and others keep theirs',
    ['functions'],
    ['viewer 1', 'admin,viewer 2'],
    (world) =>
      each([`https://fcm.googleapis.com/${THEIRS}`, PUSH], (endpoint) =>
        world.given([...pushBrowser(personaId('admin'), THEIRS), session('viewer')], () =>
          acting(world, 'viewer', [save(endpoint), save(endpoint)], {
            claims: { session_id: FRESH },
            look: async () =>
              (
                await first(
                  world,
                  "select concat_ws(' ', string_agg(split_part(u.email, '@', 1), ',' order by u.email), count(*)) as state from private.push_subscriptions b join auth.users u on u.id = b.user_id",
                )
              )['state'],
          }),
        ),
      ),
  ),
  rule(
    'a browser’s subscription is known to, and ended by, its own session alone',
    ['functions'],
    [null, { hides_details: false }, 1, 0],
    async (world) => {
      const known = (claims: Record<string, unknown>) =>
        world
          .as('admin', 'select public.push_subscription($1) as known', [`https://fcm.googleapis.com/${FRESH}`], claims)
          .then(({ rows }) => rows[0]?.['known']);
      const other: Statement = ['insert into auth.sessions (id, user_id) values ($1, $2)', [OURS, personaId('admin')]];
      const left = (id: string) =>
        acting(world, 'admin', [['select public.remove_push_subscription()']], {
          claims: { session_id: id },
          look: () => countOf(world, 'private.push_subscriptions'),
        });
      return world.given([...pushBrowser(), other], async () => [
        await known({ session_id: OURS }),
        await known({ session_id: FRESH }),
        await left(OURS),
        await left(FRESH),
      ]);
    },
  ),
  rule(
    'only the functions drop a browser, that one alone',
    ['functions'],
    ['permission denied for function drop_push_subscription', 1],
    (world) =>
      world.given([...pushBrowser(), ...pushBrowser(personaId('viewer'), OURS)], async () => [
        await said(world, 'owner', ['select public.drop_push_subscription($1)', [FRESH]]),
        await world.given(
          [['select public.drop_push_subscription(b.id) from private.push_subscriptions b where b.session_id = $1', [FRESH]]],
          () => countOf(world, 'private.push_subscriptions where session_id = $1', [OURS]),
        ),
      ]),
  ),
];
