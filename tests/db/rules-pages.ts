import { testId } from '#tests/support/builders.ts';
import { each, first, type Statement, told } from './asking.ts';
import { type Answer, cursors, LOGGED, names, type Page, pulled, vendor } from './rules-pull.ts';
import { type Rule, rule } from './rules.ts';
import { OURS, type World } from './world.ts';

const EMPTY_LOG: Statement = ['delete from private.change_log where company_id = $1', [OURS]];
const many = (table: string, count: number, more = "''"): Statement => [
  `insert into public.${table} (id, company_id, name, notes) select gen_random_uuid(), $1, 'N' || n, ${more} from generate_series(1, $2::int) n`,
  [OURS, count],
];
/** Of a collection that nobody asks for here, far ahead. */
const NEWS: Statement = [
  "insert into private.change_log (company_id, collection, row_id, seq, deleted) select $1, 'expenses', gen_random_uuid(), 800000 + n, false from generate_series(1, 9) n",
  [OURS],
];
const counts = ({ collections }: Answer, ...of: string[]) => of.map((name) => collections[name]?.rows.length);

/** A page read by itself, with so many bytes to spend. */
const pageOf = async (world: World, bytes: number): Promise<Page> =>
  (await told(world, 'owner', [
    "select (private.pull_collection($1, 'vendors', 'public.vendors', 0, 900000, 100, $2, false)).page",
    [OURS, bytes],
  ])) as Page;

/** How an answer is cut: so many rows, so many bytes, and each collection its share. */
export const PAGES: readonly Rule[] = [
  rule(
    'what a device lacks most is why it starts anew, and then nothing is named as gone',
    ['sync_pull', 'functions'],
    ['restored', 'access', 0],
    (world) =>
      world.given(
        [
          ['delete from private.change_log where company_id = $1', [OURS]],
          vendor(1),
          ['delete from public.vendors where id = $1', [testId(0x4_01)]],
        ],
        async () => {
          const { epoch } = await pulled(world, 'owner', cursors(0, 'vendors'));
          const why = async (more: object) =>
            ((await pulled(world, 'owner', { ...cursors(0, 'vendors'), ...more })) as Answer & { why: string }).why;
          return [
            await why({ epoch: 'other', access: 'other' }),
            await why({ epoch, access: 'other' }),
            (await pulled(world, 'owner', { ...cursors(0, 'vendors'), epoch, access: 'other' })).collections['vendors']?.deleted.length,
          ];
        },
      ),
  ),
  rule('an answer has no more rows than were asked for, over all collections', ['sync_pull', 'functions'], [1, true], async (world) => {
    const { collections } = await pulled(world, 'owner', cursors(0, 'vendors', 'customers'), 1);
    const pages = Object.values(collections);
    return [pages.flatMap(({ rows }) => rows).length, pages.some(({ rows, more }) => rows.length === 0 && more)];
  }),
  rule(
    'parents come first, and what is asked for beside them and has news keeps its share',
    ['sync_pull', 'functions'],
    [
      [15, 5],
      [15, 5],
      [15, 5],
    ],
    (world) =>
      world.given([EMPTY_LOG, many('vendors', 30), many('customers', 30), LOGGED, NEWS], () =>
        each(
          [
            {},
            { cursors: { vendors: 0, customers: 0, invoice_products: 1 } },
            { cursors: { vendors: 800_000, customers: 800_000 }, epoch: 'other' },
          ],
          async (state) =>
            counts(await pulled(world, 'owner', { ...cursors(0, 'vendors', 'customers'), ...state }, 20), 'vendors', 'customers'),
        ),
      ),
  ),
  rule(
    'a page ends where its bytes do, never without a row, and the next goes on there',
    ['functions'],
    [['V1'], true, ['V1', 'V2']],
    (world) =>
      world.given([EMPTY_LOG, vendor(1), LOGGED, vendor(2), LOGGED], async () => {
        const page = await pageOf(world, 1);
        const { seq } = await first(world, 'select seq::int from private.change_log where row_id = $1', [testId(0x4_01)]);
        return [names(page), page.more && page.cursor === seq, names(await pageOf(world, 100_000))];
      }),
  ),
  rule('what no bytes are left for comes with the next page', ['sync_pull', 'functions'], [false, [0, 0, true]], (world) =>
    world.given([EMPTY_LOG, many('vendors', 900, "repeat('x', 4000)"), many('customers', 2), LOGGED], async () => {
      const { collections } = await pulled(world, 'owner', cursors(0, 'vendors', 'customers'));
      const next = collections['customers'];
      return [collections['vendors']?.rows.length === 900, [next?.rows.length, next?.cursor, next?.more]];
    }),
  ),
];
