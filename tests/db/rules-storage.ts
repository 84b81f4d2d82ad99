import { type Persona, personaId } from '#tests/support/personas.ts';
import { each, said, type Statement } from './asking.ts';
import { type Rule, rule } from './rules.ts';
import { OURS, THEIRS, type World } from './world.ts';

const STORAGE = ['objects', 'files'];

const objectNames = async ({ as }: World, who: Persona): Promise<number> =>
  (await as(who, "select 1 from storage.objects where bucket_id = 'uploads'")).count;
const upload = async ({ as }: World, who: Persona, name: string, bucket = 'uploads') =>
  (await as(who, "insert into storage.objects (bucket_id, name, owner_id, version) values ($1, $2, auth.uid()::text, 'x')", [bucket, name]))
    .code;
const path = (world: World, file: string) => `${OURS}/${world.ids[file]}.pdf`;
const removal = async (world: World, who: Persona, name: string) =>
  (await world.as(who, "delete from storage.objects where bucket_id = 'uploads' and name = $1", [name])).count;
const replacement = async (world: World, who: Persona, name: string) =>
  (await world.as(who, "update storage.objects set version = 'other' where bucket_id = 'uploads' and name = $1", [name])).count;

/** Who reaches the bytes of receipts in the bucket `uploads`. */
export const STORED: readonly Rule[] = [
  rule(
    'stored bytes are seen by whoever sees their record, without one by who may see and delete all',
    STORAGE,
    [5, 5, 2, 3, 1, 0],
    async (world) => [
      await objectNames(world, 'owner'),
      await objectNames(world, 'accountant'),
      await objectNames(world, 'viewer'),
      // Two own receipts and the upload whose record is still on the device.
      await objectNames(world, 'employee'),
      await objectNames(world, 'stranger'),
      await objectNames(world, 'anonymous'),
    ],
  ),
  rule(
    'uploading needs the key in the company that the path names',
    STORAGE,
    [null, null, '42501', '42501', '42501', '42501'],
    async (world) => [
      await upload(world, 'owner', `${OURS}/new.pdf`),
      await upload(world, 'employee', `${OURS}/new.pdf`),
      await upload(world, 'viewer', `${OURS}/new.pdf`),
      await upload(world, 'owner', `${THEIRS}/new.pdf`),
      await upload(world, 'owner', 'new.pdf'),
      await upload(world, 'anonymous', `${OURS}/new.pdf`),
    ],
  ),
  rule(
    'stored bytes are deleted with the key, or by their uploader until the expense is decided',
    STORAGE,
    [1, 1, 0, 0, 1, 0, 1, 0],
    async (world) => [
      await removal(world, 'owner', path(world, 'ours files')),
      await removal(world, 'accountant', path(world, 'confidential file')),
      await removal(world, 'viewer', path(world, 'ours files')),
      await removal(world, 'employee', path(world, 'ours files')),
      await removal(world, 'employee', path(world, 'employee file')),
      await removal(world, 'employee', path(world, 'employee kept file')),
      await removal(world, 'employee', `${OURS}/waiting.pdf`),
      await removal(world, 'stranger', path(world, 'ours files')),
    ],
  ),
  rule(
    'stored bytes whose record is gone are deleted with the key, those whose record is hidden are not',
    STORAGE,
    [1, 0, 0],
    async (world) => {
      const { given, ids } = world;
      const remove = ['delete from public.files where id = $1', [ids['ours files']]] as [string, unknown[]];
      const hide = [
        "delete from public.company_user_permissions where user_id = $1 and permission_key = 'files.view_confidential'",
        [personaId('accountant')],
      ] as [string, unknown[]];
      return [
        await given([remove], () => removal(world, 'accountant', path(world, 'ours files'))),
        await given([remove], () => removal(world, 'viewer', path(world, 'ours files'))),
        await given([hide], () => removal(world, 'accountant', path(world, 'confidential file'))),
      ];
    },
  ),
  rule('an upload is repeated by its uploader only, until the expense is decided', STORAGE, [1, 1, 0, 0, 0], async (world) => [
    await replacement(world, 'employee', `${OURS}/waiting.pdf`),
    await replacement(world, 'employee', path(world, 'employee file')),
    await replacement(world, 'employee', path(world, 'employee kept file')),
    await replacement(world, 'employee', path(world, 'ours files')),
    await replacement(world, 'accountant', path(world, 'ours files')),
  ]),
  rule('the bucket is private and takes 20 MiB of the known types', STORAGE, [false, 20_971_520, 6], async ({ query }) => {
    const { rows } = await query(
      "select public, file_size_limit, cardinality(allowed_mime_types) as types from storage.buckets where id = 'uploads'",
    );
    return [rows[0]?.['public'], Number(rows[0]?.['file_size_limit']), rows[0]?.['types']];
  }),
  rule(
    'the receipt of a booked expense stays with it: record, link and bytes, whoever asks',
    ['files', 'storage.objects'],
    ['expense_locked', 'expense_locked', 0, 1, 1, 1],
    (world) => {
      const kept = world.ids['employee kept file'];
      const loose = world.ids['employee file'];
      const removal = (id: string | undefined): Statement => ['delete from public.files where id = $1', [id]];
      const detach = (id: string | undefined): Statement => ['update public.files set expense_id = null where id = $1', [id]];
      const bytes = (id: string | undefined): Statement => ['delete from storage.objects where name = $1', [`${OURS}/${id}.pdf`]];
      return each([removal(kept), detach(kept), bytes(kept), removal(loose), detach(loose), bytes(loose)], (statement) =>
        said(world, 'owner', statement),
      );
    },
  ),
];
