import { can, type PermissionKey } from '#domain/access/access.ts';
import { PRESETS } from '#domain/access/presets.ts';
import { BETWEEN, personaId } from '#tests/support/personas.ts';
import { countOf, each, first, granted, grantedIn, proved, said, type Statement } from './asking.ts';
import { attempt, KEYS, type Verb, VERBS, verdict } from './rules-matrix.ts';
import { acting } from './rules-people.ts';
import { type Rule, rule } from './rules.ts';
import { ENTITIES, type Entity, OURS, THEIRS, type World } from './world.ts';

type Between = (typeof BETWEEN)[number];
const SIDES = ['ours', 'theirs'] as const;
const ROLES = { guest: { ours: null, theirs: 'owner' }, consultant: { ours: 'viewer', theirs: 'accountant' } } as const;

/** The guest and the consultant become members of both companies. */
export const JOINED: Statement[] = BETWEEN.flatMap((who) =>
  SIDES.flatMap((side): Statement[] => {
    const company = side === 'ours' ? OURS : THEIRS;
    const role = ROLES[who][side];
    const { isOwner, isAdmin, keys } = role === null ? { isOwner: false, isAdmin: false, keys: [] } : PRESETS[role];
    return [
      [
        'insert into public.company_users (company_id, user_id, is_owner, is_admin) values ($1, $2, $3, $4)',
        [company, personaId(who), isOwner, isAdmin],
      ],
      grantedIn(company, who, ...keys),
    ];
  }),
);

function may(who: Between, side: (typeof SIDES)[number], entity: Entity, verb: Verb): boolean {
  const role = ROLES[who][side];
  const needed = KEYS[entity][verb];
  if (needed === 'none') return false;
  if (needed === 'member') return true;
  if (role === null) return false;
  const { isOwner, isAdmin, keys } = PRESETS[role];
  return can({ userId: personaId(who), isOwner, isAdmin, keys: new Set(keys) }, needed);
}

const matrix: Rule[] = BETWEEN.flatMap((who) =>
  ENTITIES.flatMap((entity) =>
    SIDES.map((side) =>
      rule(
        `the ${who} has in ${side} the rights of ${side} over ${entity}`,
        [entity],
        VERBS.map((verb) => (may(who, side, entity, verb) ? 'done' : 'refused')),
        (world) => world.given(JOINED, () => each(VERBS, async (verb) => verdict(await attempt(world, who, entity, verb, side)))),
      ),
    ),
  ),
);

/** Every function that asks for a right in a company, with what it needs to succeed there. */
const calls = (world: World, side: (typeof SIDES)[number]): [PermissionKey | 'owner', string, unknown[]][] => {
  const [company, other] = side === 'ours' ? [OURS, personaId('viewer')] : [THEIRS, personaId('consultant')];
  return [
    ['users.update_permissions', "select public.set_member_access($1, $2, false, '{vendors.view}')", [company, other]],
    ['users.remove', 'select public.remove_member($1, $2)', [company, other]],
    ['owner', 'select public.transfer_ownership($1, $2)', [company, other]],
    ['users.invite', "select public.request_invite($1, 'new@kontor.example', false, '{}', 'de')", [company]],
    ['settings.mail', "select public.save_mail_settings($1, '{}')", [company]],
    ['settings.mail', "select public.request_test_mail($1, 'me@kontor.example')", [company]],
    ['invoices.send', 'select public.mail_templates($1)', [company]],
    ['invoices.view', 'select count(*) from public.invoice_number_gaps($1)', [company]],
    [
      'invoices.send',
      `select public.begin_invoice_mail($1, '{"mutation_id": "m-1", "to": ["you@kontor.example"], "subject": "Your invoice"}')`,
      [world.ids[`${side} issued`]],
    ],
  ];
};

const functions: Rule[] = SIDES.flatMap((side) => [
  rule(
    `whoever owns theirs calls what needs a right there, and nothing of it in ours: in ${side}`,
    ['functions', 'company_users'],
    Array.from({ length: 9 }, () => (side === 'theirs' ? 1 : 'not_allowed')),
    (world) =>
      world.given(JOINED, () => each(calls(world, side), ([, ...statement]) => said(world, 'guest', statement, proved('password', 1)))),
  ),
  rule(
    `a key of theirs opens no function of ours: in ${side}`,
    ['functions', 'company_user_permissions'],
    side === 'ours'
      ? Array.from({ length: 9 }, (_, i) => (i === 7 ? 1 : 'not_allowed'))
      : [1, 1, 'not_allowed', ...Array.from({ length: 6 }, () => 1)],
    (world) =>
      world.given(
        [...JOINED, grantedIn(THEIRS, 'consultant', 'users.update_permissions', 'users.remove', 'users.invite', 'settings.mail')],
        () => each(calls(world, side), ([, ...statement]) => said(world, 'consultant', statement, proved('password', 1))),
      ),
  ),
]);

const give = (company: string, ...keys: string[]): Statement => [
  'select public.set_member_access($1, $2, false, $3)',
  [company, personaId('viewer'), [...PRESETS.viewer.keys, ...keys]],
];

const held: Rule[] = [
  rule('nobody gives in one company a key that they hold in another', ['company_user_permissions'], ['key_not_held', 1], (world) =>
    world.given([...JOINED, granted('consultant', 'users.update_permissions', 'vendors.update')], async () => [
      await said(world, 'consultant', give(OURS, 'vendors.create')),
      await said(world, 'consultant', give(OURS, 'vendors.update')),
    ]),
  ),
  rule('to own another company makes nobody an admin here', ['company_users'], 'key_not_held', (world) =>
    world.given([...JOINED, granted('guest', 'users.update_permissions')], () =>
      said(world, 'guest', ['select public.set_member_access($1, $2, true, $3)', [OURS, personaId('viewer'), PRESETS.viewer.keys]]),
    ),
  ),
  rule('rights given in one company are given in no other', ['company_user_permissions'], [0, 1], (world) =>
    world.given(JOINED, () =>
      acting(world, 'owner', [['select public.set_member_access($1, $2, false, $3)', [OURS, personaId('guest'), ['vendors.delete']]]], {
        look: async () => [
          Number(
            (
              await first(world, 'select count(*) as n from public.company_user_permissions where user_id = $1 and company_id = $2', [
                personaId('guest'),
                THEIRS,
              ])
            )['n'],
          ),
          Number(
            (
              await first(world, 'select count(*) as n from public.company_user_permissions where user_id = $1 and company_id = $2', [
                personaId('guest'),
                OURS,
              ])
            )['n'],
          ),
        ],
      }),
    ),
  ),
  rule(
    'what is taken from somebody here is taken from nobody else, and from them nowhere else',
    ['company_user_permissions', 'company_users'],
    [1, [0, 1, 1, 1], ['admin', 'owner', 'viewer']],
    (world) =>
      world.given([...JOINED, granted('viewer', 'users.update_permissions')], async () => {
        const keys = PRESETS.viewer.keys.filter((key) => key !== 'customers.view');
        const take: Statement = ['select public.set_member_access($1, $2, false, $3)', [OURS, personaId('consultant'), keys]];
        const holds = (company: string, who: 'consultant' | 'viewer' | 'employee') =>
          countOf(world, "public.company_user_permissions where company_id = $1 and user_id = $2 and permission_key = 'customers.view'", [
            company,
            personaId(who),
          ]);
        const promote: Statement = [
          'select public.set_member_access($1, $2, true, $3)',
          [OURS, personaId('viewer'), [...PRESETS.viewer.keys, 'users.update_permissions']],
        ];
        return [
          // Whoever takes needs to hold what is taken, not what they have elsewhere.
          await said(world, 'viewer', take),
          await acting(world, 'owner', [take], {
            look: async () => [
              await holds(OURS, 'consultant'),
              await holds(THEIRS, 'consultant'),
              await holds(OURS, 'viewer'),
              await holds(OURS, 'employee'),
            ],
          }),
          await acting(world, 'owner', [promote], {
            look: async () =>
              (
                await world.query(
                  'select display_name from public.company_users where company_id = $1 and (is_admin or is_owner) order by 1',
                  [OURS],
                )
              ).rows.map((row) => row['display_name']),
          }),
        ];
      }),
  ),
  rule('whoever is removed from one company stays in the other', ['company_users'], [THEIRS], (world) =>
    world.given(JOINED, () =>
      acting(world, 'owner', [['select public.remove_member($1, $2)', [OURS, personaId('guest')]]], {
        look: async () =>
          (await world.query('select company_id from public.company_users where user_id = $1', [personaId('guest')])).rows.map(
            (row) => row['company_id'],
          ),
      }),
    ),
  ),
  rule('an owner who is no admin has all keys all the same', ['company_users', 'company_user_permissions'], [1, 1, 1], (world) =>
    world.given(JOINED, async () => [
      await said(world, 'stranger', ['select public.set_member_access($1, $2, true, null)', [THEIRS, personaId('consultant')]]),
      await said(world, 'stranger', ["select public.request_invite($1, 'new@kontor.example', true, '{}', 'de')", [THEIRS]]),
      await said(world, 'stranger', ['select public.remove_member($1, $2)', [THEIRS, personaId('consultant')]]),
    ]),
  ),
  rule('the key that includes another opens it', ['company_user_permissions', 'vendors'], [1, 1], (world) =>
    world.given([...JOINED, granted('guest', 'vendors.update', 'users.invite')], async () => [
      await said(world, 'guest', ['select 1 from public.vendors where id = $1', [world.ids['ours vendors']]]),
      await said(world, 'guest', ["select public.request_invite($1, 'new@kontor.example', false, '{vendors.view}', 'de')", [OURS]]),
    ]),
  ),
  rule('what changes rights in one company is no change of access in the other', ['company_user_permissions'], [true, false], (world) =>
    world.given(JOINED, async () => {
      const print = async () =>
        (await world.as('guest', `select public.sync_pull($1, '{}') ->> 'access' as access`, [OURS])).rows[0]?.['access'];
      const before = await print();
      return [
        before === (await world.given([grantedIn(THEIRS, 'guest', 'vendors.view')], print)),
        before === (await world.given([granted('guest', 'vendors.view')], print)),
      ];
    }),
  ),
  rule('nor does what changes the rights of a colleague', ['company_user_permissions'], true, async (world) => {
    const print = async () =>
      (await world.as('viewer', `select public.sync_pull($1, '{}') ->> 'access' as access`, [OURS])).rows[0]?.['access'];
    return (await print()) === (await world.given([granted('employee', 'vendors.update')], print));
  }),
  rule('a stranger takes over nothing, and has nothing to leave', ['company_users'], ['not_allowed', 'not_allowed'], async (world) => [
    await said(world, 'stranger', ['select public.transfer_ownership($1, $2)', [OURS, personaId('stranger')]], proved('password', 1)),
    await said(world, 'stranger', ['select public.leave_company($1)', [OURS]]),
  ]),
];

export const BETWEEN_COMPANIES: readonly Rule[] = [...matrix, ...functions, ...held];
