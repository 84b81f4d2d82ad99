import { testId } from '#tests/support/builders.ts';
import { BARE, countOf, each, first, type Person, said, type Statement, withOnly } from './asking.ts';
import { actingAs, dayIn, DEVICE, documentWith, gapRow, gapsElsewhere, inDays, leaseId, leaseRow, written } from './lease-rows.ts';
import { type Rule, rule } from './rules.ts';
import { FRESH, OURS, THEIRS, type World } from './world.ts';

type Json = Readonly<Record<string, unknown>>;
const draft = (world: World) => String(world.ids['ours invoices']);
const customer = (world: World) => String(world.ids['ours customers']);
const refusal = (error: { message: string; detail?: string; details?: string }) =>
  [error.message, error.detail ?? error.details].filter(Boolean).join(' ');

/** Of the pattern without a year, taken three days ago. */
const away = (n = 1, more: Json = {}): Statement => leaseRow(n, { year: 0, taken_at: inDays(-3), valid_until: dayIn(20), ...more });
const KNOWN: Statement[] = [['select private.note_seller_state($1)', [OURS]]];

/** What the device says of the world's own draft, as it would be found right. */
async function claimOf(world: World): Promise<Json> {
  const row = await first(
    world,
    `select jsonb_build_object('device_id', $2::text, 'seq', 2, 'number', 'R0002', 'issue_date', $3::text, 'net_total', i.net_total, 'tax_total', i.tax_total,
       'gross_total', i.gross_total, 'tax_breakdown', i.tax_breakdown, 'tax_point', private.tax_point_of(jsonb_populate_record(i, jsonb_build_object('issue_date', $3::text))),
       'seller', private.seller_state(i.company_id, i.language), 'buyer', private.buyer_snapshot(i.company_id, i.customer_id)) as claim
     from public.invoices i where i.id = $1`,
    [draft(world), DEVICE, dayIn(-1)],
  );
  return row['claim'] as Json;
}

type Case = { readonly claim?: Json; readonly lease?: unknown; readonly who?: Person; readonly given?: readonly Statement[] };
/** Whether a claim is found right: the last two digits of its lease, or why it is refused. */
async function judged(world: World, { claim = {}, lease = leaseId(1), who = 'accountant', given = [] }: Case): Promise<string> {
  const whole = { ...(await claimOf(world)), ...claim };
  return world
    .given([away(), ...KNOWN, ...given, actingAs(who)], async () => {
      const row = await first(
        world,
        'select right((private.lease_of_claim(jsonb_populate_record(i, $2::jsonb))).id::text, 2) as n from public.invoices i where i.id = $1',
        [draft(world), JSON.stringify({ leased: { lease_id: lease, claim: whole } })],
      );
      return String(row['n']);
    })
    .catch(refusal);
}
const changed = (set: string, params: unknown[] = []): Statement => [`update private.number_leases set ${set}`, params];

/** What is taken of what a device says of an invoice that it issued (decision 0033). */
export const LEASED_INVOICES: readonly Rule[] = [
  rule(
    'a number is used once, by the person and device that have it, while the lease is open',
    ['invoices', 'number_leases'],
    ['01', '01', ...Array.from({ length: 5 }, () => 'lease_unknown leased'), 'number_used R0002', '01', 'lease_ended R0002'],
    async (world) => [
      await judged(world, {}),
      await judged(world, { claim: { seq: 5, number: 'R0005' }, given: [changed('year = $1', [Number(dayIn(-1).slice(0, 4))])] }),
      await judged(world, { who: 'owner' }),
      await judged(world, { claim: { device_id: testId(1) } }),
      await judged(world, { claim: { seq: 9, number: 'R0009' } }),
      await judged(world, { lease: leaseId(7) }),
      await judged(world, { lease: leaseId(2), given: [away(2, { company_id: THEIRS })] }),
      await judged(world, { given: documentWith(2, { year: 0 }) }),
      await judged(world, {
        given: [{ company_id: THEIRS, year: 0 }, { series: 'corrections', year: 0 }, { year: 5 }]
          .flatMap((more) => documentWith(2, more))
          .concat(documentWith(3, { year: 0 })),
      }),
      await judged(world, { given: [changed("ended_at = now(), end_reason = 'lost'")] }),
    ],
  ),
  rule(
    'its number, day, sums, tax point and parties are what the server would have made of it',
    ['invoices', 'number_leases'],
    [
      'number',
      ...Array.from({ length: 4 }, () => 'issue_date'),
      ...Array.from({ length: 2 }, () => 'issue_date_ahead'),
      ...Array.from({ length: 4 }, () => 'gross_total'),
      'tax_point',
      'seller',
      'buyer',
    ].map((what) => `lease_refused ${what}`),
    (world) =>
      each<Case, string>(
        [
          { claim: { number: 'R0003' } },
          { claim: { issue_date: dayIn(-5) } },
          { given: [changed('valid_until = $1', [dayIn(-2)])] },
          { given: [changed('year = 1999')] },
          { claim: { issue_date: dayIn(25) } },
          { claim: { issue_date: dayIn(3) } },
          { claim: { issue_date: dayIn(20) } },
          ...['net_total', 'tax_total', 'gross_total'].map((field) => ({ claim: { [field]: 1.5 } })),
          { claim: { tax_breakdown: [{}] } },
          { claim: { tax_point: dayIn(-40) } },
          { claim: { seller: { name: 'Nobody' } } },
          { claim: { buyer: { name: 'Nobody' } } },
        ],
        (one) => judged(world, one),
      ),
  ),
  rule(
    'its day may be that of any zone, by a clock that is half a day slow or a day fast: the company may have moved its own meanwhile',
    ['invoices', 'number_leases'],
    ['01', '01', '01', 'lease_refused issue_date'],
    (world) =>
      each<Case, string>(
        [
          { claim: { issue_date: dayIn(1) } },
          // The day of UTC+14, by a clock that is 24 hours fast.
          { claim: { issue_date: dayIn(38 / 24) } },
          { claim: { issue_date: dayIn(-4) }, given: [changed('taken_at = $1', [`${dayIn(-3)}T12:00:00Z`])] },
          { claim: { issue_date: dayIn(-5) }, given: [changed('taken_at = $1', [`${dayIn(-3)}T00:00:00Z`])] },
        ],
        (one) => judged(world, one),
      ),
  ),
  rule(
    'a seller is one that the company was since the numbers were taken, in the language of the document, with or without its logo, in the layout and with the sign of its app',
    ['seller_states', 'number_leases'],
    [false, true, true, false, false, false, false, true, true, true, false, false, false, true, false],
    async (world) => {
      const state = (days: number, value: unknown, company = OURS, language = 'en'): Statement => [
        'insert into private.seller_states (company_id, language, noted_at, seller) values ($1, $2, $3, $4)',
        [company, language, inDays(days), JSON.stringify({ a: value })],
      ];
      const states = [
        state(-10, 1),
        state(-5, 2),
        state(-1, 3),
        state(-1.1, 4, OURS, 'de'),
        state(-1.2, 5, THEIRS),
        state(-4, 6, THEIRS),
        state(-4.1, 7, OURS, 'de'),
      ];
      const logo: Statement = [
        "insert into private.seller_states (company_id, language, noted_at, seller) values ($1, 'en', now(), $2)",
        [OURS, JSON.stringify({ letterhead: { logo_path: 'x' } })],
      ];
      const layouts = [{ a: 2, layout: 2 }, { a: 2, layout: 3 }, { a: 2, layout: 1 }, { a: 1, layout: 3 }, 'x'];
      const signs = ['prefix', 'middle'].map((currency_position) => ({ letterhead: { logo_path: 'x', currency_position } }));
      return world.given([away(), ...states, logo], () =>
        each<unknown, unknown>(
          [...[1, 2, 3, 4, 5, 6, 7].map((a) => ({ a })), { letterhead: { logo_path: null } }, ...layouts, ...signs],
          async (seller) => {
            const sql = "select private.was_seller(l, 'en', $1) as answer from private.number_leases l";
            return (await first(world, sql, [JSON.stringify(seller)]))['answer'];
          },
        ),
      );
    },
  ),
  rule(
    'a buyer is the customer as it is or was since then, part by part, or whatever somebody says who may write customers',
    ['customers', 'activity_log', 'number_leases'],
    [true, false, false, false, false, false, true, false, false, false, true, false, false, false, false, false, false],
    async (world) => {
      const now = (await first(world, 'select private.buyer_snapshot($1, $2) as buyer', [OURS, customer(world)]))['buyer'] as Json;
      const before = { ...now, name: 'Before' };
      const asked = (buyer: unknown, key: string, given: readonly Statement[] = []) =>
        world
          .given([away(), ...withOnly('accountant', 'invoices.issue', key), ...given, actingAs('accountant')], async () => {
            const sql = 'select private.was_buyer(l, $1, $2) as answer from private.number_leases l';
            return (await first(world, sql, [customer(world), JSON.stringify(buyer)]))['answer'];
          })
          .catch(refusal);
      const logged = (more: Json = {}): Statement => {
        const row = {
          company_id: OURS,
          type: 'updated',
          entity_type: 'customers',
          entity_id: customer(world),
          origin: 'trigger',
          created_at: inDays(-1),
          changes: JSON.stringify({ name: ['Before', 'After'] }),
          ...more,
        };
        const places = Object.keys(row).map((_, at) => `$${at + 1}`);
        return [`insert into public.activity_log (${Object.keys(row).join(', ')}) values (${places.join(', ')})`, Object.values(row)];
      };
      const strange = [before, 'x', { ...now, name: 'x'.repeat(20_001) }, { ...now, more: 'x' }, { ...now, name: 5 }];
      const elsewhere = [
        { company_id: THEIRS },
        { entity_type: 'vendors' },
        { entity_id: FRESH },
        { origin: 'client' },
        { created_at: inDays(-4) },
        { changes: JSON.stringify({ city: ['Before', 'After'] }) },
      ];
      return [
        await asked(now, 'invoices.view'),
        ...(await each<unknown, unknown>(strange, (buyer) => asked(buyer, 'invoices.view'))),
        await asked(before, 'customers.update'),
        ...(await each<unknown, unknown>(strange.slice(2), (buyer) => asked(buyer, 'customers.update'))),
        await asked(before, 'invoices.view', [logged()]),
        ...(await each<Json, unknown>(elsewhere, (more) => asked(before, 'invoices.view', [logged(more)]))),
      ];
    },
  ),
  rule(
    'only an invoice that is to be issued claims a number of its device',
    ['invoices'],
    ['lease_unknown leased', 'lease_unknown leased', 'draft null', 'issued null', 'issued null', 'issued null', 'invalid_transition'],
    async (world) => {
      const sent = (status: string, leased: Json, type = 'invoice') =>
        world
          .given(
            [
              BARE,
              ['update public.invoices set document_type = $2 where id = $1', [draft(world), type]],
              ['set local session_replication_role = origin'],
              actingAs('owner'),
              ['update public.invoices set status = $2, leased = $3 where id = $1', [draft(world), status, JSON.stringify(leased)]],
            ],
            async () => {
              const row = await first(world, 'select status, leased from public.invoices where id = $1', [draft(world)]);
              return `${String(row['status'])} ${JSON.stringify(row['leased'])}`;
            },
          )
          .catch(refusal);
      const claim = { lease_id: leaseId(1), claim: {} };
      const answers = await each<[string, Json, string?], string>(
        [
          ['issued', claim],
          ['ready_to_issue', claim],
          ['draft', claim],
          ['ready_to_issue', { lease_id: leaseId(1) }],
          ['ready_to_issue', claim, 'cancellation'],
          ['issued', claim, 'cancellation'],
        ],
        ([status, leased, type]) => sent(status, leased, type),
      );
      // Nobody issues by writing so, but with the number of a device.
      const bold: Statement = [
        "update public.invoices set status = 'issued', leased = $2 where id = $1",
        [draft(world), JSON.stringify({ lease_id: leaseId(1) })],
      ];
      return [...answers, await said(world, 'owner', bold)];
    },
  ),
  rule(
    'with its number on a document a gap is none, and a lease with no number left is over',
    ['number_leases', 'number_gap_reasons'],
    [
      [
        ...['ours corrections 2001 2', 'ours invoices 2001 1', 'ours invoices 2002 2', 'theirs invoices 2001 2'].map(
          (gap) => `${gap}: lease_open`,
        ),
        'lease 01 used',
      ],
      0,
    ],
    async (world) => {
      const use: Statement = ["select private.use_leased_number(l, 2) from private.number_leases l where right(l.id::text, 2) = '01'"];
      return [
        await world.given(
          [
            leaseRow(2, { device_id: FRESH }),
            leaseRow(1, { numbers: '{1,2}' }),
            ...documentWith(1),
            ...gapsElsewhere(2, 'lease_open'),
            gapRow(1, 'lease_open'),
            gapRow(2, 'lease_open'),
            use,
          ],
          () => written(world),
        ),
        await world.given([leaseRow(1), ...documentWith(1), use], () => countOf(world, 'private.number_leases where ended_at is not null')),
      ];
    },
  ),
];
