import { testId } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';
import { bare, each, first, said, setting, type Statement } from './asking.ts';
import { acting } from './rules-people.ts';
import { type Rule, rule } from './rules.ts';
import { OURS, THEIRS, type World } from './world.ts';

const note = (world: World): unknown => world.ids['ours delivery_notes'];
const made = (world: World, n: number, more: Readonly<Record<string, unknown>> = {}): Statement => {
  const row = {
    id: testId(0x7_00_00 + n),
    company_id: OURS,
    customer_id: world.ids['ours customers'],
    delivery_date: '2026-02-03',
    created_by: personaId('owner'),
    ...more,
  };
  const values = Object.values(row).map((value) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value));
  return [
    `insert into public.delivery_notes (${Object.keys(row).join(', ')}) values (${values.map((_, i) => `$${i + 1}`).join(', ')})`,
    values,
  ];
};
/** As a device sends it: who wrote it is not asked. */
const sent = (world: World, n: number): Statement => [
  "insert into public.delivery_notes (id, company_id, customer_id, delivery_date) values ($1, $2, $3, '2026-02-03')",
  [testId(0x7_00_00 + n), OURS, world.ids['ours customers']],
];
const numberOf = async (world: World, n: number) =>
  (await first(world, 'select number from public.delivery_notes where id = $1', [testId(0x7_00_00 + n)]))['number'];
const handedOver = (world: World): Statement => [
  "update public.delivery_notes set delivered_on = '2026-02-04' where id = $1",
  [note(world)],
];
const line = (values: object = {}) => ({
  id: testId(5),
  position: 1,
  description: 'Chair',
  unit: '',
  quantity: 2,
  unit_price: 10,
  discount_percent: 0,
  ...values,
});
const lines = (world: World, items: unknown): Statement => [
  'update public.delivery_notes set items = $1 where id = $2',
  [JSON.stringify(items), note(world)],
];

/** Delivery notes: numbers of their own, the parties of the last change, and what was handed over stays (decision 0034). */
export const DELIVERY_NOTES: readonly Rule[] = [
  rule(
    'a number that no delivery note has is no gap that has to be explained; one that no correction has is',
    ['delivery_notes'],
    [0, 2],
    (world) =>
      each(['delivery_notes', 'corrections'], (kind) =>
        world.given([['insert into private.number_counters (company_id, kind, year, last) values ($1, $2, 2031, 2)', [OURS, kind]]], () =>
          said(world, 'owner', ['select from public.number_gaps($1) g where g.year = 2031', [OURS]]),
        ),
      ),
  ),
  rule(
    'a place that nobody entered is on no delivery note; one that was entered is, be it that of the default',
    ['delivery_notes', 'companies'],
    ['  DE', '10115 Berlin DE', '20457 Berlin DE', '10115 Hamburg DE'],
    (world) =>
      each([{}, { street: 'Torstraße' }, { postal_code: '20457' }, { city: 'Hamburg' }], (address) =>
        world.given(
          [
            setting('company_details,address', {
              street: ' ',
              house_number: '',
              postal_code: '10115',
              city: 'Berlin',
              country: 'DE',
              ...address,
            }),
            made(world, 1),
          ],
          async () =>
            (
              await first(
                world,
                "select concat_ws(' ', seller ->> 'postal_code', seller ->> 'city', seller ->> 'country') as place from public.delivery_notes where id = $1",
                [testId(0x7_00_00 + 1)],
              )
            )['place'],
        ),
      ),
  ),
  rule(
    'a delivery note gets the next number of its company and year, by its own format, whatever a device says',
    ['delivery_notes', 'companies'],
    ['D-2026-02-0001', 'D-2026-02-0002', 'D-2025-02-0001', 'D-2026-02-0004', '42501'],
    (world) =>
      world.given([setting('delivery_notes,number_format', 'D-{year}-{month}-{number}'), ['delete from private.number_counters']], () =>
        world.given([made(world, 1), made(world, 2), made(world, 3, { delivery_date: '2025-02-01' })], async () => [
          await numberOf(world, 1),
          await numberOf(world, 2),
          await numberOf(world, 3),
          // An import brought the next one along.
          await world.given([made(world, 4, { number: 'D-2026-02-0003' }), made(world, 5)], () => numberOf(world, 5)),
          (await world.as('owner', ...(made(world, 6, { number: 'X' }) as [string, unknown[]]))).code,
        ]),
      ),
  ),
  rule(
    // Each company has one already, with the first number.
    'invoices and delivery notes do not count together, nor do companies',
    ['delivery_notes'],
    ['LS-2026-0002', 'LS-2026-0002'],
    (world) =>
      world.given(
        [
          ['delete from private.number_counters'],
          ["insert into private.number_counters (company_id, kind, year, last) values ($1, 'invoices', 2026, 7)", [OURS]],
          made(world, 1),
          made(world, 2, { company_id: THEIRS, customer_id: world.ids['theirs customers'] }),
        ],
        async () => [await numberOf(world, 1), await numberOf(world, 2)],
      ),
  ),
  rule(
    'what was handed over is neither changed nor removed, and its parties stay',
    ['delivery_notes', 'customers'],
    [1, 'delivered', 'delivered', 'Before'],
    (world) => {
      const rename = (name: string): Statement => [
        'update public.customers set name = $1 where id = (select d.customer_id from public.delivery_notes d where d.id = $2)',
        [name, note(world)],
      ];
      return world.given([rename('Before')], async () => [
        await said(world, 'owner', handedOver(world)),
        ...(await world.given([handedOver(world)], () =>
          each(
            [
              ["update public.delivery_notes set notes = 'x' where id = $1", [note(world)]],
              ['delete from public.delivery_notes where id = $1', [note(world)]],
            ] as Statement[],
            (change) => said(world, 'owner', change),
          ),
        )),
        await world.given(
          [handedOver(world), rename('After'), ["update public.delivery_notes set notes = 'x' where id = $1", [note(world)]]],
          async () =>
            (await first(world, "select buyer ->> 'name' as name from public.delivery_notes where id = $1", [note(world)]))['name'],
        ),
      ]);
    },
  ),
  rule('until then the parties are those of its last change', ['delivery_notes'], ['After'], (world) =>
    world.given(
      [
        [
          "update public.customers set name = 'After' where id = (select d.customer_id from public.delivery_notes d where d.id = $1)",
          [note(world)],
        ],
        ["update public.delivery_notes set notes = 'x' where id = $1", [note(world)]],
      ],
      async () => [(await first(world, "select buyer ->> 'name' as name from public.delivery_notes where id = $1", [note(world)]))['name']],
    ),
  ),
  rule('a delivery note says who made it, whoever that claims to be', ['delivery_notes'], [personaId('owner')], (world) =>
    acting(world, 'owner', [sent(world, 1)], {
      look: async () => [
        (await first(world, 'select created_by from public.delivery_notes where id = $1', [testId(0x7_00_01)]))['created_by'],
      ],
    }),
  ),
  rule('lines are what every device reads', ['delivery_notes'], [1, 1, ...Array.from({ length: 15 }, () => '23514')], (world) =>
    each(
      [
        [],
        [line()],
        {},
        'x',
        [3],
        [line({ id: 'x' })],
        [line({ position: '1' })],
        [line({ description: 3 })],
        [line({ description: 'x'.repeat(2001) })],
        [line({ unit: 'x'.repeat(41) })],
        [line({ unit: null })],
        [line({ quantity: '2' })],
        [line({ quantity: 10_000_000 })],
        [line({ unit_price: 10_000_000_000 })],
        [line({ discount_percent: 101 })],
        Array.from({ length: 501 }, () => line()),
        [line({ more: 'x'.repeat(1_500_000) })],
      ],
      (items) => bare(world, lines(world, items)),
    ),
  ),
  rule('a draft that goes leaves its delivery note, a customer with one stays', ['delivery_notes'], [null, '23503'], async (world) => {
    const draft = await world.build.invoices({ company_id: OURS });
    return world.given(
      [
        ['update public.delivery_notes set invoice_id = $1 where id = $2', [draft.id, note(world)]],
        ['delete from public.invoices where id = $1', [draft.id]],
      ],
      async () => [
        (await first(world, 'select invoice_id from public.delivery_notes where id = $1', [note(world)]))['invoice_id'],
        (
          await world.as(
            'owner',
            'delete from public.customers where id = (select d.customer_id from public.delivery_notes d where d.id = $1)',
            [note(world)],
          )
        ).code,
      ],
    );
  }),
];

/** A rate that comes after issue is no part of the document. */
export const RATES_AT_ISSUE: readonly Rule[] = [
  rule(
    'an issued invoice says whether its rate was known, and what comes later changes nothing',
    ['invoices'],
    ['true', 'false', 'false'],
    async (world) => {
      const rate = { currency: 'EUR', rate: '0.9', day: '2026-01-02', source: 'manual', version: '', amount: 0 };
      const id = world.ids['ours invoices'];
      const known = async () =>
        (await first(world, "select seller ->> 'exchange_known' as known from public.invoices where id = $1", [id]))['known'];
      const foreign: Statement = ["update public.invoices set currency = 'ISK' where id = $1", [id]];
      const rated: Statement = ['update public.invoices set exchange = $1 where id = $2', [JSON.stringify(rate), id]];
      const issue: Statement = ["update public.invoices set status = 'issued' where id = $1", [id]];
      return [
        await world.given([foreign, rated, issue], known),
        await world.given([foreign, issue], known),
        await world.given([foreign, issue, rated], known),
      ];
    },
  ),
];
