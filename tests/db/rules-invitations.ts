import { testId } from '#tests/support/builders.ts';
import { type Persona, personaId } from '#tests/support/personas.ts';
import { each, first, granted, type Person, said, type Statement } from './asking.ts';
import { JOINED } from './rules-between.ts';
import { acting } from './rules-people.ts';
import { type Rule, rule } from './rules.ts';
import { OURS, THEIRS, type World } from './world.ts';

export const [INVITE, OTHER] = [testId(0x2_01), testId(0x2_02)];
export const STRANGER = 'stranger@kontor.example';
const HASH = "encode(sha256(convert_to('the-token', 'UTF8')), 'hex')";

export type Invite = {
  id?: string;
  email?: string;
  by?: Person;
  company?: string;
  isAdmin?: boolean;
  keys?: readonly string[];
  status?: string;
};
export const invite = ({
  id = INVITE,
  email = STRANGER,
  by = 'accountant',
  company = OURS,
  isAdmin = false,
  keys = [],
  status = 'pending',
}: Invite = {}): Statement => [
  'insert into public.invites (id, company_id, email, is_admin, keys, invited_by, status) values ($1, $2, $3, $4, $5, $6, $7)',
  [id, company, email, isAdmin, keys, personaId(by), status],
];
/** The stranger's address is confirmed; the accountant may invite and did; the mail went out with the token. */
const SENT: Statement[] = [
  ['update auth.users set email_confirmed_at = now()'],
  granted('accountant', 'users.invite'),
  invite({ keys: ['vendors.view'] }),
  [`insert into private.invite_tokens (invite_id, token_hash) values ($1, ${HASH})`, [INVITE]],
];
export const ACCEPT: Statement = ["select public.accept_invite(p_token => 'the-token')"];
const DECLINE: Statement = ["select public.decline_invite(p_token => 'the-token')"];
export const set = (values: string): Statement => [`update public.invites set ${values} where id = $1`, [INVITE]];
const take = (key: string): Statement => [
  'delete from public.company_user_permissions where user_id = $1 and permission_key = $2',
  [personaId('accountant'), key],
];

const both = async (world: World, more: Statement[]) =>
  world.given([...SENT, ...more], async () => [
    await said(world, 'stranger', ACCEPT),
    await said(world, 'stranger', DECLINE),
    await said(world, 'stranger', ['select * from public.my_invites()']),
  ]);

const NEVER = ['invite_not_valid', 'invite_not_valid', 0];

/** While an invitation is good, and what it gives. */
export const INVITATIONS: readonly Rule[] = [
  rule('an open invitation is seen, accepted or declined', ['invites'], [1, 1, 1], (world) => both(world, [])),
  rule('one that was withdrawn, ran out or was answered by another is neither', ['invites'], [NEVER, NEVER, NEVER, NEVER], (world) =>
    each(
      [
        "status = 'revoked'",
        "expires_at = now() - interval '1 second'",
        `status = 'accepted', answered_by = '${personaId('viewer')}'`,
        `status = 'declined', answered_by = '${personaId('viewer')}'`,
      ],
      (values) => both(world, [set(values)]),
    ),
  ),
  rule('nor one whose address is not confirmed, or is somebody else’s', ['invites'], [NEVER, NEVER], async (world) => [
    await both(world, [['update auth.users set email_confirmed_at = null where id = $1', [personaId('stranger')]]]),
    await both(world, [set("email = 'viewer@kontor.example'")]),
  ]),
  rule(
    'what its sender can no longer give cannot be accepted, but declined',
    ['invites', 'company_user_permissions'],
    Array.from({ length: 4 }, () => ['invite_not_valid', 1, 0]),
    async (world) => [
      await both(world, [take('users.invite')]),
      await both(world, [
        take('vendors.view'),
        take('vendors.create'),
        take('vendors.update'),
        take('vendors.import'),
        take('vendors.export'),
      ]),
      await both(world, [set('is_admin = true')]),
      await both(world, [set('invited_by = null')]),
    ],
  ),
  rule(
    'rights in another company back no invitation here',
    ['invites'],
    Array.from({ length: 2 }, () => ['invite_not_valid', 1, 0]),
    (world) =>
      world.given(JOINED, () =>
        each(['guest', 'consultant'] as const, (by) => both(world, [set(`invited_by = '${personaId(by)}', is_admin = ${by === 'guest'}`)])),
      ),
  ),
  rule('an address is the same however it is written', ['invites'], [1, 1, '23514'], async (world) => [
    await world.given([...SENT, ["update auth.users set email = 'Stranger@Kontor.Example' where id = $1", [personaId('stranger')]]], () =>
      said(world, 'stranger', ACCEPT),
    ),
    await world.given(SENT, async () => {
      await world.as('owner', 'select 1');
      return acting(world, 'owner', [["select public.request_invite($1, ' STRANGER@kontor.example ', false, '{}', 'en')", [OURS]]], {
        look: async () => Number((await first(world, "select count(*) as n from public.invites where status = 'pending'"))['n']),
      });
    }),
    await world
      .given([invite({ id: OTHER, email: 'Stranger@kontor.example' })], async () => null)
      .catch((error: { code: string }) => error.code),
  ]),
  rule(
    'answering twice is answering once, for who answered',
    ['invites'],
    [OURS, 'invite_not_valid', 1, 'invite_not_valid'],
    async (world) => {
      const after = (answer: Statement, who: Persona, again: Statement, more: Statement[] = []) =>
        world.given(SENT, () =>
          acting(world, 'stranger', [answer], {
            look: () =>
              world.given(more, async () => (await world.as(who, again[0])).rows[0]?.['accept_invite'] ?? said(world, who, again)),
          }),
        );
      return [
        await after(ACCEPT, 'stranger', ACCEPT),
        // Whoever was removed meanwhile does not come back by the old mail.
        await after(ACCEPT, 'stranger', ACCEPT, [
          ['delete from public.company_users where company_id = $1 and user_id = $2', [OURS, personaId('stranger')]],
        ]),
        await after(DECLINE, 'stranger', DECLINE),
        await after(DECLINE, 'stranger', ACCEPT),
      ];
    },
  ),
  rule('a member of another company only was no member when asked again', ['invites'], 'invite_not_valid', (world) =>
    world.given([...SENT, ...JOINED, set(`status = 'accepted', answered_by = '${personaId('stranger')}'`)], () =>
      said(world, 'stranger', ACCEPT),
    ),
  ),
  rule(
    'what was declined, or accepted by another, is not accepted by becoming a member otherwise',
    ['invites'],
    ['invite_not_valid', 'invite_not_valid', 'invite_not_valid'],
    (world) =>
      world.given(
        [...SENT, ['insert into public.company_users (company_id, user_id) values ($1, $2)', [OURS, personaId('stranger')]]],
        () =>
          each(
            [
              [`status = 'declined', answered_by = '${personaId('stranger')}'`, ACCEPT],
              [`status = 'accepted', answered_by = '${personaId('viewer')}'`, ACCEPT],
              [`status = 'accepted', answered_by = '${personaId('stranger')}'`, DECLINE],
            ] as [string, Statement][],
            ([values, answer]) => world.given([set(values)], () => said(world, 'stranger', answer)),
          ),
      ),
  ),
  rule('an invitation is one, also from somebody of two companies', ['invites'], 1, (world) =>
    world.given([...JOINED, ...SENT, granted('consultant', 'users.invite'), set(`invited_by = '${personaId('consultant')}'`)], () =>
      said(world, 'stranger', ['select * from public.my_invites()']),
    ),
  ),
  rule(
    'accepting answers this invitation, gives its keys and no more, and leaves a member as they are',
    ['invites', 'company_user_permissions'],
    [['accepted', 'pending', 'vendors.view', false], null, true],
    (world) =>
      world.given([...SENT, invite({ id: OTHER, company: THEIRS, by: 'stranger', email: 'viewer@kontor.example' })], async () => {
        const look = () =>
          first(
            world,
            `select (select status from public.invites where id = $1) as mine, (select status from public.invites where id = $2) as other,
               (select string_agg(permission_key, ' ') from public.company_user_permissions where company_id = $3 and user_id = $4) as keys,
               (select is_admin from public.company_users where company_id = $3 and user_id = $4) as admin`,
            [INVITE, OTHER, OURS, personaId('stranger')],
          );
        const joined = await acting(world, 'stranger', [ACCEPT], { look });
        const member: Statement[] = [
          ['insert into public.company_users (company_id, user_id, is_admin) values ($1, $2, true)', [OURS, personaId('stranger')]],
        ];
        const before = await world.given(member, () => acting(world, 'stranger', [ACCEPT], { look }));
        return [[joined['mine'], joined['other'], joined['keys'], joined['admin']], before['keys'], before['admin']];
      }),
  ),
  rule('declining answers this invitation only', ['invites'], ['declined', 'pending'], (world) =>
    world.given([...SENT, invite({ id: OTHER, email: 'else@kontor.example' })], () =>
      acting(world, 'stranger', [DECLINE], {
        look: async () =>
          (await world.query('select status from public.invites where id = any ($1) order by id', [[INVITE, OTHER]])).rows.map(
            (row) => row['status'],
          ),
      }),
    ),
  ),
];
