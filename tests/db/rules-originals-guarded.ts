import { each, first, said, type Statement } from './asking.ts';
import {
  CLAIMED,
  ORIGINAL,
  shown,
  original,
  again,
  stored,
  withOriginal,
  read,
  FILE,
  KEPT,
  wrongThere,
  mended,
  bytesOf,
  overwritten,
  seen,
} from './receipt-bytes.ts';
import { type Rule, rule } from './rules.ts';
import { FRESH, OURS, THEIRS } from './world.ts';

/** Who reaches originals, and what was set aside. */
export const GUARDED_ORIGINALS: readonly Rule[] = [
  rule(
    'the original is seen, replaced and removed like the picture, and by nobody once its expense is booked',
    ['objects', 'files'],
    [
      [1, 1, 1, 0, 0],
      [1, 1, 0, 0, 0],
    ],
    (world) =>
      each([FILE, KEPT], (file) =>
        world.given([withOriginal(world, file), stored(original(world, file))], () =>
          each(
            [
              ['owner', seen],
              ['employee', seen],
              ['employee', overwritten],
              ['owner', overwritten],
              ['stranger', seen],
            ] as const,
            ([who, ask]) => said(world, who, ask(original(world, file))),
          ),
        ),
      ),
  ),
  rule(
    'removed is the original like the picture: not of a booked expense, and never what was set aside there',
    ['objects', 'files'],
    [1, 1, 0, 0, 0, 0],
    async (world) => {
      const both = (file: string) => [withOriginal(world, file), stored(original(world, file))];
      const pending = await each(['owner', 'employee'] as const, (who) =>
        world.given(both(FILE), () => said(world, who, bytesOf(original(world, FILE)))),
      );
      const booked = await each(['owner', 'employee'] as const, (who) =>
        world.given(both(KEPT), () => said(world, who, bytesOf(original(world, KEPT)))),
      );
      const set = await world.given([...wrongThere(world, 'picture'), mended(world, 'picture')], () =>
        each([bytesOf, overwritten], (act) => said(world, 'employee', act(shown(world, KEPT)))),
      );
      return [...pending, ...booked, ...set];
    },
  ),
  rule('a confidential receipt hides its original and what was set aside', ['objects', 'files'], [0, 1, 0, 1], (world) => {
    const hidden: Statement = ['update public.files set confidential = true where id = $1', [world.ids[KEPT]]];
    return world.given([...wrongThere(world, 'original'), mended(world, 'original'), hidden], async () => {
      const names = [original(world, KEPT), again(original(world, KEPT))];
      const answers = await each(names, (name) => each(['viewer', 'owner'] as const, (who) => said(world, who, seen(name))));
      return answers.flat();
    });
  }),
  rule(
    'verified bytes of an original are replaced by nobody, nor those that took the place of wrong ones',
    ['objects', 'file_checks'],
    [1, 0, 0, '42501'],
    async (world) => {
      const place = original(world, FILE);
      const before = [withOriginal(world, FILE), stored(place)];
      const right = read(world, FILE, place, ORIGINAL, 2048);
      const pictureOnly = [...before, read(world, FILE, null)];
      const inserted = async () =>
        (
          await world.as(
            'employee',
            "insert into storage.objects (bucket_id, name, owner_id, version) values ('uploads', $1, auth.uid()::text, 'x')",
            [place],
          )
        ).code;
      return [
        await world.given(pictureOnly, () => said(world, 'employee', overwritten(place))),
        await world.given([...before, right], () => said(world, 'employee', overwritten(place))),
        await world.given([...wrongThere(world, 'picture'), mended(world, 'picture')], () =>
          said(world, 'employee', overwritten(again(shown(world, KEPT)))),
        ),
        await world.given([...before, right, bytesOf(place)], inserted),
      ];
    },
  ),
  rule(
    'neither an original nor what was set aside is an orphan; both are when their record goes',
    ['objects', 'functions'],
    [0, 3],
    (world) => {
      const count = async () => {
        const { n } = await first(
          world,
          "select count(*)::int as n from private.unnamed_objects() where name like '%' || $1 || '%' and keep_for = '90 days'",
          [world.ids[KEPT]],
        );
        return Number(n);
      };
      const before = [...wrongThere(world, 'original'), mended(world, 'original')];
      const gone: Statement[] = [['delete from public.files where id = $1', [world.ids[KEPT]]], ['set constraints all immediate']];
      return each([before, [...before, ...gone]], (given) => world.given(given, count));
    },
  ),
  rule(
    'an original is claimed whole, under its own record, as a kind and size that is taken; no picture lies in the place of others',
    ['files'],
    [1, 1, ...Array.from({ length: 9 }, () => '23514')],
    async (world) => {
      const path = (part: string, id = FRESH, company = OURS) => `${company}/${part}${id}.heic`;
      const row = (more: Record<string, unknown>): Statement => {
        const it: Record<string, unknown> = {
          path: `${OURS}/${FRESH}.pdf`,
          original_path: path('original/'),
          original_mime_type: 'image/heic',
          original_size: 2048,
          original_sha256: ORIGINAL,
          ...more,
        };
        const columns = Object.keys(it);
        return [
          `insert into public.files (id, company_id, created_by, name, mime_type, size, sha256, ${columns.join(', ')})
           values ('${FRESH}', '${OURS}', auth.uid(), 'x', 'application/pdf', 1, '${CLAIMED}', ${columns.map((_, n) => `$${n + 1}`).join(', ')})`,
          Object.values(it),
        ];
      };
      const none = { original_path: null, original_mime_type: null, original_size: null, original_sha256: null };
      const other = String(world.ids[FILE]);
      return each(
        [
          row({}),
          row(none),
          row({ original_size: null }),
          row({ original_path: path('original/', other) }),
          row({ original_path: path('', other) }),
          row({ original_path: path('original/', FRESH, THEIRS) }),
          row({ original_mime_type: 'image/svg+xml' }),
          row({ original_size: 20971521 }),
          row({ original_sha256: 'x' }),
          row({ ...none, path: path('original/', other) }),
          row({ ...none, path: path('again/', other) }),
        ],
        async ([sql, params]) => {
          const { code, count } = await world.as('owner', sql, params);
          return code ?? count;
        },
      );
    },
  ),
  rule(
    'a booked expense names its verified originals in the ledger, beside its pictures',
    ['files', 'file_checks', 'functions'],
    [1, 2],
    (world) => {
      const items = async () => {
        const { list } = await first(world, 'select private.verified_receipts($1, $2) as list', [OURS, world.ids['employee approved']]);
        return String(list).split(',').length;
      };
      const both = [withOriginal(world, KEPT), stored(original(world, KEPT)), read(world, KEPT, null)];
      return each([both, [...both, read(world, KEPT, original(world, KEPT), ORIGINAL, 2048)]], (before) => world.given(before, items));
    },
  ),
];
