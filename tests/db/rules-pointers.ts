import { testId } from '#tests/support/builders.ts';
import { countOf, each, type Statement } from './asking.ts';
import { invite, token } from './more-rows.ts';
import { type Rule, rule } from './rules.ts';
import { FRESH, OURS, type World } from './world.ts';

/** What the keys of the tables answer where no trigger says it before them. */
async function answered(world: World, tables: readonly string[], ...statements: Statement[]): Promise<string | number> {
  const silent = tables.map((table): Statement => [`alter table ${table} disable trigger user`]);
  return world
    .given([...silent, ...statements.slice(0, -1)], async () => {
      const { count } = await world.query(...(statements.at(-1) ?? ['select']));
      await world.query('set constraints all immediate');
      return count;
    })
    .catch((error: { code?: string; message: string }) => error.code ?? error.message);
}

type Pointer = { readonly from: string; readonly column: string; readonly to: string; readonly row?: string; readonly with?: string };
/** Records that point to others of their company. */
const POINTERS: readonly Pointer[] = [
  { from: 'expenses', column: 'category_id', to: 'expense_categories' },
  { from: 'expenses', column: 'customer_id', to: 'customers' },
  { from: 'expenses', column: 'vendor_id', to: 'vendors' },
  { from: 'recurring_expenses', column: 'category_id', to: 'expense_categories' },
  { from: 'recurring_expenses', column: 'customer_id', to: 'customers' },
  { from: 'recurring_expenses', column: 'vendor_id', to: 'vendors' },
  { from: 'invoices', column: 'customer_id', to: 'customers' },
  { from: 'recurring_invoices', column: 'customer_id', to: 'customers' },
  { from: 'invoices', column: 'cancels_id', to: 'invoices', row: 'issued' },
  { from: 'invoices', column: 'corrects_id', to: 'invoices', row: 'issued', with: "document_type = 'correction', " },
  { from: 'payments', column: 'invoice_id', to: 'invoices' },
];
/** Records that go with what they point to, and what they have no need of goes from them. */
const PARTS: readonly Pointer[] = [
  { from: 'files', column: 'expense_id', to: 'expenses' },
  { from: 'invoice_items', column: 'invoice_id', to: 'invoices' },
  { from: 'recurring_invoice_items', column: 'recurring_invoice_id', to: 'recurring_invoices' },
];
const LOOSE: readonly Pointer[] = [
  { from: 'invoice_items', column: 'product_id', to: 'invoice_products' },
  { from: 'recurring_invoice_items', column: 'product_id', to: 'invoice_products' },
];
const nobody = testId(0x77_77);
const tables = ({ from, to }: Pointer) => [`public.${from}`, `public.${to}`];
const points = (world: World, { from, column, row = from, with: more = '' }: Pointer, id: unknown): Statement => [
  `update public.${from} set ${more}${column} = $1 where id = $2`,
  [id, world.ids[`ours ${row}`]],
];
const removed = (world: World, { to }: Pointer): Statement => [`delete from public.${to} where id = $1`, [world.ids[`ours ${to}`]]];
const named = (all: readonly Pointer[]) => [...new Set(all.flatMap(({ from, to }) => [from, to]))];

const pointers: Rule[] = [
  rule(
    'a record points to one of its own company only, even where no trigger looks',
    named([...POINTERS, ...PARTS, ...LOOSE]),
    [...POINTERS, ...PARTS, ...LOOSE].map(() => [1, '23503', '23503']),
    (world) =>
      each([...POINTERS, ...PARTS, ...LOOSE], (pointer) =>
        each([world.ids[`ours ${pointer.to}`], world.ids[`theirs ${pointer.to}`], nobody], (id) =>
          answered(world, tables(pointer), points(world, pointer, id)),
        ),
      ),
  ),
  rule(
    'what something points to stays, even where no trigger looks',
    named(POINTERS),
    POINTERS.map(() => '23503'),
    (world) =>
      each(POINTERS, (pointer) =>
        answered(world, tables(pointer), points(world, pointer, world.ids[`ours ${pointer.to}`]), removed(world, pointer)),
      ),
  ),
  rule(
    'a part goes with its whole, even where no trigger looks',
    named(PARTS),
    PARTS.map(() => [1, 0]),
    (world) =>
      each(PARTS, (pointer) =>
        world.given(
          [
            ...tables(pointer).map((table): Statement => [`alter table ${table} disable trigger user`]),
            points(world, pointer, world.ids[`ours ${pointer.to}`]),
          ],
          async () => {
            const left = () => countOf(world, `public.${pointer.from} where ${pointer.column} = $1`, [world.ids[`ours ${pointer.to}`]]);
            const before = Math.sign(await left());
            await world.query('delete from public.payments where invoice_id = $1', [world.ids['ours invoices']]);
            await world.query(...removed(world, pointer));
            return [before, await left()];
          },
        ),
      ),
  ),
  rule(
    'a line outlives its product, and stays in its company',
    named(LOOSE),
    LOOSE.map(() => [1, 1]),
    (world) =>
      each(LOOSE, (pointer) =>
        world.given(
          [
            ...tables(pointer).map((table): Statement => [`alter table ${table} disable trigger user`]),
            points(world, pointer, world.ids[`ours ${pointer.to}`]),
          ],
          async () => {
            const { count } = await world.query(...removed(world, pointer));
            const { from, column } = pointer;
            return [
              count,
              await countOf(world, `public.${from} where id = $1 and company_id = $2 and ${column} is null`, [
                world.ids[`ours ${from}`],
                OURS,
              ]),
            ];
          },
        ),
      ),
  ),
];

/** A table of the platform, one of its columns, and the table whose keys stand there. */
const LISTED: readonly (readonly [table: string, column: string])[] = [
  ['public.company_user_permissions', 'permission_key'],
  ['private.permission_implications', 'key'],
  ['private.permission_implications', 'implied_by'],
  ['private.permission_presets', 'key'],
  ['private.synced_collections', 'view_key'],
  ['private.synced_collections', 'hidden_key'],
];
const lists: Rule[] = [
  rule(
    'a key that is not listed is held, given, implied and asked for nowhere, and a listed one that is stays',
    ['company_user_permissions', 'permission_implications', 'permission_presets', 'synced_collections', 'permissions'],
    LISTED.map(() => ['23503', '23503']),
    (world) =>
      each(LISTED, async ([table, column]) => {
        const held: Statement[] = [
          ["insert into public.permissions (key) values ('some.key')"],
          [`update ${table} set ${column} = 'some.key' where ctid = (select ctid from ${table} limit 1)`],
        ];
        return [
          await answered(world, [table], [`update ${table} set ${column} = 'no.key' where ctid = (select ctid from ${table} limit 1)`]),
          await answered(world, [table], ...held, ["delete from public.permissions where key = 'some.key'"]),
        ];
      }),
  ),
  rule('lines are of a collection that there is', ['nested_collections', 'synced_collections'], ['23503', '23503'], async (world) => [
    await answered(world, [], ["update private.nested_collections set collection = 'nothing' where collection = 'invoices'"]),
    await answered(world, [], ["delete from private.synced_collections where collection = 'invoices'"]),
  ]),
  rule('a token is of an invitation that there is, and goes with it', ['invite_tokens', 'invites'], ['23503', 1, 0], async (world) => [
    await answered(world, [], token(nobody)),
    await answered(world, [], invite(FRESH), token(FRESH)),
    await world.given([invite(FRESH), token(FRESH), ['delete from public.invites where id = $1', [FRESH]]], () =>
      countOf(world, 'private.invite_tokens where invite_id = $1', [FRESH]),
    ),
  ]),
];

/** The references of the tables by themselves: what points where, and what goes with what. */
export const POINTERS_OF_TABLES: readonly Rule[] = [...pointers, ...lists];
