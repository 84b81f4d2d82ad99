import { each, factorOf, said, type Statement } from './asking.ts';
import { type Rule, rule } from './rules.ts';
import { OURS, type World } from './world.ts';

const CLAIMED = 'a'.repeat(64);
const OTHER = 'b'.repeat(64);
const CALL = 'select public.note_file_check($1, $2, $3, $4) as answer';
const LATER = '2999-01-01T00:00:00Z';

const checked = (world: World, file: string, sha256 = CLAIMED, size = 1024, at = LATER): Statement => [
  CALL,
  [world.ids[file], sha256, size, at],
];
const answered = async (world: World, [sql, params]: Statement): Promise<unknown> => (await world.query(sql, params)).rows[0]?.['answer'];
const path = (world: World, file: string) => `${OURS}/${world.ids[file]}.pdf`;
const replaced = ({ as }: World, name: string) =>
  as('employee', "update storage.objects set version = 'other' where bucket_id = 'uploads' and name = $1", [name]);
const uploaded = ({ as }: World, name: string) =>
  as('employee', "insert into storage.objects (bucket_id, name, owner_id, version) values ('uploads', $1, auth.uid()::text, 'x')", [name]);
const noted = async ({ query, ids }: World, file: string) =>
  (await query('select sha256, size from public.file_checks where file_id = $1', [ids[file]])).rows[0];

/** What the server found the bytes of receipts to be. */
export const FILE_CHECKS: readonly Rule[] = [
  rule(
    'bytes are verified when hash and size are what the record says; what they are is noted either way',
    ['file_checks', 'files'],
    [true, false, false, CLAIMED, OTHER],
    async (world) => {
      const answers = await each(
        [
          [CLAIMED, 1024],
          [OTHER, 1024],
          [CLAIMED, 1023],
        ] as const,
        ([sha256, size]) => world.given([], () => answered(world, checked(world, 'employee file', sha256, size))),
      );
      const found = await each([CLAIMED, OTHER], (sha256) =>
        world.given([checked(world, 'employee file', sha256)], async () => (await noted(world, 'employee file'))?.['sha256']),
      );
      return [...answers, ...found];
    },
  ),
  rule(
    'what was verified stays so; what was something else is looked at anew',
    ['file_checks'],
    [CLAIMED, CLAIMED, 1024],
    async (world) => {
      const after = (...checks: Statement[]) => world.given(checks, () => noted(world, 'employee file'));
      const verified = checked(world, 'employee file');
      const stays = await after(verified, checked(world, 'employee file', OTHER));
      const mended = await after(checked(world, 'employee file', OTHER), verified);
      const sized = await after(checked(world, 'employee file', CLAIMED, 7), verified);
      return [stays?.['sha256'], mended?.['sha256'], sized?.['size']];
    },
  ),
  rule(
    'bytes that were stored after they were asked for, or that are no receipt’s, are not taken for those that were read',
    ['file_checks'],
    ['bytes_changed', 'bytes_changed', 'bytes_changed'],
    async (world) => {
      const refusal = (before: Statement[], statement: Statement) =>
        world.given(before, () => answered(world, statement)).catch((error: Error) => error.message);
      const elsewhere: Statement = ["update storage.objects set bucket_id = 'logos' where name = $1", [path(world, 'employee file')]];
      return [
        await refusal([], checked(world, 'employee file', CLAIMED, 1024, '2020-01-01T00:00:00Z')),
        await refusal([], checked(world, 'ours vendors')),
        await refusal([elsewhere], checked(world, 'employee file')),
      ];
    },
  ),
  rule(
    'nobody puts other bytes in the place of verified ones, nor deletes them for that; until then an upload may be repeated',
    ['objects', 'file_checks'],
    [1, 1, 0, '42501'],
    async (world) => {
      const name = path(world, 'employee file');
      const gone: Statement = ["delete from storage.objects where bucket_id = 'uploads' and name = $1", [name]];
      return [
        (await replaced(world, name)).count,
        (await world.given([checked(world, 'employee file', OTHER)], () => replaced(world, name))).count,
        (await world.given([checked(world, 'employee file')], () => replaced(world, name))).count,
        (await world.given([checked(world, 'employee file'), gone], () => uploaded(world, name))).code,
      ];
    },
  ),
  rule('verified bytes keep only their own place', ['objects', 'file_checks'], [null, 1, null], async (world) =>
    world.given([checked(world, 'employee file')], async () => [
      (await uploaded(world, `${OURS}/other.pdf`)).code,
      (await replaced(world, `${OURS}/waiting.pdf`)).count,
      // Another receipt with the very same bytes, which nobody looked at.
      await world.given(
        [['delete from storage.objects where name = $1', [path(world, 'ours files')]]],
        async () => (await uploaded(world, path(world, 'ours files'))).code,
      ),
    ]),
  ),
  rule(
    'what was found is seen by who sees the receipt, with the second factor, and written by nobody',
    ['file_checks'],
    [1, 1, 0, 0, 0, '42501', '42501', '42501'],
    (world) =>
      world.given([checked(world, 'employee file')], async () => {
        const seen = 'select 1 from public.file_checks';
        const counts = await each(['owner', 'employee', 'viewer', 'stranger'] as const, (who) => said(world, who, [seen]));
        const owing = await world.given([factorOf('owner')], () => said(world, 'owner', [seen]));
        const writes = await each(
          [
            'update public.file_checks set size = 1',
            'delete from public.file_checks',
            `insert into public.file_checks (file_id, company_id, sha256, size) values ('${String(world.ids['ours files'])}', '${OURS}', '${CLAIMED}', 1024)`,
          ],
          async (sql) => (await world.as('owner', sql)).code,
        );
        return [...counts, owing, ...writes];
      }),
  ),
  rule(
    'where bytes lie is told to who sees the receipt; what they are is noted by the platform alone',
    ['functions', 'files'],
    [1, 1, 0, 0, '42501', '42501', '42501'],
    async (world) => {
      const where: Statement = ['select * from public.file_to_check($1)', [world.ids['employee file']]];
      const told = await each(['owner', 'employee', 'viewer', 'stranger'] as const, (who) => said(world, who, where));
      const calls = [checked(world, 'employee file'), ['select * from public.list_unchecked_files()'] as Statement];
      const codes = await each(calls, async ([sql, params]) => (await world.as('owner', sql, params)).code);
      return [...told, ...codes, (await world.as('anonymous', ...(where as [string, unknown[]]))).code];
    },
  ),
  rule(
    'the nightly round finds what is stored, has a record and was not looked at',
    ['file_checks', 'functions'],
    [5, 4, 4, 1],
    (world) => {
      const count = async () => (await world.query('select id from public.list_unchecked_files()')).rows.length;
      return world.given([], async () => [
        await count(),
        await world.given([checked(world, 'employee file', OTHER)], count),
        await world.given([["update storage.objects set bucket_id = 'logos' where name = $1", [path(world, 'employee file')]]], count),
        (await world.query('select id from public.list_unchecked_files(1)')).rows.length,
      ]);
    },
  ),
  rule('a deleted receipt takes along what was found of it', ['file_checks', 'files'], [null], (world) =>
    world.given([checked(world, 'employee file'), ['delete from public.files where id = $1', [world.ids['employee file']]]], async () => [
      (await noted(world, 'employee file')) ?? null,
    ]),
  ),
];
