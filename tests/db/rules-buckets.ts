import { insertOf, sampleRow, testId } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';
import { each, factorOf, said, type Statement, withOnly } from './asking.ts';
import { type Rule, rule } from './rules.ts';
import { FRESH, OURS, THEIRS, type World } from './world.ts';

const ME = personaId('viewer');
const BUCKETS = ['avatars', 'logos', 'uploads'] as const;
/** In every bucket an object of the viewer's in the company's folder, and one in their own. */
const PLACED = BUCKETS.flatMap((bucket) =>
  [OURS, ME].map((folder): Statement => [
    "insert into storage.objects (bucket_id, name, owner_id, version) values ($1, $2, $3, 'x')",
    [bucket, `${folder}/${testId(1)}.png`, ME],
  ]),
);
const EMPTY: Statement = ['delete from storage.objects'];
const KEYS: readonly (readonly string[])[] = [
  [],
  ['company.update'],
  ['files.upload'],
  ['files.delete'],
  ['files.delete', 'files.view_confidential'],
];

const holding = <T>(world: World, keys: readonly string[], ask: () => Promise<T>, more: readonly Statement[] = PLACED) =>
  world.given([EMPTY, ...withOnly('viewer', ...keys), ...more], ask);
const places = async (world: World) => {
  const { rows } = await world.as(
    'viewer',
    'select bucket_id, (storage.foldername(name))[1] = $1 as ours from storage.objects order by bucket_id, 2 desc',
    [OURS],
  );
  return rows.map((row) => `${String(row['bucket_id'])} ${row['ours'] ? 'ours' : 'mine'}`);
};
/** Without a condition the policies for reading are not asked. */
const blind = (world: World, sql: string, params: unknown[] = []) => said(world, 'viewer', [sql, params]);
const picture = (set: string, bucket: (typeof BUCKETS)[number], folder: string): [string, Statement] => [
  `update storage.objects set ${set}`,
  ["insert into storage.objects (bucket_id, name, owner_id, version) values ($1, $2, $3, 'x')", [bucket, `${folder}/${testId(1)}.png`, ME]],
];

/** What is allowed in one bucket is allowed there alone. */
const buckets: Rule[] = [
  rule(
    'a person sees in each bucket what that bucket shows',
    ['objects'],
    [
      ['avatars mine', 'logos ours'],
      ['avatars mine', 'logos ours'],
      ['avatars mine', 'logos ours', 'uploads ours'],
      ['avatars mine', 'logos ours'],
      ['avatars mine', 'logos ours', 'uploads ours'],
    ],
    (world) => each(KEYS, (keys) => holding(world, keys, () => places(world))),
  ),
  rule('and changes there what they may', ['objects'], [1, 2, 2, 1, 1], (world) =>
    each(KEYS, (keys) => holding(world, keys, () => blind(world, "update storage.objects set version = 'y'"))),
  ),
  rule('and removes there what they may', ['objects'], [1, 2, 2, 1, 2], (world) =>
    each(KEYS, (keys) => holding(world, keys, () => blind(world, 'delete from storage.objects'))),
  ),
  rule(
    'and adds there what they may',
    ['objects'],
    [['avatars mine'], ['avatars mine', 'logos ours'], ['avatars mine', 'uploads ours'], ['avatars mine'], ['avatars mine']],
    (world) =>
      each(KEYS, (keys) =>
        holding(
          world,
          keys,
          async () => {
            const added = await each(
              BUCKETS.flatMap((bucket) => [OURS, ME].map((folder) => ({ bucket, folder }))),
              async ({ bucket, folder }) => {
                const sql = "insert into storage.objects (bucket_id, name, owner_id, version) values ($1, $2, $3, 'x')";
                const answer = await blind(world, sql, [bucket, `${folder}/${testId(2)}.png`, ME]);
                return answer === 1 ? [`${bucket} ${folder === OURS ? 'ours' : 'mine'}`] : [];
              },
            );
            return added.flat();
          },
          [],
        ),
      ),
  ),
  rule('and nothing that a colleague uploaded', ['objects'], [0, 0], (world) =>
    each(["update storage.objects set version = 'y'", 'delete from storage.objects'], (sql) =>
      holding(world, ['files.view', 'files.upload'], () => blind(world, sql), [
        [
          "insert into storage.objects (bucket_id, name, owner_id, version) values ('uploads', $1, $2, 'x')",
          [`${OURS}/x.pdf`, personaId('owner')],
        ],
      ]),
    ),
  ),
  rule(
    'a picture stays in its bucket, in its folder, under a proper name',
    ['objects'],
    Array.from({ length: 6 }, () => true),
    (world) =>
      each(
        [
          picture("bucket_id = 'logos'", 'avatars', ME),
          picture(`name = '${personaId('owner')}/${testId(1)}.png'`, 'avatars', ME),
          picture(`name = '${ME}/${testId(1)}.html'`, 'avatars', ME),
          picture("bucket_id = 'avatars'", 'logos', OURS),
          picture(`name = '${THEIRS}/${testId(1)}.png'`, 'logos', OURS),
          picture(`name = '${OURS}/${testId(1)}.html'`, 'logos', OURS),
        ],
        async ([sql, placed]) =>
          String(await holding(world, ['company.update'], () => blind(world, sql), [placed])).includes('row-level security'),
      ),
  ),
  rule('a bucket beside these asks for no second factor of itself', ['objects'], 1, (world) =>
    world.given(
      [
        EMPTY,
        ["insert into storage.buckets (id, name) values ('beside', 'beside')"],
        ["insert into storage.objects (bucket_id, name, version) values ('beside', 'x.png', 'x')"],
        ["create policy beside on storage.objects for select to authenticated using (bucket_id = 'beside')"],
        factorOf('viewer'),
      ],
      () => said(world, 'viewer', ['select 1 from storage.objects']),
    ),
  ),
];

const file = (author: 'viewer' | 'employee'): Statement =>
  insertOf('files', sampleRow('files', { id: FRESH, company_id: OURS, created_by: personaId(author) }));
const onFile = (world: World, keys: readonly string[], author: 'viewer' | 'employee', sql: string) =>
  world.given([...withOnly('viewer', ...keys), file(author)], () => said(world, 'viewer', [sql, [FRESH]]));

const records: Rule[] = [
  rule(
    'whoever may upload changes and removes the own receipts, and no longer than they may upload',
    ['files'],
    [
      [1, 0, 0, 1],
      [1, 0, 0, 1],
    ],
    (world) =>
      each(["update public.files set name = 'x' where id = $1", 'delete from public.files where id = $1'], async (sql) => [
        await onFile(world, ['files.view', 'files.upload'], 'viewer', sql),
        await onFile(world, ['files.view', 'files.upload'], 'employee', sql),
        await onFile(world, ['files.view'], 'viewer', sql),
        await onFile(world, ['files.view', 'files.delete'], 'employee', sql),
      ]),
  ),
];

export const IN_BUCKETS: readonly Rule[] = [...buckets, ...records];
