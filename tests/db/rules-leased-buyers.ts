import { personaId } from '#tests/support/personas.ts';
import { BARE, each, first, type Person, said, type Statement } from './asking.ts';
import { actingAs, dayIn, inDays, leaseId, leaseRow } from './lease-rows.ts';
import { type Rule, rule } from './rules.ts';
import { FRESH, OURS, THEIRS, type World } from './world.ts';

type Json = Readonly<Record<string, unknown>>;
const OTHER = leaseId(82);
const draft = (world: World) => String(world.ids['ours invoices']);
const away = (n = 1, more: Json = {}): Statement => leaseRow(n, { year: 0, taken_at: inDays(-3), valid_until: dayIn(20), ...more });

const added = (company = OURS, number = 'K1', id = FRESH): Statement => [
  "insert into public.customers (id, company_id, name, customer_number, notes) values ($1, $2, 'Gone', $3, 'Knows us')",
  [id, company, number],
];
const deleted = (id = FRESH): Statement => ['delete from public.customers where id = $1', [id]];

type Case = { readonly given: readonly Statement[]; readonly lease?: number; readonly who?: Person };
/** Who is there again once an invoice to `FRESH` arrives: name, number and notes. */
const brought = (world: World, { given, lease = 1, who = 'accountant' }: Case): Promise<unknown> =>
  world.given([away(), ...given, actingAs(who)], async () => {
    await world.query('select private.bring_back_buyer(jsonb_populate_record(i, $2::jsonb)) from public.invoices i where i.id = $1', [
      draft(world),
      JSON.stringify({ customer_id: FRESH, leased: { lease_id: leaseId(lease), claim: {} } }),
    ]);
    const sql = "select string_agg(concat_ws(' ', name, customer_number, notes), ',') as who from public.customers where id in ($1, $2)";
    return (await first(world, sql, [FRESH, OTHER]))['who'];
  });

/** What an invoice that a device issued is judged by, when its customer or company is another than then (decision 0033). */
export const LEASED_BUYERS: readonly Rule[] = [
  rule(
    'a customer who was deleted since the numbers were taken comes back for whoever has them, as they were, but for a number that is taken',
    ['customers', 'activity_log', 'number_leases'],
    ['Gone K1 Knows us', 'Gone Knows us', 'Gone Knows us', 'Gone K1 Knows us', 'Here K1 ', ...Array.from({ length: 9 }, () => null)],
    (world) =>
      each<Case, unknown>(
        [
          { given: [added(), deleted()] },
          { given: [added(), deleted(), added(OURS, 'K1', leaseId(80))] },
          { given: [added(), deleted(), added(OURS, ' k1', leaseId(80))] },
          { given: [added(), deleted(), added(THEIRS, 'K1', leaseId(80)), added(OURS, 'K2', leaseId(81))] },
          { given: [added(), deleted(), added(), ["update public.customers set name = 'Here', notes = '' where id = $1", [FRESH]]] },
          { given: [added(), deleted()], lease: 7 },
          { given: [added(), deleted()], who: 'owner' },
          { given: [added(), deleted(), away(2, { company_id: THEIRS })], lease: 2 },
          { given: [added(THEIRS), deleted(), away(2, { company_id: THEIRS })], lease: 2 },
          { given: [added(), deleted(), ["update private.number_leases set ended_at = now(), end_reason = 'lost'"]] },
          { given: [added(), deleted(), ['update private.number_leases set taken_at = $1', [inDays(1)]]] },
          { given: [added(OURS, 'K1', OTHER), deleted(OTHER)] },
          { given: [added(), BARE, deleted(), ['set local session_replication_role = origin']] },
          {
            given: [
              ["insert into public.vendors (id, company_id, name) values ($1, $2, 'Gone')", [FRESH, OURS]],
              ['delete from public.vendors where id = $1', [FRESH]],
            ],
          },
        ],
        (one) => brought(world, one),
      ),
  ),
  rule(
    'it is brought back before anything is asked of the invoice',
    ['invoices', 'customers', 'number_leases'],
    ['cannot_issue', 'lease_unknown'],
    (world) =>
      each<readonly Statement[], unknown>([[deleted()], [away(1, { user_id: personaId('owner') }), deleted()]], (given) => {
        const of: Statement = ['update public.invoices set customer_id = $2 where id = $1', [draft(world), FRESH]];
        const leased = JSON.stringify({ lease_id: leaseId(1), claim: {} });
        return world.given([added(), ...given, BARE, of, ['set local session_replication_role = origin']], () =>
          said(world, 'owner', ["update public.invoices set status = 'issued', leased = $2 where id = $1", [draft(world), leased]]),
        );
      }),
  ),
  rule(
    'an invoice with a number of its device is judged by the parties that are printed on it, and asked nothing of; any other by those of today',
    ['invoices', 'customers', 'companies'],
    [
      'seller.street,buyer.street',
      'seller.street',
      'buyer.street',
      '',
      '',
      'warning.vat_id_form=DE136695977',
      'warning.vat_id_form=DE136695977',
      '',
    ],
    async (world) => {
      const parties = await first(
        world,
        'select private.seller_state($1, $2) as seller, private.buyer_snapshot($1, (select customer_id from public.invoices where id = $3)) as buyer',
        [OURS, 'en', draft(world)],
      );
      const changed: Statement[] = [
        ["update public.customers set street = '', vat_id = 'DE136695977'"],
        ["update public.companies set settings = jsonb_set(settings, '{company_details,address,street}', '\"\"') where id = $1", [OURS]],
        [
          "update public.invoice_items set quantity = 10, unit_price = 1000, tax_rate = 19, tax_category = 'S', discount_percent = 0 where invoice_id = $1",
          [draft(world)],
        ],
      ];
      const asked = (what: string, leased: unknown) =>
        world.given(changed, async () => {
          const sql = `select array_to_string(private.${what}(jsonb_populate_record(i, $2::jsonb)), ',') as answer from public.invoices i where i.id = $1`;
          return (await first(world, sql, [draft(world), JSON.stringify({ leased })]))['answer'];
        });
      const { seller, buyer } = parties;
      return [
        ...(await each<unknown, unknown>(
          [
            null,
            { claim: { buyer, seller: 'x' } },
            { claim: { seller } },
            { claim: { seller, buyer } },
            { claim: { seller, buyer, more: 1 } },
          ],
          (leased) => asked('issue_problems', leased),
        )),
        ...(await each<unknown, unknown>([null, { lease_id: leaseId(1) }, { claim: { seller, buyer } }], (leased) =>
          asked('unseen_warnings', leased),
        )),
      ];
    },
  ),
];
