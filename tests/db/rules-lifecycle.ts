import { insertOf, sampleRow } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';
import { each, first, said, type Statement, withOnly } from './asking.ts';
import { type Rule, rule } from './rules.ts';
import { FRESH, OURS, type World } from './world.ts';

const set = (world: World, name: string, values: string): Statement => [
  `update public.invoices set ${values} where id = $1`,
  [world.ids[name]],
];
const read = (world: World, name: string, what: string) =>
  first(world, `select ${what} as value from public.invoices where id = $1`, [world.ids[name]]).then((row) => row['value']);
const asService: Statement = ["select set_config('role', 'service_role', true)"];
const line = (world: World, invoice: string): Statement =>
  insertOf('invoice_items', sampleRow('invoice_items', { id: FRESH, company_id: OURS, invoice_id: world.ids[invoice] }));
const outcome = (world: World, ...statements: Statement[]) =>
  world.given(statements, async () => 1 as unknown).catch((error: Error) => error.message);

/** Which key opens which step of an invoice, and what number and totals do. */
export const LIFECYCLE: readonly Rule[] = [
  rule(
    'each key of invoices opens its own step and nothing beside',
    ['invoices'],
    [
      ['invoices.issue', 1, 'not_allowed', 'not_allowed', 'not_allowed', 'not_allowed'],
      ['invoices.send', 'not_allowed', 'not_allowed', 'not_allowed', 1, 'not_allowed'],
      ['invoices.cancel', 'not_allowed', 'not_allowed', 'not_allowed', 'not_allowed', 1],
      ['invoices.update', 'not_allowed', 1, 1, 1, 'not_allowed'],
    ],
    (world) =>
      each(['invoices.issue', 'invoices.send', 'invoices.cancel', 'invoices.update'], (key) =>
        world.given(withOnly('viewer', 'invoices.view', key), async () => [
          key,
          ...(await each(
            [
              set(world, 'ours invoices', "status = 'ready_to_issue'"),
              set(world, 'ours invoices', "reference = 'Changed'"),
              set(world, 'ours issued', "internal_notes = 'Changed'"),
              set(world, 'ours issued', "delivery = 'sent'"),
              set(world, 'ours issued', "status = 'cancelled'"),
            ],
            (statement) => said(world, 'viewer', statement),
          )),
        ]),
      ),
  ),
  rule(
    'an invoice made and issued offline asks for the same',
    ['invoices'],
    ['invalid_transition', 'invalid_transition', 'not_allowed'],
    async (world) => {
      const insert = (status: string) =>
        insertOf('invoices', sampleRow('invoices', { id: FRESH, company_id: OURS, customer_id: world.ids['ours customers'], status }));
      return [
        await said(world, 'owner', insert('issued')),
        await said(world, 'owner', insert('cancelled')),
        await world.given(withOnly('viewer', 'invoices.view', 'invoices.create'), () => said(world, 'viewer', insert('ready_to_issue'))),
      ];
    },
  ),
  rule('a cancellation is not cancelled', ['invoices'], ['invalid_transition', null], (world) =>
    world.given([set(world, 'ours issued', "status = 'cancelled'")], async () => {
      const id = await read(world, 'ours issued', 'cancelled_by_id');
      return [
        await said(world, 'owner', ["update public.invoices set status = 'cancelled' where id = $1", [id]]),
        // Nor does the platform make a second document of it.
        await world.given(
          [
            ['alter table public.invoices disable trigger add_cancellation'],
            ["update public.invoices set status = 'cancelled' where id = $1", [id]],
          ],
          async () => (await first(world, 'select cancelled_by_id from public.invoices where id = $1', [id]))['cancelled_by_id'],
        ),
      ];
    }),
  ),
  rule(
    'a draft has no number, an issued invoice keeps its own and is not cancelled by being sent',
    ['invoices'],
    [null, true, null, null],
    async (world) => {
      const number = await read(world, 'ours issued', 'number');
      return [
        await read(world, 'ours invoices', 'number'),
        await world.given(
          [set(world, 'ours issued', "delivery = 'sent'")],
          async () => (await read(world, 'ours issued', 'number')) === number,
        ),
        await world.given([set(world, 'ours issued', "delivery = 'sent'")], () => read(world, 'ours issued', 'cancelled_by_id')),
        // One that came cancelled, from a copy, stays as it came.
        await world.given(
          [
            ['alter table public.invoices disable trigger user'],
            set(world, 'ours issued', "status = 'cancelled'"),
            ['alter table public.invoices enable trigger user'],
            set(world, 'ours issued', "internal_notes = 'x'"),
          ],
          () => read(world, 'ours issued', 'cancelled_by_id'),
        ),
      ];
    },
  ),
  rule('the totals of a draft follow its currency and tax', ['invoices', 'invoice_items'], [113.65, 114, 95.5], (world) =>
    each(["reference = 'x'", "currency = 'JPY'", "tax_mode = 'reverse_charge'"], (values) =>
      world.given(
        [
          [
            'update public.invoice_items set unit_price = 95.5, tax_rate = 19, tax_category = null where id = $1',
            [world.ids['ours invoice_items']],
          ],
          set(world, 'ours invoices', values),
        ],
        async () => Number(await read(world, 'ours invoices', 'gross_total')),
      ),
    ),
  ),
  rule(
    'the platform writes what it has: lines of issued invoices, and totals follow',
    ['invoices', 'invoice_items'],
    [1, 'invoice_frozen', 1, -95, -380],
    async (world) => [
      await outcome(world, line(world, 'ours issued')),
      await outcome(world, asService, line(world, 'ours issued')),
      // The service has every right and needs no key.
      await outcome(
        world,
        ['update public.invoices set created_by = $1 where id = $2', [personaId('viewer'), world.ids['ours invoices']]],
        asService,
        line(world, 'ours invoices'),
      ),
      ...(await world.given([set(world, 'ours issued', "status = 'cancelled'")], async () => {
        const id = await read(world, 'ours issued', 'cancelled_by_id');
        return each([-1, -4], (quantity) =>
          world.given([['update public.invoice_items set quantity = $1 where invoice_id = $2', [quantity, id]]], async () =>
            Number((await first(world, 'select net_total from public.invoices where id = $1', [id]))['net_total']),
          ),
        );
      })),
    ],
  ),
  rule('so they do for what a series made', ['invoices', 'recurring_invoices'], [49, 147], (world) =>
    world.given(
      [["update public.recurring_invoices set generate_requested = '2026-01-31' where id = $1", [world.ids['ours recurring_invoices']]]],
      async () => {
        const { id } = await first(world, 'select id from public.invoices where recurring_invoice_id = $1', [
          world.ids['ours recurring_invoices'],
        ]);
        return each([1, 3], (quantity) =>
          world.given([['update public.invoice_items set quantity = $1 where invoice_id = $2', [quantity, id]]], async () =>
            Number((await first(world, 'select net_total from public.invoices where id = $1', [id]))['net_total']),
          ),
        );
      },
    ),
  ),
  rule('a series takes its own lines, not those of another', ['recurring_invoices', 'recurring_invoice_items'], 49, async (world) => {
    const other = await first(world, 'select id from public.recurring_invoices where company_id = $1 and id <> $2 limit 1', [
      OURS,
      world.ids['ours recurring_invoices'],
    ]);
    return world.given(
      [
        insertOf(
          'recurring_invoice_items',
          sampleRow('recurring_invoice_items', { id: FRESH, company_id: OURS, recurring_invoice_id: other['id'] }),
        ),
        ["update public.recurring_invoices set generate_requested = '2026-01-31' where id = $1", [world.ids['ours recurring_invoices']]],
      ],
      async () =>
        Number(
          (
            await first(world, 'select net_total from public.invoices where recurring_invoice_id = $1', [
              world.ids['ours recurring_invoices'],
            ])
          )['net_total'],
        ),
    );
  }),
  rule(
    'what will be issued is renamed and paused without the right to issue, and has lines with it',
    ['recurring_invoices', 'recurring_invoice_items'],
    [1, 1, 'not_allowed', 1, true],
    (world) => {
      const series = (values: string): Statement => [
        `update public.recurring_invoices set ${values} where id = $1`,
        [world.ids['ours recurring_invoices']],
      ];
      const item = insertOf(
        'recurring_invoice_items',
        sampleRow('recurring_invoice_items', {
          id: FRESH,
          company_id: OURS,
          recurring_invoice_id: world.ids['ours recurring_invoices'],
          product_id: world.ids['ours invoice_products'],
        }),
      );
      return world.given([series("generate_as = 'ready_to_issue'")], async () => [
        ...(await world.given([['delete from public.company_user_permissions where permission_key = $1', ['invoices.issue']]], () =>
          each(["name = 'New'", 'is_active = false', 'due_days = 3'], (values) => said(world, 'accountant', series(values))),
        )),
        await said(world, 'accountant', item),
        await world.given(
          [item],
          async () =>
            (await first(world, 'select product_id from public.recurring_invoice_items where id = $1', [FRESH]))['product_id'] ===
            world.ids['ours invoice_products'],
        ),
      ]);
    },
  ),
];
