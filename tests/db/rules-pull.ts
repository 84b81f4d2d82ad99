import { testId } from '#tests/support/builders.ts';
import { each, factorOf, granted, type Person, type Statement, told } from './asking.ts';
import { JOINED } from './rules-between.ts';
import { type Rule, rule } from './rules.ts';
import { ENTITIES, OURS, THEIRS, type World } from './world.ts';

export type Page = { rows: { id: string; company_id: string; name?: string }[]; deleted: string[]; cursor: number; more: boolean };
export type Answer = { epoch: string; access: string; mark?: string; reset: boolean; collections: Record<string, Page> };

export const pulled = async (world: World, who: Person, state: object, limit: number | null = 1000, company = OURS) =>
  (await told(world, who, ['select public.sync_pull($1, $2, $3) as answer', [company, JSON.stringify(state), limit]])) as Answer;
export const cursors = (cursor = 0, ...collections: string[]) => ({
  cursors: Object.fromEntries((collections.length > 0 ? collections : [...ENTITIES, 'members', 'companies']).map((name) => [name, cursor])),
});
/** Logs stand once the deferred triggers ran. */
export const LOGGED: Statement = ['set constraints all immediate'];
export const vendor = (n: number, company = OURS): Statement => [
  'insert into public.vendors (id, company_id, name) values ($1, $2, $3)',
  [testId(0x4_00 + n), company, `V${n}`],
];
export const names = (page: Page | undefined) => (page?.rows ?? []).map(({ name }) => name);

/** What devices ask for: their own company, what is new, and what is gone. */
export const PULL: readonly Rule[] = [
  rule(
    'a device gets records of its company only, whatever else its person belongs to',
    ['sync_pull', 'functions'],
    [[], [], true],
    (world) =>
      world.given([...JOINED, granted('guest', 'vendors.view'), LOGGED], async () => {
        const foreign = async (company: string) => {
          const { collections } = await pulled(world, 'guest', cursors(), 1000, company);
          return Object.values(collections).flatMap(({ rows }) => rows.filter((row) => row.company_id !== company));
        };
        const { collections } = await pulled(world, 'guest', cursors());
        return [
          await foreign(OURS),
          await foreign(THEIRS),
          (collections['vendors']?.rows.length ?? 0) > 0 && collections['customers']?.rows.length === 0,
        ];
      }),
  ),
  rule(
    'the answer names the collections that were asked for, with what lies after each cursor, in its order',
    ['sync_pull', 'functions'],
    [['customers', 'vendors'], ['V1', 'V2'], ['V2'], []],
    (world) =>
      world.given([LOGGED], async () => {
        const before = (await pulled(world, 'owner', cursors(0, 'vendors'))).collections['vendors']?.cursor ?? 0;
        return world.given([vendor(1), LOGGED, vendor(2)], async () => {
          const { collections } = await pulled(world, 'owner', { cursors: { vendors: before, customers: 0 } });
          const { rows } = await world.query('select seq::int as seq from private.change_log where row_id = $1', [testId(0x4_01)]);
          const one = Number(rows[0]?.['seq']);
          const last = collections['vendors']?.cursor ?? 0;
          return [
            Object.keys(collections).toSorted(),
            names(collections['vendors']),
            names((await pulled(world, 'owner', { cursors: { vendors: one } })).collections['vendors']),
            names((await pulled(world, 'owner', { cursors: { vendors: last } })).collections['vendors']),
          ];
        });
      }),
  ),
  rule(
    'a page ends at its limit and says that there is more, and the next goes on there',
    ['sync_pull', 'functions'],
    [
      [['V1'], true],
      [['V2'], true],
      [['V3'], false],
      [[], false],
      [['V1'], true],
    ],
    (world) =>
      world.given([['delete from private.change_log where company_id = $1', [OURS]], vendor(1), LOGGED, vendor(2), vendor(3)], async () => {
        let cursor = 0;
        const pages = await each([1, 2, 3, 4], async () => {
          const page = (await pulled(world, 'owner', { cursors: { vendors: cursor } }, 1)).collections['vendors'];
          cursor = page?.cursor ?? 0;
          return [names(page), page?.more];
        });
        // A snapshot keeps to it as well.
        const page = (await pulled(world, 'owner', { cursors: { vendors: 0 }, snapshot: true }, 1)).collections['vendors'];
        return [...pages, [names(page), page?.more]];
      }),
  ),
  rule(
    'what was deleted is named as gone after a cursor and left out of a snapshot, what the caller may not see is not named',
    ['sync_pull', 'functions'],
    [
      [[], 1],
      [[], 0],
      [[], 0],
      [[], 0],
      [['V1'], 0],
    ],
    (world) => {
      const gone: Statement[] = [vendor(1), LOGGED, ['delete from public.vendors where id = $1', [testId(0x4_01)]]];
      const look = async (who: Person, before: Statement[], state: object) =>
        world.given([['delete from private.change_log where company_id = $1', [OURS]], ...before], async () => {
          const page = (await pulled(world, who, { ...cursors(0, 'vendors'), ...state })).collections['vendors'];
          return [names(page), page?.deleted.length];
        });
      return (async () => [
        await look('owner', gone, {}),
        await look('owner', gone, { snapshot: true }),
        await world.given(JOINED, () => look('guest', [vendor(1), LOGGED], {})),
        await world.given(JOINED, () => look('guest', [vendor(1), LOGGED], { snapshot: true })),
        await look('owner', [...gone, LOGGED, vendor(1)], {}),
      ])();
    },
  ),
  rule(
    'a snapshot looks on past what it leaves out until there is something to show',
    ['sync_pull', 'functions'],
    [['V9'], false],
    (world) =>
      world.given(
        [
          ['delete from private.change_log where company_id = $1', [OURS]],
          ...[1, 2, 3].flatMap((n): Statement[] => [vendor(n), LOGGED]),
          ['delete from public.vendors where id = any ($1)', [[1, 2, 3].map((n) => testId(0x4_00 + n))]],
          LOGGED,
          // Logged as if they lived: hidden from a reader without being marked as deleted.
          ['update private.change_log set deleted = false where company_id = $1', [OURS]],
          vendor(9),
          LOGGED,
        ],
        async () => {
          const page = (await pulled(world, 'owner', { ...cursors(0, 'vendors'), snapshot: true }, 1)).collections['vendors'];
          return [names(page), page?.more];
        },
      ),
  ),
  rule(
    'another epoch or other rights mean a snapshot from the beginning',
    ['sync_pull', 'functions'],
    [false, true, true, false, true, [true, 0]],
    (world) =>
      world.given([LOGGED], async () => {
        const { epoch, access, collections } = await pulled(world, 'owner', cursors(0, 'vendors'));
        const at = { cursors: { vendors: collections['vendors']?.cursor } };
        const isReset = async (more: object) => (await pulled(world, 'owner', { ...at, ...more })).reset;
        const reset = await pulled(world, 'owner', { ...at, access: 'other' });
        return [
          await isReset({ epoch, access }),
          await isReset({ epoch: 'other', access }),
          await isReset({ epoch, access: 'other' }),
          await isReset({}),
          (reset.collections['vendors']?.rows.length ?? 0) > 0,
          [reset.reset, (await pulled(world, 'owner', { ...at, epoch, access })).collections['vendors']?.rows.length],
        ];
      }),
  ),
  rule(
    'a new epoch is one of its company, unless all get one',
    ['rotate_epoch', 'functions'],
    [
      [true, false],
      [true, true],
    ],
    (world) => {
      const epochs = async () =>
        (
          await world.query('select epoch::text from private.company_clocks where company_id = any ($1) order by company_id', [
            [OURS, THEIRS],
          ])
        ).rows.map(({ epoch }) => epoch);
      return world.given([LOGGED], async () => {
        const before = await epochs();
        return each([['select public.rotate_epoch($1)', [OURS]], ['select public.rotate_epoch()']] as Statement[], (rotate) =>
          world.given([rotate], async () => (await epochs()).map((epoch, i) => epoch !== before[i])),
        );
      });
    },
  ),
  rule(
    'of the history a new device gets the newest 200 entries of its company',
    ['sync_pull', 'activity_log', 'functions'],
    [200, 200, 200, 200, 'E250', 0, 250, true],
    (world) => {
      const entries = (company: string, count: number, from = 1): Statement => [
        "insert into public.activity_log (id, company_id, type, entity_type, entity_label, rev) select gen_random_uuid(), $1, 'noted', 'vendors', 'E' || n, 'r-' || n from generate_series($3::int, $2::int) n",
        [company, count, from],
      ];
      const count = async (cursor = 0) => {
        const page = (await pulled(world, 'owner', cursors(cursor, 'activity_log'))).collections['activity_log'];
        const rows = (page?.rows ?? []) as unknown as { entity_label: string }[];
        return { count: rows.length, last: rows.at(-1)?.entity_label };
      };
      // As the log holds them: theirs are newer, and so are ours that were deleted.
      const log = (company: string, deleted: boolean, collection = 'activity_log'): Statement => [
        'insert into private.change_log (company_id, collection, row_id, seq, deleted) select $1, $3, gen_random_uuid(), 900000 + n, $2 from generate_series(1, 300) n',
        [company, deleted, collection],
      ];
      return world.given([["delete from private.change_log where collection = 'activity_log'"], entries(OURS, 250)], async () => [
        (await count()).count,
        (await world.given([log(THEIRS, false)], () => count())).count,
        (await world.given([log(OURS, true)], () => count())).count,
        (await world.given([log(OURS, false, 'vendors')], () => count())).count,
        (await count()).last,
        await world.given([log(THEIRS, false)], () => told(world, 'owner', ['select private.activity_floor($1)::int', [THEIRS]])),
        // A device that has some gets all that came since, and of other records always all.
        (await count(1)).count,
        ((await pulled(world, 'owner', cursors(0, 'vendors'))).collections['vendors']?.rows.length ?? 0) > 0,
      ]);
    },
  ),
  rule('a cursor goes as far as its own collection of its own company', ['sync_pull', 'functions'], [true, true], async (world) => {
    const head = async () => (await pulled(world, 'owner', cursors(0, 'vendors'))).collections['vendors']?.cursor;
    const before = await head();
    const log = (company: string, collection: string): Statement => [
      'insert into private.change_log (company_id, collection, row_id, seq, deleted) values ($1, $2, gen_random_uuid(), 900000, false)',
      [company, collection],
    ];
    return each([log(THEIRS, 'vendors'), log(OURS, 'customers')], (more) => world.given([more], async () => (await head()) === before));
  }),
  rule('nobody learns how far another company is', ['functions'], [0, 0, 0, null], async (world) => {
    const rows = async (sql: string) => (await world.as('owner', sql, [THEIRS])).count;
    return world.given([LOGGED], async () => [
      await rows('select * from private.log_heads($1)'),
      await rows("select * from private.read_log($1, 'vendors', 0, 10, false)"),
      Number(await told(world, 'owner', ['select private.activity_floor($1)', [THEIRS]])),
      await told(world, 'owner', ['select private.todays_date($1)::text', [THEIRS]]),
    ]);
  }),
  rule(
    'that a company has news is for its members, with the second factor, and nobody else’s to write',
    ['company_news', 'functions'],
    [1, 1, 0, 0, 0, '42501', '42501'],
    (world) =>
      world.given([LOGGED, vendor(1), vendor(2, THEIRS), LOGGED], async () => {
        const seen = async (who: Person, company = OURS) =>
          (await world.as(who, 'select from public.company_news where company_id = $1', [company])).count;
        return [
          await seen('owner'),
          await seen('employee'),
          await seen('owner', THEIRS),
          await seen('stranger'),
          await world.given([factorOf('owner')], () => seen('owner')),
          (await world.as('owner', 'update public.company_news set seq = 0')).code,
          (await world.as('owner', 'insert into public.company_news (company_id, seq) values ($1, 0)', [OURS])).code,
        ];
      }),
  ),
  rule('every step of a company’s clock is its news', ['company_news', 'functions'], [true, true, 1], (world) =>
    world.given([LOGGED, vendor(1), vendor(2, THEIRS)], async () => {
      const news = async (company: string) =>
        (await world.query('select seq::int as seq from public.company_news where company_id = $1', [company])).rows[0]?.['seq'];
      const clock = async (company: string) =>
        (await world.query('select seq::int as seq from private.company_clocks where company_id = $1', [company])).rows[0]?.['seq'];
      const [ours, theirs] = [await news(OURS), await news(THEIRS)];
      return world.given([["select set_config('kontor.seq_block', '', true)"], vendor(3)], async () => [
        Number(await news(OURS)) > Number(ours) && (await news(OURS)) === (await clock(OURS)),
        (await news(THEIRS)) === theirs,
        (await world.query('select from public.company_news where company_id = $1', [OURS])).count,
      ]);
    }),
  ),
  rule('a pull is a member’s, with the second factor', ['sync_pull'], ['not_a_member', 'second_factor_required'], async (world) => [
    await told(world, 'stranger', ["select public.sync_pull($1, '{}')", [OURS]]),
    await world.given([factorOf('owner')], () => told(world, 'owner', ["select public.sync_pull($1, '{}')", [OURS]])),
  ]),
];
