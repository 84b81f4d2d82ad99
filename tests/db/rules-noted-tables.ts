import { testId } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';
import { each, first, said, type Statement } from './asking.ts';
import { closedMembership, moreRows } from './more-rows.ts';
import { type Rule, rule } from './rules.ts';
import { FRESH, OURS, THEIRS, type World } from './world.ts';

/** What PostgreSQL answers at the end of the transaction. */
const answered = (world: World, ...statements: Statement[]): Promise<string> =>
  world
    .given([...statements, ['set constraints all immediate']], async () => 'done')
    .catch((error: { code?: string; message: string }) => error.code ?? error.message);

const ONE_MB = 1_048_576;
const NOBODY = testId(0x77_78);
/** JSON that its column's text counts as so many bytes. */
const ofBytes = (bytes: number) => JSON.stringify({ a: 'x'.repeat(bytes - '{"a": ""}'.length) });

const origin = (more: { company?: string; names?: string; emails?: string }): Statement => [
  "insert into public.company_origins (company_id, imported_by, names, emails) values ($1, '00000000-0000-0000-0000-000000000001', $2, $3)",
  [more.company ?? OURS, more.names ?? '{}', more.emails ?? '{}'],
];
const figures = (world: World, set: string, params: unknown[] = []): Statement => [
  `update public.period_figures set ${set} where id = '${world.ids['ours period_figures']}'`,
  params,
];
const AGAIN: Statement = [
  `insert into public.period_figures (company_id, period_id, month, cells)
   select company_id, period_id, month, cells from public.period_figures limit 1`,
];
const file = (world: World, set: string, params: unknown[] = []): Statement => [
  `update public.files set original_mime_type = 'image/png', original_sha256 = repeat('a', 64), ${set} where id = '${world.ids['ours files']}'`,
  params,
];
const place = (world: World, length: number) => `${OURS}/original/${world.ids['ours files']}.`.padEnd(length, 'x');

const checked = (world: World, size: number): Statement => [
  `insert into public.file_checks (file_id, company_id, sha256, size) values ('${world.ids['ours files']}', $1, repeat('b', 64), ${size})
   on conflict (file_id, is_original) do update set size = excluded.size`,
  [OURS],
];
const recorded = (record: string): Statement => [
  'update public.activity_records set record = $1 where activity_id = (select activity_id from public.activity_records limit 1)',
  [record],
];
/** The constraint alone: triggers say the same of what is booked. */
const REPLICA: Statement = ['set local session_replication_role = replica'];
const spent = (world: World, set: string): Statement => [
  `update public.expenses set tax_lines = '[]', tax_amount = 0, ${set} where id = '${world.ids['ours expenses']}'`,
];

const OTHER = testId(0x77_80);
const newcomer: Statement = ['insert into auth.users (id, email) values ($1, $2)', [OTHER, 'new@kontor.example']];
const begun = (id: string, person: string): Statement => [
  "insert into private.imports (id, user_id, company_id, manifest) values ($1, $2, $1, '{}')",
  [id, person],
];
const row = (of: string, { name = 'vendors', line = 1 } = {}): Statement => [
  "insert into private.import_rows (import_id, table_name, line, row) values ($1, $2, $3, '{}')",
  [of, name, line],
];
const stored = (of: string, name = 'x', bucket = 'uploads'): Statement => [
  "insert into private.import_files (import_id, bucket_id, name, sha256, size) values ($1, $2, $3, repeat('a', 64), 1)",
  [of, bucket, name],
];
const aside = (world: World, company: string): Statement => [
  "insert into private.set_aside_objects (path, company_id, file_id) values ('x', $1, $2)",
  [company, world.ids['ours files']],
];
const waiting = async (world: World) =>
  (
    await first(
      world,
      `select concat_ws(' ', (select count(*) from private.imports), (select count(*) from private.import_rows),
         (select count(*) from private.import_files)) as its`,
    )
  )['its'];
/** The person who brings it in, past what else is theirs. */
const GONE: Statement = ['delete from auth.users where id = (select user_id from private.imports)'];

/** What a table of the server's own notes demands by itself, where no document's schema says it. */
export const NOTED_TABLES: readonly Rule[] = [
  rule(
    'what the server read of a file has a size that a receipt may have; a whole record of the history is an object',
    ['file_checks', 'activity_records'],
    ['done', 'done', '23514', '23514', 'done', '23514'],
    (world) =>
      each(
        [checked(world, 0), checked(world, 20_971_520), checked(world, -1), checked(world, 20_971_521), recorded('{}'), recorded('[]')],
        (statement) => answered(world, statement),
      ),
  ),
  rule('an expense has a rate from 0 to 100 %, whoever writes it', ['expenses'], ['done', 'done', '23514', '23514'], (world) =>
    each(
      [spent(world, 'tax_rate = 0'), spent(world, 'tax_rate = 100'), spent(world, 'tax_rate = -0.01'), spent(world, 'tax_rate = 100.01')],
      (statement) => answered(world, REPLICA, statement),
    ),
  ),
  rule(
    'names and addresses of an import are a list by person, of at most 1 MB, of a company that is there, once',
    ['company_origins'],
    ['done', 'done', '23514', '23514', 'done', '23514', '23514', '23503', '23505'],
    async (world) => [
      ...(await each(
        [
          origin({}),
          origin({ names: ofBytes(ONE_MB) }),
          origin({ names: ofBytes(ONE_MB + 1) }),
          origin({ names: '[]' }),
          origin({ emails: ofBytes(ONE_MB) }),
          origin({ emails: ofBytes(ONE_MB + 1) }),
          origin({ emails: '[]' }),
          origin({ company: NOBODY }),
        ],
        (statement) => answered(world, statement),
      )),
      await answered(world, origin({}), origin({})),
    ],
  ),
  rule(
    'members see where their company came from and the names, not the addresses',
    ['company_origins'],
    [1, 'permission denied for table company_origins', 0],
    (world) =>
      world.given([origin({})], async () => [
        await said(world, 'viewer', ['select company_id, imported_at, imported_by, names from public.company_origins']),
        await said(world, 'owner', ['select emails from public.company_origins']),
        await said(world, 'stranger', ['select names from public.company_origins']),
      ]),
  ),
  rule(
    'kept figures are cells by name, of at most 5 MB, of a closing of their own company',
    ['period_figures'],
    ['done', '23514', '23514', '23514', 'done', '23514', '23503', '23503', 'done'],
    (world) =>
      each(
        [
          figures(world, 'cells = $1', [ofBytes(5 * ONE_MB)]),
          figures(world, 'cells = $1', [ofBytes(5 * ONE_MB + 1)]),
          figures(world, "cells = '[]'"),
          figures(world, "rev = ''"),
          figures(world, "rev = 'r'"),
          figures(world, 'rev = $1', ['r'.repeat(81)]),
          figures(world, 'company_id = $1', [THEIRS]),
          figures(world, 'period_id = $1', [NOBODY]),
          // The time of each is the table's own word.
          AGAIN,
        ],
        (statement) => answered(world, ['alter table public.period_figures disable trigger user'], statement),
      ),
  ),
  rule('an original has at least one byte, and its place at most 500 characters', ['files'], ['done', '23514', '23514'], (world) =>
    each(
      [
        file(world, 'original_size = 1, original_path = $1', [place(world, 500)]),
        file(world, 'original_size = 1, original_path = $1', [place(world, 501)]),
        file(world, 'original_size = 0, original_path = $1', [place(world, 200)]),
      ],
      (statement) => answered(world, ['alter table public.files disable trigger user'], statement),
    ),
  ),
  rule(
    'what waits for an import belongs to it, once, and it to somebody; both go with them',
    ['functions'],
    ['23503', '23503', '23503', '23505', '23505', '23505', '23505', 'done', '0 0 0', '0 0 0'],
    async (world) => [
      ...(await each([row(NOBODY), stored(NOBODY), begun(NOBODY, NOBODY)], (statement) => answered(world, statement))),
      ...(await world.given([newcomer, ...moreRows(world)], () =>
        each([row(FRESH), stored(FRESH), begun(FRESH, OTHER), begun(NOBODY, personaId('owner'))], (statement) =>
          answered(world, statement),
        ),
      )),
      await world.given([newcomer, ...moreRows(world), begun(NOBODY, OTHER)], () =>
        answered(
          world,
          row(NOBODY),
          row(FRESH, { line: 2 }),
          row(FRESH, { name: 'files' }),
          stored(NOBODY),
          stored(FRESH, 'y'),
          stored(FRESH, 'x', 'logos'),
          ['update private.imports set finished_at = now() where id = $1', [FRESH]],
          begun(testId(0x77_79), personaId('owner')),
        ),
      ),
      await world.given([...moreRows(world), ['delete from private.imports where id = $1', [FRESH]]], () => waiting(world)),
      await world.given([newcomer, begun(FRESH, OTHER), row(FRESH), stored(FRESH), GONE], () => waiting(world)),
    ],
  ),
  rule(
    'who belonged to closed companies is somebody, of any number of them; what was set aside is of a record of the same company',
    ['functions', 'files'],
    ['23503', 'done', '0', '23503', 'done'],
    async (world) => [
      await answered(world, closedMembership(OURS, NOBODY)),
      await answered(world, newcomer, closedMembership(OURS, OTHER), closedMembership(THEIRS, OTHER)),
      await world.given([newcomer, closedMembership(OURS, OTHER), ['delete from auth.users where id = $1', [OTHER]]], async () =>
        String((await first(world, 'select count(*) as n from private.closed_memberships'))['n']),
      ),
      await answered(world, aside(world, THEIRS)),
      await answered(world, aside(world, OURS)),
    ],
  ),
];
