import { each, first, said, type Statement } from './asking.ts';
import {
  CLAIMED,
  OTHER,
  ORIGINAL,
  LATER,
  shown,
  original,
  again,
  stored,
  withOriginal,
  read,
  record,
  marks,
  answered,
  aside,
  FILE,
  KEPT,
  wrongThere,
  mended,
} from './receipt-bytes.ts';
import { GUARDED_ORIGINALS } from './rules-originals-guarded.ts';
import { type Rule, rule } from './rules.ts';
import { OURS } from './world.ts';

const marking: Rule[] = [
  rule(
    'what the server read is noted at the record, of the picture and of the original each, and again when it changes',
    ['files', 'file_checks'],
    [
      [null, null, true, true],
      ['verified', null, true, true],
      ['mismatch', null, true, true],
      [null, 'verified', true, true],
      [null, 'mismatch', true, true],
      [null, 'mismatch', true, true],
      ['verified', null, true, true],
      ['mismatch', null, true, true],
      [null, 'verified', true, true],
      [null, 'mismatch', true, true],
    ],
    (world) => {
      const place = original(world, FILE);
      const histories: Statement[][] = [
        [],
        [read(world, FILE, null)],
        [read(world, FILE, shown(world, FILE), OTHER)],
        [read(world, FILE, place, ORIGINAL, 2048)],
        [read(world, FILE, place, ORIGINAL, 1024)],
        [read(world, FILE, place, CLAIMED, 2048)],
        [read(world, FILE, null, OTHER), read(world, FILE, null)],
        [read(world, FILE, null), read(world, FILE, null, OTHER)],
        [read(world, FILE, place, OTHER, 2048), read(world, FILE, place, ORIGINAL, 2048)],
        [read(world, FILE, place, ORIGINAL, 2048), read(world, FILE, place, OTHER, 2048)],
      ];
      return each(histories, (history) => world.given([withOriginal(world, FILE), stored(place), ...history], () => marks(world, FILE)));
    },
  ),
  rule(
    'reading verified bytes once more writes nothing; no reading is an entry of the history',
    ['files', 'activity_log'],
    [true, true, 0, 0],
    async (world) => {
      const both = [withOriginal(world, FILE), stored(original(world, FILE))];
      const readings = [read(world, FILE, null), read(world, FILE, original(world, FILE), ORIGINAL, 2048)];
      const entries = async () =>
        Number((await first(world, 'select count(*)::int as n from public.activity_log where entity_id = $1', [world.ids[FILE]]))['n']);
      const same = await each(readings, (reading) =>
        world.given([...both, reading], async () => {
          const before = (await record(world, FILE))['rev'];
          await answered(world, reading);
          return (await record(world, FILE))['rev'] === before;
        }),
      );
      const more = await each(readings, (reading) =>
        world.given(both, async () => {
          const before = await entries();
          await answered(world, reading);
          return (await entries()) - before;
        }),
      );
      return [...same, ...more];
    },
  ),
  rule(
    'a check of the original and one of the picture stand beside each other, and what was verified stays noted so',
    ['file_checks'],
    [
      [`${CLAIMED} 1024`, `${ORIGINAL} 2048`],
      [`${OTHER} 1024`, `${ORIGINAL} 2048`],
    ],
    (world) => {
      const place = original(world, FILE);
      const noted = async () =>
        (
          await world.query('select sha256, size from public.file_checks where file_id = $1 order by is_original', [world.ids[FILE]])
        ).rows.map(({ sha256, size }) => `${String(sha256)} ${String(size)}`);
      return each([CLAIMED, OTHER], (sha256) =>
        world.given(
          [
            withOriginal(world, FILE),
            stored(place),
            read(world, FILE, place, ORIGINAL, 1),
            read(world, FILE, place, ORIGINAL, 2048),
            read(world, FILE, place, OTHER, 2048),
            read(world, FILE, null, sha256),
          ],
          noted,
        ),
      );
    },
  ),
  rule(
    'bytes stored at another place, or since they were asked for, are not taken for the original',
    ['file_checks'],
    ['bytes_changed', 'bytes_changed', 'bytes_changed', false],
    (world) => {
      const place = original(world, FILE);
      return world.given([withOriginal(world, FILE), stored(place), stored(`${OURS}/elsewhere.pdf`)], () =>
        each(
          [
            read(world, FILE, `${OURS}/elsewhere.pdf`, ORIGINAL, 2048),
            read(world, FILE, place, ORIGINAL, 2048, '2019-01-01T00:00:00Z'),
            read(world, FILE, shown(world, KEPT)),
            read(world, FILE, place, OTHER, 2048),
          ],
          (statement) => world.given([], () => answered(world, statement)).catch((error: Error) => error.message),
        ),
      );
    },
  ),
];

/** Wrong bytes lie at the receipt's place, and others were brought beside. */
const mending: Rule[] = [
  rule(
    'the right bytes, brought beside wrong ones, take their place; the wrong ones are set aside',
    ['files', 'file_checks'],
    [['verified', null, false, true], [true], [null, 'verified', true, false], [true]],
    async (world) => {
      const all = await each(['picture', 'original'] as const, (part) =>
        world.given([...wrongThere(world, part), mended(world, part)], async () => {
          const was = part === 'picture' ? shown(world, KEPT) : original(world, KEPT);
          return [await marks(world, KEPT), (await aside(world)).map((path) => path === was)];
        }),
      );
      return all.flat();
    },
  ),
  rule(
    'other wrong bytes beside change nothing, nor do any where nothing wrong was found',
    ['files', 'file_checks'],
    [
      [false, 'mismatch', true, 0],
      [true, null, true, 0],
      [true, 'verified', true, 0],
    ],
    async (world) => {
      const beside = stored(again(shown(world, KEPT)));
      const cases: [Statement[], Statement][] = [
        [wrongThere(world, 'picture'), mended(world, 'picture', 'd'.repeat(64))],
        [[beside], mended(world, 'picture')],
        [[beside, read(world, KEPT, null)], mended(world, 'picture')],
      ];
      return each(cases, ([before, ask]) =>
        world.given(before, async () => {
          const answer = await answered(world, ask);
          const [integrity, , isInPlace] = await marks(world, KEPT);
          return [answer, integrity, isInPlace, (await aside(world)).length];
        }),
      );
    },
  ),
  rule(
    'what is asked for to be read: the place of the picture or of the original, and beside it where wrong bytes are known',
    ['functions', 'files'],
    [1, 0, 1, 2, 1, 2, 1],
    (world) => {
      const asked = (isOriginal: boolean) =>
        said(world, 'owner', ['select * from public.file_to_check($1, $2)', [world.ids[KEPT], isOriginal]]);
      return each(
        [
          [[], false],
          [[], true],
          [[withOriginal(world, KEPT)], true],
          [wrongThere(world, 'picture'), false],
          [wrongThere(world, 'picture'), true],
          [wrongThere(world, 'original'), true],
          [wrongThere(world, 'original'), false],
        ] as [Statement[], boolean][],
        ([before, isOriginal]) => world.given(before, () => asked(isOriginal)),
      );
    },
  ),
  rule(
    'the nightly round finds originals too, and what was stored since wrong bytes were found, there or beside',
    ['functions', 'file_checks'],
    [5, 6, 5, 4, 5, 5, 4, 5],
    (world) => {
      const count = async () => (await world.query('select id from public.list_unchecked_files()')).rows.length;
      const [place, picture] = [original(world, KEPT), shown(world, KEPT)];
      const restored: Statement = ['update storage.objects set updated_at = $2 where name = $1', [picture, LATER]];
      const wrong = read(world, KEPT, null, OTHER);
      return each(
        [
          [],
          [withOriginal(world, KEPT), stored(place)],
          [withOriginal(world, KEPT), stored(place), read(world, KEPT, place, ORIGINAL, 2048)],
          [wrong],
          [wrong, restored],
          [wrong, stored(again(picture), LATER)],
          [read(world, KEPT, null), stored(again(picture), LATER)],
          [stored(again(picture), LATER)],
        ],
        (before) => world.given(before as Statement[], count),
      );
    },
  ),
];

/** What the server says of receipts, their originals, and what happens to wrong bytes. */
export const ORIGINALS: readonly Rule[] = [...marking, ...mending, ...GUARDED_ORIGINALS];
