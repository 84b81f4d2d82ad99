import { personaId } from '#tests/support/personas.ts';
import { countOf, first, type Statement, withOnly } from './asking.ts';
import { JOINED } from './rules-between.ts';
import { type Rule, rule } from './rules.ts';
import { FRESH, OURS, type World } from './world.ts';
import { change, pushed, again, revOf, other, type Change } from './rules-push.ts';

export const item = (id: string, description = 'New line') => ({
  id,
  position: 1,
  product_id: null,
  description,
  unit: 'h',
  quantity: 1,
  unit_price: 10,
  discount_percent: 0,
  tax_rate: 19,
});
const invoice = (world: World, rev: unknown, items: unknown, more: Change = {}) =>
  change(
    world.ids['ours invoices'],
    rev,
    { ...(items === undefined ? {} : { items }), reference: 'Sent' },
    { collection: 'invoices', ...more },
  );
const linesOf = async (world: World, name: string) =>
  (
    await world.query('select description from public.invoice_items where invoice_id = $1 order by description', [world.ids[name]])
  ).rows.map(({ description }) => description);

/** Documents with lines, as devices send them. */
export const PUSHED_LINES: readonly Rule[] = [
  rule(
    'a document comes with all of its lines: changed, added and left out',
    ['sync_push', 'invoice_items', 'invoices'],
    [['Changed', 'New line'], ['New line'], ['Web design'], [], ['Web design']],
    async (world) => {
      const rev = await revOf(world, 'ours invoices', 'invoices');
      const stored = String(world.ids['ours invoice_items']);
      const after = (items: unknown) => again(world, 'owner', [invoice(world, rev, items)], () => linesOf(world, 'ours invoices'));
      return [
        await after([item(stored, 'Changed'), item(FRESH)]),
        await after([item(FRESH)]),
        await after(undefined),
        await after([]),
        // An older version changes no line either.
        await again(world, 'owner', [invoice(world, 'older', [item(FRESH)])], () => linesOf(world, 'ours invoices')),
      ];
    },
  ),
  rule(
    'it touches the lines of no other invoice, of ours or theirs',
    ['sync_push', 'invoice_items'],
    [['Web design'], ['Web design'], ['rejected'], ['rejected'], ['rejected invalid_change']],
    async (world) => {
      const rev = await revOf(world, 'ours invoices', 'invoices');
      const sent = async (items: unknown) =>
        ((await pushed(world, 'owner', [invoice(world, rev, items)])) as string[]).map((text) =>
          text.replace(/ (duplicate|invoice_frozen|missing_parent).*/, ''),
        );
      const states = (name: string) => again(world, 'owner', [invoice(world, rev, [item(FRESH)])], () => linesOf(world, name));
      return [
        await states('ours issued'),
        await states('theirs invoices'),
        await sent([item(String(world.ids['ours issued item']), 'Stolen')]),
        await sent([item(String(world.ids['theirs invoice_items']), 'Stolen')]),
        ((await pushed(world, 'owner', [invoice(world, rev, {})])) as string[]).map((text) => text.split(' ').slice(0, 2).join(' ')),
      ];
    },
  ),
  rule('each line is changed as it was sent', ['sync_push', 'invoice_items'], ['First', 'Second'], async (world) => {
    const stored = String(world.ids['ours invoice_items']);
    const two: Statement = [
      "insert into public.invoice_items (id, company_id, invoice_id, position, description, quantity, unit_price, tax_rate) values ($1, $2, $3, 2, 'Old', 1, 1, 0)",
      [FRESH, OURS, world.ids['ours invoices']],
    ];
    return world.given([two], async () => {
      const rev = await revOf(world, 'ours invoices', 'invoices');
      return again(world, 'owner', [invoice(world, rev, [item(stored, 'First'), item(FRESH, 'Second')])], () =>
        linesOf(world, 'ours invoices'),
      );
    });
  }),
  rule('a line of another draft is not taken along', ['sync_push', 'invoice_items'], ['rejected', 'Web design'], (world) =>
    world.given([], async () => {
      const line = await world.build.invoice_items({ company_id: OURS });
      const rev = await revOf(world, 'ours invoices', 'invoices');
      const changes = [invoice(world, rev, [item(line.id, 'Stolen')])];
      const left = async () => (await first(world, 'select description from public.invoice_items where id = $1', [line.id]))['description'];
      return [String(((await pushed(world, 'owner', changes)) as string[])[0]).split(' ')[0], await again(world, 'owner', changes, left)];
    }),
  ),
  rule('where the record took nothing, its lines are as they were', ['functions', 'invoice_items'], [0, 'Web design'], (world) =>
    world.given([], async () => {
      const id = world.ids['ours invoices'];
      const answer = await first(
        world,
        `select private.write_document(s, $1, $2, 'older', 'm-1', $3) as count from private.synced_collections s where s.collection = 'invoices'`,
        [OURS, id, JSON.stringify({ items: [item(FRESH)] })],
      );
      const line = await first(world, 'select description from public.invoice_items where invoice_id = $1', [id]);
      return [answer['count'], line['description']];
    }),
  ),
  rule(
    'whoever owns both companies moves no line from one to the other',
    ['sync_push', 'invoice_items'],
    ['rejected', ['Web design']],
    (world) =>
      world.given([...JOINED, ['update public.company_users set is_admin = true where user_id = $1', [personaId('guest')]]], async () => {
        const rev = await revOf(world, 'ours invoices', 'invoices');
        const changes = [invoice(world, rev, [item(String(world.ids['theirs invoice_items']), 'Stolen')])];
        return [
          String(((await pushed(world, 'guest', changes)) as string[])[0]).split(' ')[0],
          await again(world, 'guest', changes, () => linesOf(world, 'theirs invoices')),
        ];
      }),
  ),
  rule(
    'a recurring invoice comes with its lines, too',
    ['sync_push', 'recurring_invoice_items'],
    [['applied Hosting'], 2],
    async (world) => {
      const rev = await revOf(world, 'ours recurring_invoices', 'recurring_invoices');
      const items = [item(FRESH), item(other)];
      const changes = [change(world.ids['ours recurring_invoices'], rev, { items }, { collection: 'recurring_invoices' })];
      const left = () =>
        countOf(world, 'public.recurring_invoice_items where recurring_invoice_id = $1', [world.ids['ours recurring_invoices']]);
      return [await pushed(world, 'owner', changes), await again(world, 'owner', changes, left)];
    },
  ),
  rule('lines that are the same are not written again', ['sync_push', 'invoice_items'], true, async (world) => {
    const rev = await revOf(world, 'ours invoices', 'invoices');
    const stored = String(world.ids['ours invoice_items']);
    const row = await first(
      world,
      'select xmin::text || ctid::text as place, position, product_id, description, unit, quantity, unit_price, discount_percent, tax_rate, tax_category, exemption_reason from public.invoice_items where id = $1',
      [stored],
    );
    const { place, ...values } = row;
    return again(
      world,
      'owner',
      [invoice(world, rev, [{ id: stored, ...values }])],
      async () =>
        place ===
        (await first(world, 'select xmin::text || ctid::text as place from public.invoice_items where id = $1', [stored]))['place'],
    );
  }),
  rule(
    'after a document its lines are as guarded as before',
    ['sync_push', 'invoice_items', 'invoices'],
    ['applied', true, true],
    async (world) => {
      const rev = await revOf(world, 'ours invoices', 'invoices');
      return again(world, 'owner', [invoice(world, rev, [item(FRESH)])], async () => {
        const total = async () =>
          Number((await first(world, 'select net_total from public.invoices where id = $1', [world.ids['ours invoices']]))['net_total']);
        const before = await total();
        return [
          'applied',
          before === 10,
          (await world.given([['update public.invoice_items set quantity = 2 where id = $1', [FRESH]]], total)) === 20,
        ];
      });
    },
  ),
  rule(
    'who may not change an invoice changes no line of it either',
    ['sync_push', 'invoice_items'],
    ['rejected', ['Web design']],
    (world) =>
      world.given(withOnly('viewer', 'invoices.view', 'invoices.create'), async () => {
        const changes = [invoice(world, await revOf(world, 'ours invoices', 'invoices'), [item(FRESH)])];
        return [
          String(((await pushed(world, 'viewer', changes)) as string[])[0]).split(' ')[0],
          await again(world, 'viewer', changes, () => linesOf(world, 'ours invoices')),
        ];
      }),
  ),
];
