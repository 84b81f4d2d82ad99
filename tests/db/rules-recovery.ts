import { testId } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';
import { countOf, each, factorOf, type Person, said, type Statement, told } from './asking.ts';
import { acting } from './rules-people.ts';
import { type Rule, rule } from './rules.ts';
import { OURS, type World } from './world.ts';

const [HERE, THERE, ELSE] = [testId(0x7_01), testId(0x7_02), testId(0x7_03)];
const code = (who: Person, text: string, used = false): Statement => [
  'insert into private.recovery_codes (user_id, code_hash, used_at) values ($1, private.recovery_hash($1, $2), case when $3 then now() end)',
  [personaId(who), text, used],
];
const attempts = (who: Person, times: number, ago = '1 minute'): Statement => [
  'insert into private.recovery_attempts (user_id, tried_at) select $1, now() - $3::interval from generate_series(1, $2)',
  [personaId(who), times, ago],
];
const session = (id: string, who: Person, until: string | null = null): Statement => [
  "insert into auth.sessions (id, user_id, aal, not_after) values ($1, $2, 'aal2', now() + $3::interval)",
  [id, personaId(who), until],
];
const USE: Statement = ["select public.use_recovery_code('abcde')"];
const MAKE: Statement = ['select cardinality(public.create_recovery_codes())'];
const unverified = (who: Person): Statement => [
  "insert into auth.mfa_factors (id, user_id, factor_type, status) values (gen_random_uuid(), $1, 'totp', 'unverified')",
  [personaId(who)],
];

const codes: Rule[] = [
  rule(
    'recovery codes are made for one’s own verified factor, in place of one’s own old ones',
    ['functions'],
    ['second_factor_required', 'second_factor_required', 10, [10, 1]],
    async (world) => {
      const at = { aal: 'aal2' };
      return [
        await world.given([factorOf('viewer')], () => told(world, 'owner', MAKE, at)),
        await world.given([unverified('owner')], () => told(world, 'owner', MAKE, at)),
        await world.given([factorOf('owner')], () => told(world, 'owner', MAKE, at)),
        await world.given([factorOf('owner'), code('owner', 'old'), code('viewer', 'theirs')], () =>
          acting(world, 'owner', [MAKE], {
            claims: at,
            look: async () => [
              await countOf(world, 'private.recovery_codes where user_id = $1', [personaId('owner')]),
              await countOf(world, 'private.recovery_codes where user_id = $1', [personaId('viewer')]),
            ],
          }),
        ),
      ];
    },
  ),
  rule('a recovery code is one’s own and unused', ['functions', 'mfa_factors'], [true, false, false, 1], async (world) => [
    await world.given([factorOf('owner'), code('owner', 'abcde')], () => told(world, 'owner', USE)),
    await world.given([factorOf('owner'), code('viewer', 'abcde')], () => told(world, 'owner', USE)),
    await world.given([factorOf('owner'), code('owner', 'abcde', true)], () => told(world, 'owner', USE)),
    await world.given([factorOf('owner'), code('owner', 'abcde', true), code('owner', 'fresh')], () =>
      told(world, 'owner', ['select public.recovery_codes_left()']),
    ),
  ]),
  rule(
    'a used code ends one’s own second factor and nobody else’s, in every session of one’s own',
    ['functions', 'mfa_factors'],
    [0, 1, ['aal1', 'aal2'], 1],
    (world) =>
      world.given(
        [
          factorOf('owner'),
          factorOf('viewer'),
          code('owner', 'abcde'),
          code('viewer', 'theirs'),
          session(HERE, 'owner'),
          session(THERE, 'viewer'),
        ],
        () =>
          acting(world, 'owner', [USE], {
            look: async () => [
              await countOf(world, 'auth.mfa_factors where user_id = $1', [personaId('owner')]),
              await countOf(world, 'auth.mfa_factors where user_id = $1', [personaId('viewer')]),
              (await world.query('select aal::text from auth.sessions order by id')).rows.map(({ aal }) => aal),
              await countOf(world, 'private.recovery_codes where user_id = $1', [personaId('viewer')]),
            ],
          }),
      ),
  ),
  rule(
    'five wrong codes in an hour are one person’s own, and forgotten with the hour',
    ['functions'],
    [true, 'too_many_attempts', true, true, [0, 5]],
    async (world) => {
      const ready = [factorOf('owner'), code('owner', 'abcde')];
      const after = (...more: Statement[]) => world.given([...ready, ...more], () => told(world, 'owner', USE));
      return [
        await after(attempts('owner', 4)),
        await after(attempts('owner', 5)),
        await after(attempts('viewer', 5)),
        await after(attempts('owner', 5, '61 minutes')),
        await world.given([...ready, attempts('owner', 5, '61 minutes'), attempts('viewer', 5, '61 minutes')], () =>
          acting(world, 'owner', [USE], {
            look: () =>
              each(['owner', 'viewer'] as const, (who) => countOf(world, 'private.recovery_attempts where user_id = $1', [personaId(who)])),
          }),
        ),
      ];
    },
  ),
  rule(
    'codes go with the last verified factor of their person',
    ['mfa_factors'],
    [
      [0, 1],
      [1, 1],
      [0, 1],
    ],
    (world) =>
      each([[], [factorOf('owner')], [unverified('owner')]] as Statement[][], (left) =>
        world.given(
          [
            [
              "insert into auth.mfa_factors (id, user_id, factor_type, status) values ($1, $2, 'totp', 'verified')",
              [ELSE, personaId('owner')],
            ],
            factorOf('viewer'),
            ...left,
            code('owner', 'mine'),
            code('viewer', 'theirs'),
            ['delete from auth.mfa_factors where id = $1', [ELSE]],
          ],
          () => each(['owner', 'viewer'] as const, (who) => countOf(world, 'private.recovery_codes where user_id = $1', [personaId(who)])),
        ),
      ),
  ),
];

const seen = async (world: World, claims: object) =>
  said(world, 'owner', ['select 1 from public.companies'], claims as Record<string, unknown>);
const sessions: Rule[] = [
  rule(
    'a live session shows its second factor all the same, whether it has an end or none',
    ['functions', 'companies'],
    [0, 0, 1, 1, 1],
    (world) =>
      world.given([session(HERE, 'owner'), session(THERE, 'owner', '1 day')], async () => [
        await world.given([factorOf('owner')], () => seen(world, { session_id: HERE })),
        await world.given([factorOf('owner')], () => seen(world, { session_id: THERE })),
        await world.given([factorOf('owner')], () => seen(world, { session_id: THERE, aal: 'aal2' })),
        // Another's factor is another's.
        await world.given([factorOf('viewer')], () => seen(world, { session_id: HERE })),
        await world.given([factorOf('owner')], () => seen(world, { session_id: HERE, aal: 'aal3' })),
      ]),
  ),
  rule(
    'one’s own sessions are listed while they live, and ended one by one',
    ['functions'],
    [2, 'second_factor_required', [THERE]],
    (world) =>
      world.given([session(HERE, 'owner'), session(THERE, 'owner', '1 day'), session(ELSE, 'owner', '-1 second')], async () => [
        await said(world, 'owner', ['select * from public.my_sessions()']),
        await world.given([factorOf('owner')], () => said(world, 'owner', ['select * from public.my_sessions()'])),
        await acting(world, 'owner', [['select public.end_session($1)', [HERE]]], {
          look: async () => (await world.query('select id from auth.sessions where id <> $1 order by id', [ELSE])).rows.map(({ id }) => id),
        }),
      ]),
  ),
  rule(
    'a live session counts its codes and uses them, an ended one is refused as a whole only where a request can be',
    ['functions'],
    [1, 1, true, 'session_ended', 0, null, 'not_signed_in', 'not_signed_in'],
    (world) =>
      world.given([session(HERE, 'owner'), session(THERE, 'owner', '1 day'), code('owner', 'abcde')], async () => {
        const left: Statement = ['select public.recovery_codes_left()'];
        const inRequest = <T>(operation: string, ask: () => Promise<T>) =>
          world.given([["select set_config('request.method', 'GET', true), set_config('storage.operation', $1, true)", [operation]]], ask);
        return [
          await told(world, 'owner', left, { session_id: HERE }),
          await told(world, 'owner', left, { session_id: THERE }),
          await told(world, 'owner', USE, { session_id: HERE }),
          await inRequest('', () => seen(world, { session_id: ELSE })),
          // Storage hides what it may not show, it does not break off.
          await inRequest('object.list', () => seen(world, { session_id: ELSE })),
          await told(world, 'owner', left, { session_id: ELSE }),
          await told(world, 'owner', USE, { session_id: ELSE }),
          await told(world, 'owner', USE, { sub: undefined }),
        ];
      }),
  ),
  rule(
    'a token that names nobody opens nothing',
    ['functions', 'companies', 'expenses', 'files'],
    [
      0,
      0,
      0,
      'not_signed_in',
      'not_a_member',
      'not_signed_in',
      'not_signed_in',
      'not_signed_in',
      'not_signed_in',
      'not_signed_in',
      'not_signed_in',
      'not_signed_in',
      null,
    ],
    async (world) => {
      const nobody = { sub: undefined };
      return [
        ...(await each(['companies', 'expenses', 'files'], (table) => said(world, 'owner', [`select 1 from public.${table}`], nobody))),
        ...(await each(
          [
            ['select public.leave_company($1)', [OURS]],
            ["select public.sync_pull($1, '{}')", [OURS]],
            ['select public.mail_templates($1)', [OURS]],
            ['select * from public.member_avatars($1)', [OURS]],
            ['select * from public.my_sessions()'],
            ['select * from public.my_invites()'],
            ["select public.accept_invite(p_token => 'x')"],
            [`select public.begin_invoice_mail($1, '{"mutation_id": "m"}')`, [world.ids['ours issued']]],
            ["select public.request_test_mail($1, 'me@kontor.example')", [OURS]],
            ['select public.recovery_codes_left() as codes where false'],
          ] as Statement[],
          (statement) => told(world, 'owner', statement, nobody),
        )),
      ];
    },
  ),
];

/** Second factors, recovery codes and sessions, each person's own. */
export const RECOVERY: readonly Rule[] = [...codes, ...sessions];
