import { testId } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';
import { each, first, granted, said, type Statement } from './asking.ts';
import { JOINED } from './rules-between.ts';
import { ACCEPT, type Invite, INVITE, invite, OTHER, set, STRANGER } from './rules-invitations.ts';
import { acting } from './rules-people.ts';
import { type Rule, rule } from './rules.ts';
import { OURS, THEIRS } from './world.ts';

const REQUEST = (email: string, keys = '{}', isAdmin = false): Statement => [
  'select public.request_invite($1, $2, $3, $4, $5)',
  [OURS, email, isAdmin, keys, 'de'],
];
const mailed = (purpose: string, to: string, times: number, ago = '1 hour', company = OURS): Statement => [
  `insert into private.sent_mails (company_id, user_id, purpose, recipient, sent_at) select $1, $2, $3, $4, now() - $5::interval from generate_series(1, $6)`,
  [company, personaId('owner'), purpose, to, ago, times],
];

/** Who sends, repeats and withdraws invitations, and how often. */
export const INVITATIONS_SENT: readonly Rule[] = [
  rule(
    'an invitation goes to an address, with keys that exist, to who is no member',
    ['invites'],
    [1, 'invalid_input', 'invalid_input', 'invalid_input', 'already_member', 1, 'key_not_held', 1],
    (world) =>
      world.given([...JOINED, granted('accountant', 'users.invite')], async () => [
        await said(world, 'owner', REQUEST('new@kontor.example', '{vendors.view}')),
        await said(world, 'owner', REQUEST('nobody')),
        await said(world, 'owner', REQUEST(`${'a'.repeat(320)}@kontor.example`)),
        await said(world, 'owner', REQUEST('new@kontor.example', '{all.view}')),
        await said(world, 'owner', REQUEST('VIEWER@kontor.example')),
        // A member of another company is none here.
        await said(world, 'owner', REQUEST(STRANGER)),
        await said(world, 'accountant', REQUEST('new@kontor.example', '{settings.mail}')),
        await said(world, 'accountant', REQUEST('new@kontor.example', '{vendors.view}')),
      ]),
  ),
  rule(
    'only an open invitation of this company to this address counts as one of more rights',
    ['invites'],
    ['key_not_held', 1, 1, 1],
    async (world) => {
      const offered = (more: Invite) =>
        world.given([granted('accountant', 'users.invite'), invite({ isAdmin: true, by: 'owner', ...more })], () =>
          said(world, 'accountant', REQUEST(STRANGER)),
        );
      return [
        await offered({}),
        await offered({ status: 'revoked' }),
        await offered({ company: THEIRS }),
        await offered({ email: 'else@kontor.example' }),
      ];
    },
  ),
  rule(
    'fifty invitations a day for a company and five for an address, sent again or not',
    ['invites', 'functions'],
    [1, 'too_many_mails', 'too_many_mails', 1, 'too_many_mails', 1, 1, 1, 'too_many_mails', 1],
    (world) =>
      world.given([invite({ by: 'owner' })], async () => {
        const after = (mails: Statement, ask: Statement) => world.given([mails], () => said(world, 'owner', ask));
        const renew: Statement = ['select public.renew_invite($1)', [INVITE]];
        return [
          await after(mailed('invite', 'many@kontor.example', 49), REQUEST('new@kontor.example')),
          await after(mailed('invite', 'many@kontor.example', 50), REQUEST('new@kontor.example')),
          await after(mailed('invite', 'many@kontor.example', 50), renew),
          await after(mailed('invite', STRANGER, 4), renew),
          await after(mailed('invite', STRANGER, 5), renew),
          // Those of yesterday, of another company and for another purpose do not count.
          await after(mailed('invite', 'many@kontor.example', 60, '25 hours'), renew),
          await after(mailed('test', 'many@kontor.example', 60), renew),
          await after(mailed('invite', 'many@kontor.example', 60, '1 hour', THEIRS), renew),
          // Whoever sends, the address has had enough.
          await after(mailed('invite', STRANGER, 5, '1 hour', THEIRS), renew),
          await after(mailed('invite', STRANGER, 60, '25 hours'), renew),
        ];
      }),
  ),
  rule('every mail is counted, and forgotten after two days', ['functions'], [2, 0, 1], (world) =>
    world.given(
      [
        mailed('invite', 'old@kontor.example', 3, '49 hours'),
        mailed('invite', 'else@kontor.example', 1, '49 hours', THEIRS),
        mailed('invite', 'new@kontor.example', 1),
      ],
      () =>
        acting(world, 'owner', [REQUEST('new@kontor.example')], {
          look: () =>
            each(['new', 'old', 'else'], async (name) =>
              Number(
                (await first(world, 'select count(*) as n from private.sent_mails where recipient = $1', [`${name}@kontor.example`]))['n'],
              ),
            ),
        }),
    ),
  ),
  rule(
    'only an open invitation is sent again or withdrawn, and only this one',
    ['invites'],
    ['invite_not_valid', 'invite_not_valid', 'not_allowed', ['revoked', 'pending'], [true, false]],
    (world) =>
      world.given([invite({ by: 'owner' }), invite({ id: OTHER, by: 'owner', email: 'else@kontor.example' })], async () => {
        const [renew, revoke]: Statement[] = [
          ['select public.renew_invite($1)', [INVITE]],
          ['select public.revoke_invite($1)', [INVITE]],
        ];
        const states = async () =>
          (
            await world.query('select status, invited_by = $1 as renewed from public.invites where company_id = $2 order by id', [
              personaId('admin'),
              OURS,
            ])
          ).rows;
        return [
          await world.given([set("status = 'declined'")], () => said(world, 'owner', renew ?? ACCEPT)),
          await world.given([set("status = 'accepted'")], () => said(world, 'owner', revoke ?? ACCEPT)),
          await said(world, 'owner', ['select public.renew_invite($1)', [testId(0xdead)]]),
          (await acting(world, 'owner', [revoke ?? ACCEPT], { look: states })).map((row) => row['status']),
          (await acting(world, 'admin', [renew ?? ACCEPT], { look: states })).map((row) => row['renewed']),
        ];
      }),
  ),
  rule(
    'with their rights go the open invitations that they can no longer back, and no others',
    ['invites', 'company_users'],
    [
      ['pending', 'revoked', 'pending', 'pending', 'declined'],
      ['pending', 'revoked', 'pending', 'pending', 'declined'],
      ['pending', 'pending', 'pending', 'pending', 'declined'],
    ],
    (world) =>
      world.given(
        [
          ...JOINED,
          granted('accountant', 'users.invite'),
          invite({ id: testId(0x2_10), by: 'owner', email: 'a@kontor.example' }),
          invite({ id: testId(0x2_11), email: 'b@kontor.example' }),
          invite({ id: testId(0x2_12), by: 'viewer', email: 'c@kontor.example' }),
          invite({ id: testId(0x2_13), company: THEIRS, email: 'd@kontor.example' }),
          invite({ id: testId(0x2_14), email: 'e@kontor.example', status: 'declined' }),
        ],
        async () => {
          const states = async () =>
            (await world.query("select status from public.invites where email like '_@kontor.example' order by id")).rows.map(
              (row) => row['status'],
            );
          const access = (keys: string[]): Statement => [
            'select public.set_member_access($1, $2, false, $3)',
            [OURS, personaId('accountant'), keys],
          ];
          return [
            await acting(world, 'owner', [['select public.remove_member($1, $2)', [OURS, personaId('accountant')]]], { look: states }),
            await acting(world, 'owner', [access([])], { look: states }),
            await acting(world, 'owner', [access(['users.invite'])], { look: states }),
          ];
        },
      ),
  ),
  rule(
    'the mail of an invitation is prepared while it is open, with what its own company is called',
    ['functions', 'invites'],
    ['Ours', 'guest', 'stranger@kontor.example', 'invite_not_valid', 'invite_not_valid'],
    (world) =>
      world.given(
        [...JOINED, invite({ by: 'guest' }), invite({ id: OTHER, by: 'stranger', company: THEIRS, email: 'else@kontor.example' })],
        async () => {
          const arm = async (id: string) => {
            try {
              return await world.given(
                [],
                async () =>
                  (await first(world, "select public.arm_invite($1, repeat('a', 64)) as answer", [id]))['answer'] as Record<string, string>,
              );
            } catch (error) {
              return { company_name: (error as Error).message };
            }
          };
          const answer = await arm(INVITE);
          return [
            answer['company_name'],
            answer['invited_by_name'],
            answer['email'],
            (await world.given([set("status = 'revoked'")], () => arm(INVITE)))['company_name'],
            (await arm(testId(0xdead)))['company_name'],
          ];
        },
      ),
  ),
];
