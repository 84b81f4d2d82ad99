import { testId } from '#tests/support/builders.ts';
import { type Persona, personaId } from '#tests/support/personas.ts';
import { acting } from './rules-people.ts';
import { type Rule, rule } from './rules.ts';
import { OURS, THEIRS, type World } from './world.ts';

const INVITE = testId(0x1_01);
const TOKEN = 'a-token-of-the-mail';
const STRANGER = 'stranger@kontor.example';

/** An open invitation of our company to the stranger, whose address is confirmed, and one of the other company. */
const invited = (keys = ['vendors.view'], isAdmin = false): [string, unknown[]][] => [
  ['update auth.users set email_confirmed_at = now() where email = $1', [STRANGER]],
  [
    'insert into public.invites (id, company_id, email, is_admin, keys, invited_by) values ($1, $2, $3, $4, $5, $6)',
    [INVITE, OURS, STRANGER, isAdmin, keys, personaId('owner')],
  ],
  ["insert into private.invite_tokens (invite_id, token_hash) values ($1, encode(sha256(convert_to($2, 'UTF8')), 'hex'))", [INVITE, TOKEN]],
  ["insert into public.invites (company_id, email, invited_by) values ($1, 'else@kontor.example', $2)", [THEIRS, personaId('stranger')]],
];
const factor = (who: Exclude<Persona, 'anonymous'>): [string, unknown[]] => [
  "insert into auth.mfa_factors (id, user_id, factor_type, status) values ($1, $2, 'totp', 'verified')",
  [testId(0xfb), personaId(who)],
];
const message = async (world: World, who: Persona, sql: string, params: unknown[] = [], claims = {}) =>
  (await world.as(who, sql, params, claims)).message;
const ACCEPT = 'select public.accept_invite(p_token => $1)';

const COLUMNS = {
  invites: [
    'id',
    'company_id',
    'email',
    'is_admin',
    'keys',
    'language',
    'status',
    'invited_by',
    'answered_by',
    'expires_at',
    'created_at',
    'updated_at',
  ],
  company_mail_settings: [
    'company_id',
    'sender_name',
    'sender_email',
    'reply_to',
    'templates',
    'smtp_host',
    'smtp_port',
    'smtp_user',
    'smtp_secure',
    'has_password',
    'created_at',
    'updated_at',
  ],
} as const;

const closed: Rule[] = Object.entries(COLUMNS).flatMap(([table, columns]) => [
  rule(`nobody writes ${table} directly`, [table], [], async ({ as }) => {
    const open: string[] = [];
    for (const column of columns)
      if ((await as('owner', `update public.${table} set ${column} = ${column}`)).code !== '42501') open.push(column);
    for (const sql of [`insert into public.${table} (company_id) values ('${OURS}')`, `delete from public.${table}`])
      if ((await as('owner', sql)).code !== '42501') open.push(sql);
    return open;
  }),
  rule(
    `visitors do not read ${table}`,
    [table],
    '42501',
    async ({ as }) => (await as('anonymous', `select count(*) from public.${table}`)).code,
  ),
]);

const invites: Rule[] = [
  rule('invitations are seen by who may view the company’s users', ['invites'], [1, 1, 0, 1], async (world) =>
    world.given(invited(), async () => {
      const seen = async (who: Persona) => (await world.as(who, 'select 1 from public.invites')).count;
      return [await seen('owner'), await seen('viewer'), await seen('employee'), await seen('stranger')];
    }),
  ),
  rule('and not before the second factor is used', ['invites', 'company_mail_settings'], [0, 0, 1, 1], async (world) =>
    world.given([...invited(), factor('owner'), mailSettings], async () => {
      const seen = async (table: string, aal: 'aal1' | 'aal2') =>
        (await world.as('owner', `select 1 from public.${table}`, [], { aal })).count;
      return [
        await seen('invites', 'aal1'),
        await seen('company_mail_settings', 'aal1'),
        await seen('invites', 'aal2'),
        await seen('company_mail_settings', 'aal2'),
      ];
    }),
  ),
  rule('what only the functions may ask is refused to an owner', ['arm_invite', 'mail_transport'], ['42501', '42501'], async ({ as }) => [
    (await as('owner', `select public.arm_invite('${INVITE}', '${'a'.repeat(64)}')`)).code,
    (await as('owner', `select public.mail_transport('${OURS}')`)).code,
  ]),
  rule('an invitation makes a member with exactly its keys', ['invites'], ['stranger false', 'vendors.view'], async (world) =>
    world.given(invited(), () =>
      acting(world, 'stranger', [[ACCEPT, [TOKEN]]], {
        look: async () => {
          const { rows } = await world.query(
            `select concat_ws(' ', display_name, is_admin::text) as who, (select string_agg(permission_key, ' ') from public.company_user_permissions p where p.user_id = cu.user_id) as keys
             from public.company_users cu where company_id = $1 and user_id = $2`,
            [OURS, personaId('stranger')],
          );
          return [rows[0]?.['who'], rows[0]?.['keys']];
        },
      }),
    ),
  ),
  rule(
    'who is not meant, guesses, comes late or holds no backed invitation is refused alike',
    ['invites'],
    ['', ...Array.from({ length: 7 }, () => 'invite_not_valid')],
    async (world) => {
      const accepting = async (who: Persona, more: [string, unknown[]?][], sql = ACCEPT, params: unknown[] = [TOKEN]) =>
        world.given([...invited(['vendors.view'], true), ...more], () => message(world, who, sql, params));
      return [
        await accepting('stranger', []),
        await accepting('viewer', []),
        await accepting('stranger', [], ACCEPT, ['guess']),
        await accepting('stranger', [], 'select public.accept_invite()', []),
        await accepting('stranger', [["update public.invites set expires_at = now() - interval '1 second'"]]),
        await accepting('stranger', [["update public.invites set status = 'revoked'"]]),
        await accepting('stranger', [['update auth.users set email_confirmed_at = null']]),
        await accepting('stranger', [['update public.company_users set is_admin = false, is_owner = false where company_id = $1', [OURS]]]),
      ];
    },
  ),
  rule('a pending second factor accepts nothing', ['invites'], ['second_factor_required', 'second_factor_required'], async (world) =>
    world.given([...invited(), factor('stranger')], async () => [
      await message(world, 'stranger', ACCEPT, [TOKEN]),
      await message(world, 'stranger', 'select * from public.my_invites()'),
    ]),
  ),
  rule(
    'an invitation of more rights is neither replaced, sent again nor taken back by who has fewer',
    ['invites'],
    Array.from({ length: 3 }, () => 'key_not_held'),
    async (world) => {
      const key: [string, unknown[]] = [
        'insert into public.company_user_permissions (company_id, user_id, permission_key) values ($1, $2, $3)',
        [OURS, personaId('employee'), 'users.invite'],
      ];
      return world.given([...invited([], true), key], async () => [
        await message(world, 'employee', "select public.request_invite($1, $2, false, '{}', 'en')", [OURS, STRANGER]),
        await message(world, 'employee', 'select public.renew_invite($1)', [INVITE]),
        await message(world, 'employee', 'select public.revoke_invite($1)', [INVITE]),
      ]);
    },
  ),
  rule('other companies’ invitations are out of reach', ['invites'], ['not_allowed', 'not_allowed', 'not_allowed'], async (world) =>
    world.given(invited(), async () => [
      await message(world, 'stranger', 'select public.revoke_invite($1)', [INVITE]),
      await message(world, 'stranger', 'select public.renew_invite($1)', [INVITE]),
      await message(world, 'stranger', "select public.request_invite($1, 'x@y.example', false, '{}', 'en')", [OURS]),
    ]),
  ),
];

const mailSettings: [string, unknown[]] = [
  "insert into public.company_mail_settings (company_id, smtp_host) values ($1, 'mail.example.com')",
  [OURS],
];
const mail: Rule[] = [
  rule('mail settings are seen by who holds their key', ['company_mail_settings'], [1, 1, 0, 0], async (world) =>
    world.given([mailSettings], async () => {
      const seen = async (who: Persona) => (await world.as(who, 'select 1 from public.company_mail_settings')).count;
      return [await seen('owner'), await seen('admin'), await seen('accountant'), await seen('stranger')];
    }),
  ),
  rule('and saved by them only', ['company_mail_settings'], ['', 'not_allowed', 'not_allowed'], async (world) => {
    const save = (who: Persona) => message(world, who, `select public.save_mail_settings('${OURS}', '{}')`);
    return [await save('admin'), await save('accountant'), await save('stranger')];
  }),
];

const CODE_HASH = "insert into private.recovery_codes (user_id, code_hash) values ($1, private.recovery_hash($1, 'abcde-12345'))";
const owner = personaId('owner');
const recovery: Rule[] = [
  rule(
    'recovery codes are made with the second factor in this session only',
    ['functions'],
    ['second_factor_required', 'second_factor_required', ''],
    async (world) => {
      const make = (claims = {}) => message(world, 'owner', 'select public.create_recovery_codes()', [], claims);
      return [
        await make({ aal: 'aal2' }),
        ...(await world.given([factor('owner')], async () => [await make(), await make({ aal: 'aal2' })])),
      ];
    },
  ),
  rule('there are ten of them, none like another, and they are stored as hashes', ['functions'], [10, true, 0], async (world) =>
    world.given([factor('owner')], async () => {
      const { rows } = await world.as('owner', 'select public.create_recovery_codes() as codes', [], { aal: 'aal2' });
      const codes = rows[0]?.['codes'] as string[];
      return [
        new Set(codes).size,
        codes.every((code) => /^([0-9a-f]{5}-){3}[0-9a-f]{5}$/.test(code)),
        (await world.query('select 1 from private.recovery_codes')).rows.length,
      ];
    }),
  ),
  rule('a code takes the second factor away, once, however it is typed', ['functions'], [true, false, 0, 0], async (world) =>
    world.given([factor('owner'), [CODE_HASH, [owner]]], () =>
      acting(
        world,
        'owner',
        [
          ["select set_config('t.first', public.use_recovery_code(' ABCDE 12345 ')::text, true)"],
          ["select set_config('t.second', public.use_recovery_code('abcde-12345')::text, true)"],
        ],
        {
          look: async () => {
            const { rows } = await world.query(
              "select current_setting('t.first')::boolean as first, current_setting('t.second')::boolean as second, (select count(*)::int from auth.mfa_factors) as factors, (select count(*)::int from private.recovery_codes) as codes",
            );
            return [rows[0]?.['first'], rows[0]?.['second'], rows[0]?.['factors'], rows[0]?.['codes']];
          },
        },
      ),
    ),
  ),
  rule('after five wrong codes not even the right one is looked at', ['functions'], ['too_many_attempts', false], async (world) =>
    world.given(
      [
        factor('owner'),
        [CODE_HASH, [owner]],
        ['insert into private.recovery_attempts (user_id) select $1 from generate_series(1, 4)', [owner]],
      ],
      async () => {
        const wrong: [string] = ["select public.use_recovery_code('wrong')"];
        const again = await acting(world, 'owner', [wrong], {
          look: () => message(world, 'owner', "select public.use_recovery_code('abcde-12345')"),
        });
        return [again, (await world.as('owner', "select public.use_recovery_code('nope') as ok")).rows[0]?.['ok']];
      },
    ),
  ),
  rule('nobody uses the codes of another', ['functions'], [false, 0], async (world) =>
    world.given([[CODE_HASH, [owner]]], async () => [
      (await world.as('viewer', "select public.use_recovery_code('abcde-12345') as ok")).rows[0]?.['ok'],
      (await world.as('viewer', 'select public.recovery_codes_left() as left')).rows[0]?.['left'],
    ]),
  ),
  rule('sessions are seen and ended by whose they are', ['functions'], [1, 0, 1, 0], async (world) => {
    const session = testId(0x5e);
    const begin: [string, unknown[]] = ['insert into auth.sessions (id, user_id) values ($1, $2)', [session, owner]];
    const left = async () => (await world.query('select 1 from auth.sessions where id = $1', [session])).rows.length;
    const end: [string, unknown[]] = ['select public.end_session($1)', [session]];
    return world.given([begin], async () => [
      (await world.as('owner', 'select * from public.my_sessions()')).count,
      (await world.as('viewer', 'select * from public.my_sessions()')).count,
      await acting(world, 'viewer', [end], { look: left }),
      await acting(world, 'owner', [end], { look: left }),
    ]);
  }),
];

/** Invitations, mail settings, sessions and recovery codes. */
export const INVITES: readonly Rule[] = [...closed, ...invites, ...mail, ...recovery];
