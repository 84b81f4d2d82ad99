import { insertOf, sampleRow, testId } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';
import { type Rule, rule } from './rules.ts';
import { FRESH, OURS, type World } from './world.ts';

type Statement = [string, unknown[]?];
const LIVE = testId(0x5e_01);
const OVER = testId(0x5e_02);
const THEIRS = testId(0x5e_03);
const GONE = testId(0x5e_04);

const SESSIONS: Statement[] = [
  [
    `insert into auth.sessions (id, user_id, not_after) values ('${LIVE}', '${personaId('owner')}', now() + interval '1 day'),
       ('${OVER}', '${personaId('owner')}', now() - interval '1 second'), ('${THEIRS}', '${personaId('stranger')}', null)`,
  ],
];
/** How PostgREST marks a request of the API. */
const OVER_REST: Statement = ["select set_config('request.method', 'POST', true)"];
const TOKENS = [undefined, LIVE, GONE, OVER, THEIRS];

/** The same question with the token of no session, of a live one, of one that was ended, of one whose time is over, and of somebody else's. */
const asked = (world: World, ask: (claims: Record<string, unknown>) => Promise<unknown>, more: Statement[] = []) =>
  world.given([...SESSIONS, ...more], async () => {
    const answers: unknown[] = [];
    for (const session_id of TOKENS) answers.push(await ask(session_id === undefined ? {} : { session_id }));
    return answers;
  });

const factor = (n: number, status = 'verified'): Statement => [
  "insert into auth.mfa_factors (id, user_id, factor_type, status) values ($1, $2, 'totp', $3)",
  [testId(0xfa_00 + n), personaId('owner'), status],
];
const CODES: Statement = [
  'insert into private.recovery_codes (user_id, code_hash) select $1, n::text from generate_series(1, 10) n',
  [personaId('owner')],
];
const removed = (n: number): Statement => ['delete from auth.mfa_factors where id = $1', [testId(0xfa_00 + n)]];

/** Recovery codes belong to the second factor. */
const codes: readonly Rule[] = [
  rule(
    'recovery codes stay while a factor is left, go with the last, and are no way past the next one',
    ['mfa_factors'],
    [10, 10, 0, 0],
    async (world) => {
      const left = async (steps: Statement[]) =>
        world.given(steps, async () => (await world.query('select 1 from private.recovery_codes')).rows.length);
      const both = [factor(1), factor(2), factor(3, 'unverified'), CODES];
      return [
        await left([...both, removed(1)]),
        await left([...both, removed(3)]),
        await left([...both, removed(1), removed(2), factor(4)]),
        await left([factor(1), CODES, ["update auth.mfa_factors set status = 'unverified'"]]),
      ];
    },
  ),
];

/** What the token of an ended session still opens. */
export const SESSIONS_ENDED: readonly Rule[] = [
  ...codes,
  rule('the token of a session that has ended reads nothing', ['functions', 'vendors'], [true, true, false, false, false], (world) =>
    asked(world, async (claims) => (await world.as('owner', 'select 1 from public.vendors', [], claims)).count > 0),
  ),
  rule(
    'nor the names of colleagues, nor stored files',
    ['functions', 'objects', 'company_users'],
    [true, true, false, false, false],
    (world) =>
      asked(
        world,
        async (claims) =>
          (await world.as('owner', 'select 1 from private.members', [], claims)).count > 0 &&
          (await world.as('owner', 'select 1 from storage.objects', [], claims)).count > 0,
      ),
  ),
  rule('it writes nothing', ['functions', 'vendors'], [null, null, '42501', '42501', '42501'], (world) => {
    const vendor = insertOf('vendors', sampleRow('vendors', { id: FRESH, company_id: OURS }));
    return asked(world, async (claims) => (await world.as('owner', ...vendor, claims)).code);
  }),
  rule(
    'through the API it is refused as a whole, so that nobody takes an empty answer for the truth',
    ['functions', 'companies'],
    [1, 1, 'PT401', 'PT401', 'PT401'],
    (world) =>
      asked(
        world,
        async (claims) => {
          const { code, count } = await world.as('owner', 'select 1 from public.companies', [], claims);
          return code ?? count;
        },
        [OVER_REST],
      ),
  ),
  rule(
    'so is every function that a signed-in person may call',
    ['functions'],
    Array.from({ length: 5 }, () => 'session_ended'),
    (world) =>
      world.given([...SESSIONS, OVER_REST], async () => {
        const said: string[] = [];
        for (const call of [
          `sync_pull('${OURS}', '{}')`,
          `sync_push('${OURS}', '[]')`,
          `create_company('${FRESH}', 'Mine')`,
          'recovery_codes_left()',
          "use_recovery_code('abcde')",
        ])
          said.push((await world.as('owner', `select public.${call}`, [], { session_id: GONE })).message);
        return said;
      }),
  ),
  rule('elsewhere a recovery code is neither counted nor taken', ['functions'], [null, 'not_signed_in'], (world) =>
    world.given(SESSIONS, async () => [
      (await world.as('owner', 'select public.recovery_codes_left() as left', [], { session_id: GONE })).rows[0]?.['left'],
      (await world.as('owner', "select public.use_recovery_code('abcde')", [], { session_id: GONE })).message,
    ]),
  ),
];
