import { testId } from '#tests/support/builders.ts';
import { callerOf, type Persona, personaId } from '#tests/support/personas.ts';
import { type Rule, rule } from './rules.ts';
import { OURS, type World } from './world.ts';

type Statement = readonly [string, unknown[]?];

/** Statements as a persona, whose effects stay until `look` has looked as the platform. A refusal ends it. */
export async function acting<T>(
  { given }: World,
  persona: Persona,
  statements: readonly Statement[],
  { look, claims = {} }: { readonly look: () => Promise<T>; readonly claims?: Record<string, unknown> },
): Promise<T> {
  const caller = callerOf(persona);
  const become = "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)";
  return given(
    [[become, [caller.role, JSON.stringify({ ...caller.claims, ...claims })]], ...statements, ["select set_config('role', 'none', true)"]],
    look,
  );
}

const VERIFIED = (who: Exclude<Persona, 'anonymous'>): Statement => [
  `insert into auth.mfa_factors (id, user_id, factor_type, status) values ('${testId(0xfa)}', '${personaId(who)}', 'totp', 'verified')`,
];
const grantTo = (who: Exclude<Persona, 'anonymous'>, ...keys: string[]): Statement => [
  'insert into public.company_user_permissions (company_id, user_id, permission_key) select $1, $2, unnest($3::text[]) on conflict do nothing',
  [OURS, personaId(who), keys],
];

const members: Rule[] = [
  rule('every member knows all colleagues by name', ['company_users'], [5, 5, 1], async ({ as }) => {
    const names = async (who: Persona) =>
      (await as(who, "select 1 from private.members where display_name <> '' and user_id is not null")).count;
    return [await names('viewer'), await names('employee'), await names('stranger')];
  }),
  rule(
    'addresses and keys of colleagues are for who may view users, one’s own for everybody',
    ['company_users'],
    [5, 1, true],
    async ({ as }) => {
      const addresses = async (who: Persona) => (await as(who, "select keys from private.members where email <> ''")).rows;
      const own = await addresses('employee');
      return [(await addresses('viewer')).length, own.length, Array.isArray(own[0]?.['keys']) && own[0]['keys'].length > 0];
    },
  ),
  rule('a document without address and keys is another version than the full one', ['company_users'], [0, 4], async ({ as }) => {
    const short = "select 1 from private.members where rev like '%.public'";
    return [(await as('viewer', short)).count, (await as('employee', short)).count];
  }),
  rule('nobody sees colleagues before the second factor is used', ['company_users'], [0, 5], async (world) =>
    world.given([VERIFIED('viewer')], async () => [
      (await world.as('viewer', 'select 1 from private.members')).count,
      (await world.as('viewer', 'select 1 from private.members', [], { aal: 'aal2' })).count,
    ]),
  ),
  rule(
    'visitors do not even reach the list of members',
    ['company_users'],
    '42501',
    async ({ as }) => (await as('anonymous', 'select 1 from private.members')).code,
  ),
];

const setAccess = (who: Exclude<Persona, 'anonymous'>, isAdmin: boolean, keys: readonly string[]): [string, unknown[]] => [
  'select public.set_member_access($1, $2, $3, $4)',
  [OURS, personaId(who), isAdmin, keys],
];
const refusal = async (world: World, by: Persona, statement: [string, unknown[]], claims = {}) =>
  (await world.as(by, ...statement, claims)).message;
const remove = (who: Exclude<Persona, 'anonymous'>): [string, unknown[]] => ['select public.remove_member($1, $2)', [OURS, personaId(who)]];
const transfer = (who: Exclude<Persona, 'anonymous'>): [string, unknown[]] => [
  'select public.transfer_ownership($1, $2)',
  [OURS, personaId(who)],
];
const leave: [string, unknown[]] = ['select public.leave_company($1)', [OURS]];

const access: Rule[] = [
  rule(
    'access is changed by who holds the key, a stranger learns nothing',
    ['company_user_permissions'],
    ['', '', 'not_allowed', 'not_allowed', 'not_allowed'],
    async (world) => [
      await refusal(world, 'owner', setAccess('viewer', false, ['vendors.view'])),
      await refusal(world, 'admin', setAccess('viewer', true, [])),
      await refusal(world, 'accountant', setAccess('viewer', false, [])),
      await refusal(world, 'stranger', setAccess('viewer', false, [])),
      await refusal(world, 'stranger', ['select public.set_member_access($1, $2, true, null)', [testId(0xdead), personaId('stranger')]]),
    ],
  ),
  rule(
    'nobody gives or takes what they lack, not even to themselves',
    ['company_user_permissions'],
    ['', '', 'key_not_held', 'key_not_held', 'key_not_held', 'key_not_held', 'invalid_input'],
    async (world) =>
      world.given(
        [
          grantTo('employee', 'users.update_permissions'),
          ['delete from public.company_user_permissions where user_id = $1', [personaId('viewer')]],
        ],
        async () => [
          await refusal(world, 'employee', setAccess('viewer', false, ['vendors.create', 'vendors.view', 'users.view'])),
          await refusal(world, 'employee', setAccess('employee', false, ['users.update_permissions'])),
          await refusal(world, 'employee', setAccess('viewer', false, ['vendors.delete'])),
          await refusal(world, 'employee', setAccess('viewer', true, [])),
          await refusal(world, 'employee', setAccess('employee', true, [])),
          await refusal(world, 'employee', setAccess('accountant', false, [])),
          await refusal(world, 'owner', setAccess('viewer', false, ['all.view'])),
        ],
      ),
  ),
  rule(
    'admins answer to admins only, owners to owners, and one owner stays',
    ['company_users'],
    ['not_allowed', 'not_allowed', 'not_allowed', 'last_owner', 'last_owner', 'last_owner', 'not_allowed', '', '', 'member_not_found'],
    async (world) =>
      world.given([grantTo('accountant', 'users.update_permissions', 'users.remove')], async () => [
        await refusal(world, 'accountant', setAccess('admin', false, [])),
        await refusal(world, 'accountant', remove('admin')),
        await refusal(world, 'admin', setAccess('owner', true, [])),
        await refusal(world, 'owner', setAccess('owner', true, [])),
        await refusal(world, 'owner', remove('owner')),
        await refusal(world, 'owner', leave),
        await refusal(world, 'admin', remove('owner')),
        await refusal(world, 'accountant', remove('viewer')),
        await refusal(world, 'viewer', leave),
        await refusal(world, 'owner', remove('stranger')),
      ]),
  ),
  rule('an owner beside another one may go or be taken back', ['company_users'], ['', '', false], async (world) =>
    world.given([['update public.company_users set is_owner = true where user_id = $1', [personaId('admin')]]], async () => [
      await refusal(world, 'owner', leave),
      await refusal(world, 'owner', remove('admin')),
      await acting(world, 'owner', [setAccess('admin', true, [])], {
        look: async () =>
          (await world.query('select is_owner from public.company_users where user_id = $1', [personaId('admin')])).rows[0]?.['is_owner'],
      }),
    ]),
  ),
  rule('a member has exactly the keys that were set', ['company_user_permissions'], ['vendors.delete', 'vendors.view'], async (world) =>
    acting(world, 'owner', [setAccess('viewer', false, ['vendors.view', 'vendors.delete', 'vendors.view'])], {
      look: async () =>
        (
          await world.query('select permission_key from public.company_user_permissions where user_id = $1 order by 1', [
            personaId('viewer'),
          ])
        ).rows.map(({ permission_key }) => permission_key),
    }),
  ),
  rule('who was removed is refused at the next contact', ['company_users', 'sync_pull'], ['not_a_member', 'not_a_member'], async (world) =>
    acting(world, 'owner', [remove('viewer')], {
      look: async () => [
        (await world.as('viewer', `select public.sync_pull('${OURS}', '{}')`)).message,
        (await world.as('viewer', `select public.sync_push('${OURS}', '[]')`)).message,
      ],
    }),
  ),
  rule(
    'nothing of it works before the second factor is used',
    ['company_users'],
    Array.from({ length: 4 }, () => 'second_factor_required'),
    async (world) =>
      world.given([VERIFIED('owner')], async () => [
        await refusal(world, 'owner', setAccess('viewer', false, [])),
        await refusal(world, 'owner', remove('viewer')),
        await refusal(world, 'owner', leave),
        await refusal(world, 'owner', transfer('admin')),
      ]),
  ),
];

const amr = (method: string, secondsAgo: number) => ({ amr: [{ method, timestamp: Math.floor(Date.now() / 1000) - secondsAgo }] });

const ownership: Rule[] = [
  rule(
    'ownership is handed over by the owner only, right after proving who they are',
    ['company_users'],
    ['', '', 'reauthentication_needed', 'reauthentication_needed', 'reauthentication_needed', 'not_allowed', 'member_not_found'],
    async (world) => [
      await refusal(world, 'owner', transfer('admin'), amr('password', 10)),
      await refusal(world, 'owner', transfer('viewer'), amr('totp', 10)),
      await refusal(world, 'owner', transfer('admin')),
      await refusal(world, 'owner', transfer('admin'), amr('password', 100_000)),
      await refusal(world, 'owner', transfer('admin'), amr('token_refresh', 10)),
      await refusal(world, 'admin', transfer('admin'), amr('password', 10)),
      await refusal(world, 'owner', transfer('stranger'), amr('password', 10)),
    ],
  ),
  rule(
    'afterwards the company has the new owner, and the old one is an admin',
    ['company_users'],
    ['admin true true', 'owner false true'],
    async (world) =>
      acting(world, 'owner', [transfer('admin')], {
        claims: amr('password', 1),
        look: async () =>
          (
            await world.query(
              "select concat_ws(' ', display_name, is_owner::text, is_admin::text) as who from public.company_users where company_id = $1 and is_admin order by 1",
              [OURS],
            )
          ).rows.map(({ who }) => who),
      }),
  ),
];

const entries = async (world: World, sql = 'true') =>
  (
    await world.query(
      `select actor_id, entity_label, changes from public.activity_log where entity_type = 'members' and created_at = now() and ${sql}`,
    )
  ).rows;

const history: Rule[] = [
  rule(
    'a change of access says who changed whose rights to what, in one entry',
    ['company_users', 'log_activity'],
    [
      {
        actor_id: personaId('owner'),
        entity_label: 'employee',
        changes: { keys: [['files.upload'], ['vendors.delete']], is_admin: [false, true] },
      },
    ],
    async (world) => {
      const keys = [
        'dashboard.view',
        'customers.view',
        'vendors.view',
        'vendors.create',
        'expenses.view_own',
        'expenses.create',
        'expenses.update_own',
        'vendors.delete',
      ];
      return acting(world, 'owner', [setAccess('employee', true, keys), setAccess('employee', true, keys)], {
        look: () => entries(world, "type <> 'created'"),
      });
    },
  ),
  rule(
    'so does the end of a membership',
    ['company_users', 'log_activity'],
    [{ actor_id: personaId('owner'), entity_label: 'viewer', changes: {} }],
    async (world) => acting(world, 'owner', [remove('viewer')], { look: () => entries(world, "type = 'deleted'") }),
  ),
  rule('the history of people is for who may view users', ['activity_log'], [true, 0], async (world) =>
    world.given([grantTo('employee', 'activity.view')], async () => {
      const seen = async (who: Persona) => (await world.as(who, "select 1 from public.activity_log where entity_type = 'members'")).count;
      return [(await seen('viewer')) > 0, await seen('employee')];
    }),
  ),
  rule('that of the mail settings is for who may change them, and for who did', ['activity_log'], [1, 1, 0], async (world) => {
    const entry = `insert into public.activity_log (company_id, actor_id, type, entity_type, entity_id, changes)
      values ('${OURS}', '${personaId('accountant')}', 'updated', 'mail_settings', '${OURS}', '{"smtp_user": ["", "books"]}')`;
    return world.given([[entry, []]], async () => {
      const seen = async (who: Persona) =>
        (await world.as(who, "select 1 from public.activity_log where entity_type = 'mail_settings'")).count;
      return [await seen('owner'), await seen('accountant'), await seen('viewer')];
    });
  }),
];

const TEXTS: Statement = [
  `insert into public.company_mail_settings (company_id, smtp_host, templates) values ($1, 'mail.example.com', '{"en": {"invoice": {"subject": "Ours", "body": "Text"}}}')`,
  [OURS],
];
const PICTURE = `${personaId('viewer')}/0190d0e0-0000-7000-8000-0000000000aa.webp`;
const pictured = (path: string): Statement => [
  "update auth.users set raw_user_meta_data = jsonb_build_object('avatar_path', $1::text) where id = $2",
  [path, personaId('viewer')],
];
const shown: Rule[] = [
  rule(
    'the company’s mail texts are for who may send invoices, and nothing else of its mail',
    ['functions'],
    ['Ours', 'not_allowed', 'not_allowed', 0],
    async (world) =>
      world.given([TEXTS], async () => {
        const asked: [string, unknown[]] = ["select public.mail_templates($1) #>> '{en,invoice,subject}' as subject", [OURS]];
        return [
          (await world.as('accountant', ...asked)).rows[0]?.['subject'],
          await refusal(world, 'viewer', asked),
          await refusal(world, 'stranger', asked),
          (await world.as('accountant', 'select 1 from public.company_mail_settings')).count,
        ];
      }),
  ),
  rule('pictures of colleagues are known to members, and only those in one’s own folder', ['functions'], [PICTURE, 0, 0], async (world) => {
    const asked: [string, unknown[]] = ['select avatar_path from public.member_avatars($1)', [OURS]];
    const [seen, toStranger] = await world.given([pictured(PICTURE)], async () => [
      (await world.as('employee', ...asked)).rows[0]?.['avatar_path'],
      (await world.as('stranger', ...asked)).count,
    ]);
    const foreign = PICTURE.replace(personaId('viewer'), personaId('owner'));
    return [seen, toStranger, await world.given([pictured(foreign)], async () => (await world.as('employee', ...asked)).count)];
  }),
];

/** Members, their rights and who changes them. */
export const PEOPLE: readonly Rule[] = [...members, ...access, ...ownership, ...history, ...shown];
