import { testId } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';
import { each, first, type Statement } from './asking.ts';
import { entry } from './rules-ledger.ts';
import { type Rule, rule } from './rules.ts';
import { OURS, THEIRS, type World } from './world.ts';

const stored = (bucket: string, name: string, ago = '2 years'): Statement => [
  "insert into storage.objects (bucket_id, name, version, updated_at) values ($1, $2, 'x', now() - $3::interval)",
  [bucket, name, ago],
];
const GONE = testId(0x9_01);
const path = (id: string, company = OURS) => `${company}/${id}.pdf`;
const logged = (id: string, collection = 'files', company = OURS): Statement => [
  'insert into private.change_log (company_id, collection, row_id, seq, deleted) values ($1, $2, $3, $4, true)',
  [company, collection, id, 900_000],
];
const LIST = "select string_agg(name, ' ' order by name) as names from public.list_orphan_objects()";
/** How long each object without a record is kept: days by name, of those that this rule put there. */
const kept = (world: World, ...before: Statement[]) =>
  world.given(before, async () => {
    const { rows } = await world.query(
      "select bucket_id, name, extract(day from keep_for)::int as days from private.unnamed_objects() where stored_at < now() - interval '1 year' order by 1, 2",
    );
    return rows.map(({ bucket_id, days }) => `${String(bucket_id)} ${String(days)}`);
  });
const note = (name: string, noticed: string, storedAgo = '2 years'): Statement => [
  "insert into private.orphan_objects (bucket_id, name, noticed_at, keep_for, stored_at) select 'uploads', $1, now() - $2::interval, interval '90 days', o.updated_at from storage.objects o where o.name = $1 union all select 'uploads', $1, now() - $2::interval, interval '90 days', now() - $3::interval where not exists (select from storage.objects o where o.name = $1)",
  [name, noticed, storedAgo],
];
const listed = (world: World, ...before: Statement[]) => world.given(before, async () => (await first(world, LIST))['names']);

/** Stored bytes that no record names any more: which they are, and how long they stay. */
export const ORPHANS: readonly Rule[] = [
  rule(
    'bytes that never had a record stay a year, those whose record is gone a quarter, pictures a month',
    ['objects', 'functions'],
    [['uploads 365'], ['uploads 90'], ['uploads 365'], ['uploads 365'], ['uploads 365'], ['logos 30'], ['avatars 30'], [], ['uploads 365']],
    (world) =>
      each(
        [
          [stored('uploads', path(GONE))],
          [stored('uploads', path(GONE)), logged(GONE)],
          [stored('uploads', path(GONE)), logged(GONE, 'vendors')],
          [stored('uploads', path(GONE)), logged(GONE, 'files', THEIRS)],
          [stored('uploads', path(GONE)), logged(testId(0x9_02))],
          [stored('logos', `${OURS}/${GONE}.png`)],
          [stored('avatars', `${personaId('viewer')}/${GONE}.png`)],
          [stored('else', `${OURS}/else.png`)].slice(1),
          [stored('uploads', `${OURS}/odd name.pdf`)],
        ] as Statement[][],
        (before) => kept(world, ...before),
      ),
  ),
  rule(
    'what a record, a company or a person names is no orphan, in its bucket alone',
    ['objects', 'functions'],
    [[], [], [], [], ['uploads 365'], ['logos 30'], ['avatars 30']],
    (world) => {
      const logo = `${OURS}/${GONE}.png`;
      const face = `${personaId('viewer')}/${GONE}.png`;
      const file = `${OURS}/${String(world.ids['ours files'])}.pdf`;
      const old = (name: string): Statement => [
        "update storage.objects set updated_at = now() - interval '2 years' where name = $1",
        [name],
      ];
      const named: Statement[] = [
        ['update public.companies set logo_path = $1 where id = $2', [logo, OURS]],
        [
          "update auth.users set raw_user_meta_data = jsonb_build_object('avatar_path', $1::text) where id = $2",
          [face, personaId('viewer')],
        ],
      ];
      const branding: Statement = [
        "update public.companies set settings = jsonb_set(settings, '{company_details,branding,logo_path}', to_jsonb($1::text)) where id = $2",
        [logo, OURS],
      ];
      return each(
        [
          [old(file)],
          [stored('logos', logo), ...named],
          [stored('logos', logo), branding],
          [stored('avatars', face), ...named],
          // Named as something else than what it is.
          [stored('uploads', logo), ...named],
          [stored('logos', face), ...named],
          [stored('avatars', logo), ...named, branding],
        ] as Statement[][],
        (before) => kept(world, ...before),
      );
    },
  ),
  rule(
    'an orphan is listed when it was noticed long enough ago, and noticed anew when it was stored anew or its time has changed',
    ['objects', 'functions'],
    [null, path(GONE), null, null, null, path(GONE)],
    async (world) => {
      const orphan = [stored('uploads', path(GONE)), logged(GONE)];
      return [
        await listed(world, ...orphan),
        await listed(world, ...orphan, note(path(GONE), '91 days')),
        await listed(world, ...orphan, note(path(GONE), '89 days')),
        // It was replaced since.
        await listed(world, ...orphan, note(path(GONE), '91 days'), [
          'update storage.objects set updated_at = now() where name = $1',
          [path(GONE)],
        ]),
        // Never had a record: a year.
        await listed(world, stored('uploads', path(GONE)), note(path(GONE), '91 days')),
        await listed(world, ...orphan, note(path(GONE), '91 days'), stored('uploads', path(testId(0x9_03)))),
      ];
    },
  ),
  rule(
    'one that is named again, or gone, is forgotten, and another stays on the list',
    ['objects', 'functions'],
    [[], [path(GONE)], []],
    async (world) => {
      const remembered = (...before: Statement[]) =>
        world.given([...before, [LIST]], async () =>
          (await world.query('select name from private.orphan_objects where name = $1 order by bucket_id', [path(GONE)])).rows.map(
            ({ name }) => name,
          ),
        );
      return [
        await remembered(note(path(GONE), '1 day')),
        await remembered(stored('uploads', path(GONE)), note(path(GONE), '1 day'), stored('uploads', path(testId(0x9_04)))),
        // The same name in another bucket is something else.
        (await remembered(stored('logos', path(GONE)), note(path(GONE), '1 day'))).slice(1),
      ];
    },
  ),
  rule(
    'bytes of a receipt that the ledger of their company names stay, whatever became of the record',
    ['objects', 'functions', 'ledger_entries'],
    [null, null, null, null, path(GONE), path(GONE), `${THEIRS}/odd name.pdf`],
    async (world) => {
      const orphan = (name: string) => [stored('uploads', name), note(name, '400 days')];
      const named = entry(OURS, 1000, { receipts: `${testId(0x9_09)}:${'a'.repeat(64)},${GONE}:${'b'.repeat(64)}` });
      return [
        await listed(world, named, ...orphan(path(GONE))),
        await listed(world, named, ...orphan(`${OURS}/original/${GONE}.pdf`)),
        // Brought again, because other bytes had arrived first; and where the original alone was read by then.
        await listed(world, named, ...orphan(`${OURS}/again/${GONE}.pdf`)),
        await listed(
          world,
          entry(OURS, 1000, { receipts: `${GONE}.original:${'b'.repeat(64)}` }),
          ...orphan(`${OURS}/again/original/${GONE}.heic`),
        ),
        await listed(world, entry(OURS, 1000, { receipts: `${testId(0x9_09)}:${'b'.repeat(64)}` }), ...orphan(path(GONE))),
        await listed(world, entry(THEIRS, 1000, { receipts: `${GONE}:${'b'.repeat(64)}` }), ...orphan(path(GONE))),
        await listed(world, ...orphan(`${THEIRS}/odd name.pdf`)),
      ];
    },
  ),
];
