import { first, type Statement } from './asking.ts';
import { OURS, type World } from './world.ts';

export const CLAIMED = 'a'.repeat(64);
export const OTHER = 'b'.repeat(64);
export const ORIGINAL = 'c'.repeat(64);
export const LATER = '2999-01-01T00:00:00Z';
export const AGO = '2020-01-01T00:00:00Z';

export const shown = (world: World, file: string) => `${OURS}/${world.ids[file]}.pdf`;
export const original = (world: World, file: string) => `${OURS}/original/${world.ids[file]}.heic`;
export const again = (path: string) => path.replace('/', '/again/');
/** Stored by whoever took the receipt in. */
export const stored = (name: string, at = AGO): Statement => [
  `insert into storage.objects (bucket_id, name, owner_id, version, updated_at)
   select 'uploads', $1, (select f.created_by::text from public.files f where strpos($1, f.id::text) > 0), 'x', $2::timestamptz`,
  [name, at],
];
/** Of these 2,048 bytes the stored picture was made. */
export const withOriginal = (world: World, file: string): Statement => [
  "update public.files set original_path = $1, original_mime_type = 'image/heic', original_size = 2048, original_sha256 = $2 where id = $3",
  [original(world, file), ORIGINAL, world.ids[file]],
];
export const read = (world: World, file: string, path: string | null, sha256 = CLAIMED, size = 1024, at = LATER): Statement => [
  'select public.note_file_check($1, $2, $3, $4, $5) as answer',
  [world.ids[file], sha256, size, at, path],
];
export const record = (world: World, file: string) => first(world, 'select * from public.files where id = $1', [world.ids[file]]);
export const marks = async (world: World, file: string) => {
  const { path, integrity, original_path: kept, original_integrity: its } = await record(world, file);
  return [integrity, its, path === shown(world, file), kept === null || kept === original(world, file)];
};
export const answered = async ({ query }: World, [sql, params]: Statement) => (await query(sql, params)).rows[0]?.['answer'];
export const aside = async ({ query }: World) => (await query('select path from private.set_aside_objects')).rows.map(({ path }) => path);
export const FILE = 'employee file';
export const KEPT = 'employee kept file';

export const wrongThere = (world: World, part: 'picture' | 'original'): Statement[] => {
  const place = part === 'picture' ? shown(world, KEPT) : original(world, KEPT);
  const kept = part === 'picture' ? [] : [stored(place)];
  const known = part === 'picture' ? read(world, KEPT, place, OTHER) : read(world, KEPT, place, OTHER, 2048);
  return [withOriginal(world, KEPT), ...kept, known, stored(again(place))];
};
export const mended = (world: World, part: 'picture' | 'original', sha256?: string): Statement =>
  part === 'picture'
    ? read(world, KEPT, again(shown(world, KEPT)), sha256 ?? CLAIMED)
    : read(world, KEPT, again(original(world, KEPT)), sha256 ?? ORIGINAL, 2048);

export const bytesOf = (name: string): Statement => ["delete from storage.objects where bucket_id = 'uploads' and name = $1", [name]];
export const overwritten = (name: string): Statement => [
  "update storage.objects set version = 'y' where bucket_id = 'uploads' and name = $1",
  [name],
];
export const seen = (name: string): Statement => ["select 1 from storage.objects where bucket_id = 'uploads' and name = $1", [name]];
