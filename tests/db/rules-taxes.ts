import { each, first, said, setting, type Statement } from './asking.ts';
import { type Rule, rule } from './rules.ts';
import type { World } from './world.ts';

const line = (world: World, set: string): Statement => [
  `update public.invoice_items set ${set} where id = $1`,
  [world.ids['ours invoice_items']],
];
/** As an older app wrote it: at 19 %, without a category. */
const taxed = (world: World): Statement => line(world, 'tax_rate = 19, tax_category = null');
const draft = (world: World, set: string): Statement => [`update public.invoices set ${set} where id = $1`, [world.ids['ours invoices']]];
const customer = (world: World, set: string): Statement => [
  `update public.customers set ${set} where id = (select customer_id from public.invoices where id = $1)`,
  [world.ids['ours invoices']],
];
const issue = (world: World, overruled = ''): Statement =>
  draft(world, `status = 'ready_to_issue'${overruled === '' ? '' : `, overruled_warnings = '${overruled}'`}`);
/** What the draft lacks, or what is doubted about it. */
const about = async (world: World, what: 'problems' | 'warnings', ...before: Statement[]) =>
  world.given([taxed(world), ...before], async () => {
    const sql = `select array_to_string(private.issue_${what}(i), ',') as found from public.invoices i where i.id = $1`;
    return (await first(world, sql, [world.ids['ours invoices']]))['found'];
  });
const sums = async (world: World, ...before: Statement[]) =>
  world.given([taxed(world), ...before], async () => {
    const sql = 'select tax_mode, tax_total::float8 as tax, tax_breakdown as parts from public.invoices where id = $1';
    const { tax_mode, tax, parts } = await first(world, sql, [world.ids['ours invoices']]);
    return [
      tax_mode,
      tax,
      ...(parts as { tax_category: string | null; tax_rate: number }[]).map((part) => `${part.tax_category} ${part.tax_rate}`),
    ];
  });

/** How lines say that they are taxed, what misses and what is doubted before issue. */
export const TAXES: readonly Rule[] = [
  rule(
    'a line bears the rate only where it is taxed, and the mode follows what the lines say',
    ['invoices', 'invoice_items'],
    [
      ['standard', 18.05, 'S 19'],
      ['reverse_charge', 0, 'AE 0'],
      ['standard', 0, 'K 0'],
      ['small_business', 0, 'E 0'],
      ['standard', 0, 'E 0'],
      ['standard', 18.05, 'S 19'],
      ['reverse_charge', 0, 'AE 0'],
      ['small_business', 0, 'E 0'],
      ['standard', 0, 'null 0'],
      ['standard', 0, 'O 0'],
      ['reverse_charge', 0],
    ],
    (world) =>
      each(
        [
          [line(world, "tax_category = 'S'")],
          [line(world, "tax_category = 'AE'")],
          [line(world, "tax_category = 'K'")],
          [line(world, "tax_category = 'E', exemption_reason = 'small_business'")],
          [line(world, "tax_category = 'E', exemption_reason = '§ 4 Nr. 21 UStG'")],
          [line(world, "tax_category = 'S'"), draft(world, "tax_mode = 'reverse_charge'")],
          [draft(world, "tax_mode = 'reverse_charge'")],
          [draft(world, "tax_mode = 'small_business'")],
          [line(world, 'tax_rate = 0')],
          [line(world, "tax_category = 'O', exemption_reason = 'small_business'")],
          [
            ['delete from public.invoice_items where id = $1', [world.ids['ours invoice_items']]],
            draft(world, "tax_mode = 'reverse_charge'"),
          ],
        ] as Statement[][],
        (before) => sums(world, ...before),
      ),
  ),
  rule(
    'a line without tax says why before it is issued',
    ['invoices', 'invoice_items'],
    ['items.tax_category', 'items.tax_rate', 'items.exemption_reason', 'items.exemption_reason', '', '', ''],
    (world) =>
      each(
        [
          [line(world, 'tax_rate = 0')],
          [line(world, "tax_rate = 0, tax_category = 'S'")],
          [line(world, "tax_category = 'E'")],
          [line(world, "tax_category = 'E', exemption_reason = ' '")],
          [line(world, "tax_category = 'E'"), setting('company_details,address,country', 'GB')],
          [line(world, "tax_category = 'E', exemption_reason = '§ 4 Nr. 21 UStG'")],
          [draft(world, "tax_mode = 'small_business'")],
        ],
        (before) => about(world, 'problems', ...before),
      ),
  ),
  rule(
    'an intra-EU supply names the VAT IDs of both, an export neither',
    ['invoices', 'invoice_items', 'customers'],
    ['seller.vat_id,buyer.vat_id', ''],
    (world) =>
      each(['K', 'G'], (category) =>
        about(
          world,
          'problems',
          line(world, `tax_category = '${category}'`),
          customer(world, "vat_id = ''"),
          setting('tax', { tax_number: '1', vat_id: '' }),
        ),
      ),
  ),
  rule(
    'a rate of another time or of no country is doubted, by the last day of supply',
    ['invoices', 'invoice_items'],
    [
      '',
      'rate_not_in_force=16',
      '',
      '',
      'rate_not_in_force=19',
      'rate_unknown=99',
      'rate_unknown=99',
      'rate_not_in_force=20',
      '',
      '',
      '',
      '',
      '',
      '',
      'rate_not_in_force=1.75',
    ],
    (world) =>
      each(
        [
          [],
          [line(world, 'tax_rate = 16')],
          [line(world, 'tax_rate = 16'), draft(world, "service_from = '2020-07-01', service_to = null")],
          [line(world, 'tax_rate = 16'), draft(world, "service_from = '2020-06-01', service_to = '2020-07-01'")],
          [draft(world, "service_from = '2020-06-01', service_to = '2020-07-01'")],
          [line(world, 'tax_rate = 99')],
          [line(world, 'tax_rate = 99'), setting('company_details,address,country', 'US')],
          [line(world, 'tax_rate = 20')],
          [line(world, 'tax_rate = 20'), setting('company_details,address,country', 'AT')],
          [line(world, "tax_rate = 99, tax_category = 'AE'"), customer(world, "country = 'DK'")],
          [line(world, "tax_rate = 0, tax_category = 'S'")],
          [line(world, 'tax_rate = 8.875'), setting('company_details,address,country', 'US')],
          [line(world, 'tax_rate = 1.75'), setting('company_details,address,country', 'FR')],
          // Not those of another document.
          [['update public.invoice_items set tax_rate = 99 where id = $1', [world.ids['ours issued item']]]],
          [line(world, 'tax_rate = 1.75')],
        ] as Statement[][],
        (before) => about(world, 'warnings', ...before),
      ),
  ),
  rule(
    'a tax that a buyer of the own country would owe is doubted, and a VAT ID that cannot exist',
    ['invoices', 'invoice_items', 'customers'],
    ['own_country=AE', 'own_country=K', '', '', 'vat_id_form=DE136695977', '', 'vat_id_form=DK1', ''],
    (world) =>
      each(
        [
          [line(world, "tax_category = 'AE'"), customer(world, "country = 'DE', vat_id = ''")],
          [line(world, "tax_category = 'K'"), customer(world, "country = 'DE', vat_id = ''")],
          [line(world, "tax_category = 'K'"), customer(world, "country = 'DK', vat_id = ''")],
          [
            ["update public.invoice_items set tax_category = 'AE' where id = $1", [world.ids['ours issued item']]],
            customer(world, "country = 'DE', vat_id = ''"),
          ],
          [customer(world, "vat_id = 'DE136695977'")],
          [customer(world, "vat_id = 'de 136.695-976'")],
          [customer(world, "vat_id = 'DK1'")],
          [customer(world, "vat_id = 'US1'")],
        ] as Statement[][],
        (before) => about(world, 'warnings', ...before),
      ),
  ),
  rule(
    'a doubted invoice is issued only by whoever overrules each doubt by name',
    ['invoices', 'invoice_items'],
    ['cannot_issue', 'cannot_issue', 1, 1],
    (world) =>
      each(['', '{rate_unknown=98}', '{rate_unknown=99}', '{own_country=AE,rate_unknown=99}'], async (overruled) =>
        world.given([taxed(world), line(world, 'tax_rate = 99')], () => said(world, 'owner', issue(world, overruled))),
      ),
  ),
  rule('the mode of what was issued stays, whatever becomes of its lines', ['invoices', 'invoice_items'], 'standard', (world) =>
    world.given(
      [["update public.invoice_items set tax_category = 'AE' where id = $1", [world.ids['ours issued item']]]],
      async () => (await first(world, 'select tax_mode from public.invoices where id = $1', [world.ids['ours issued']]))['tax_mode'],
    ),
  ),
  rule(
    'a mode that is none is refused whatever the lines say',
    ['invoices'],
    '23514',
    async (world) => (await world.as('owner', ...draft(world, "tax_mode = 'nonsense'"))).code,
  ),
  rule(
    'what the server would issue by itself stays a draft where a warning is not overruled or a letter can’t be printed, and says which',
    ['recurring_invoices', 'recurring_invoice_items', 'invoices'],
    [
      ['issued', ''],
      ['draft', 'cannot_issue:warning.rate_unknown=99'],
      ['draft', 'cannot_issue:characters'],
      ['draft', 'cannot_issue:characters'],
      ['draft', 'cannot_issue:characters'],
    ],
    async (world) => {
      const series = world.ids['ours recurring_invoices'];
      const made = async (...before: Statement[]) =>
        world.given(
          [
            ...before,
            ["update public.recurring_invoices set generate_as = 'ready_to_issue' where id = $1", [series]],
            ["update public.recurring_invoices set generate_requested = '2026-01-31' where id = $1", [series]],
          ],
          async () => {
            const sql = `select i.status, r.generation_error as trouble from public.recurring_invoices r
              join public.invoices i on i.recurring_invoice_id = r.id where r.id = $1`;
            const { status, trouble } = await first(world, sql, [series]);
            return [status, trouble];
          },
        );
      const doubted: Statement = [
        'update public.recurring_invoice_items set tax_rate = 99 where id = $1',
        [world.ids['ours recurring_invoice_items']],
      ];
      const odd = (column: string): Statement => [`update public.recurring_invoices set ${column} = '東京' where id = $1`, [series]];
      return each([[], [doubted], [odd('reference')], [odd('notes')], [odd('payment_terms')]], (before) => made(...before));
    },
  ),
  rule('overruling is part of issuing, and is never added later', ['invoices'], [1, 'not_allowed', 'invoice_frozen'], async (world) => {
    const without = (key: string): Statement => ['delete from public.company_user_permissions where permission_key = $1', [key]];
    const overrule = draft(world, "overruled_warnings = '{rate_unknown=99}'");
    const later: Statement = [
      "update public.invoices set overruled_warnings = '{rate_unknown=99}' where id = $1",
      [world.ids['ours issued']],
    ];
    return [
      await world.given([without('invoices.update')], () => said(world, 'accountant', overrule)),
      await world.given([without('invoices.issue')], () => said(world, 'accountant', overrule)),
      await said(world, 'owner', later),
    ];
  }),
];
