import { each, first, said, setting, type Statement } from './asking.ts';
import { type Rule, rule } from './rules.ts';
import { OURS, type World } from './world.ts';

const issue = (world: World): Statement => [
  "update public.invoices set status = 'ready_to_issue' where id = $1",
  [world.ids['ours invoices']],
];
const of = (table: string, set: string, world: World, id: string): Statement => [
  `update public.${table} set ${set} where id = $1`,
  [world.ids[id]],
];
const customer = (world: World, set: string): Statement => [
  `update public.customers set ${set} where id = (select customer_id from public.invoices where id = $1)`,
  [world.ids['ours invoices']],
];

const priced = (world: World, price: number): Statement =>
  of(
    'invoice_items',
    `quantity = 1, discount_percent = 0, tax_rate = 19, tax_category = 'S', unit_price = ${price}`,
    world,
    'ours invoice_items',
  );

/** What the owner is told about issuing the draft: 1, or what is missing. */
async function missing(world: World, ...before: Statement[]) {
  return world.given(before, async () => {
    const answer = await said(world, 'owner', issue(world));
    if (answer !== 'cannot_issue') return answer;
    const problems = "select array_to_string(private.issue_problems(i), ',') as problems from public.invoices i where i.id = $1";
    return (await first(world, problems, [world.ids['ours invoices']]))['problems'];
  });
}

/** What § 14 UStG asks before an invoice is issued. */
export const ISSUING: readonly Rule[] = [
  rule(
    'an invoice is issued when both parties are known, and the lack of each part is named',
    ['invoices', 'companies', 'customers'],
    [
      1,
      'seller.street',
      'seller.postal_code',
      'seller.city',
      'seller.tax_number',
      1,
      1,
      'buyer.street',
      'buyer.postal_code',
      'buyer.city',
      'service_from',
      'service_to',
      'items',
      'items.description',
      'items.quantity',
    ],
    (world) =>
      each(
        [
          [],
          [setting('company_details,address,street', ' ')],
          [setting('company_details,address,postal_code', '')],
          [setting('company_details,address,city', '')],
          [setting('tax', { tax_number: '', vat_id: '' })],
          [setting('tax', { tax_number: '1', vat_id: '' })],
          [setting('tax', { tax_number: '', vat_id: 'DE1' })],
          [customer(world, "street = ''"), priced(world, 1000)],
          [customer(world, "postal_code = ''"), priced(world, 1000)],
          [customer(world, "city = ''"), priced(world, 1000)],
          [of('invoices', 'service_from = null', world, 'ours invoices')],
          [of('invoices', "service_to = '2026-01-01'", world, 'ours invoices')],
          [of('invoice_items', "description = ' '", world, 'ours invoice_items')],
          [of('invoice_items', 'quantity = 0', world, 'ours invoice_items')],
        ].toSpliced(12, 0, [['delete from public.invoice_items where id = $1', [world.ids['ours invoice_items']]]]),
        (before) => missing(world, ...before),
      ),
  ),
  rule(
    'a small amount needs no address of its buyer: how small, the company’s country says',
    ['invoices', 'companies', 'customers'],
    [1, 'buyer.street', 'buyer.street', 'buyer.street', 1, 'buyer.street', 'buyer.street'],
    (world) => {
      const country = (code: string) => setting('company_details,address,country', code);
      return each(
        [
          [priced(world, 210.08)],
          [priced(world, 210.09)],
          [priced(world, -1)],
          [priced(world, 1), of('invoices', "currency = 'USD'", world, 'ours invoices')],
          [country('AT'), priced(world, 336.13)],
          [country('AT'), priced(world, 336.14)],
          [country('FR'), priced(world, 1)],
        ],
        (before) => missing(world, customer(world, "street = ''"), ...before),
      );
    },
  ),
  rule(
    'for reverse charge both have a VAT id',
    ['invoices', 'companies', 'customers'],
    [1, 'seller.vat_id', 'buyer.vat_id', 'seller.vat_id,buyer.vat_id'],
    (world) =>
      each(
        [
          [],
          [setting('tax', { tax_number: '1', vat_id: '' })],
          [customer(world, "vat_id = ''")],
          [setting('tax', { tax_number: '1', vat_id: '' }), customer(world, "vat_id = ''")],
        ],
        (before) =>
          missing(
            world,
            of('invoice_items', 'tax_category = null', world, 'ours invoice_items'),
            of('invoices', "tax_mode = 'reverse_charge'", world, 'ours invoices'),
            customer(world, "vat_id = 'DK12345678', country = 'DK'"),
            ...before,
          ),
      ),
  ),
  rule(
    'what no document can show waits, wherever it stands',
    ['invoices', 'companies', 'customers', 'functions'],
    [1, ...Array.from({ length: 4 }, () => 'seller.characters'), 'buyer.characters', ...Array.from({ length: 6 }, () => 'characters')],
    (world) =>
      each(
        [
          [customer(world, "contact_name = 'Łódź Ελλάς Київ Zoe\u0308'")],
          [setting('invoice_defaults,footer', { text: '☎', show_page_numbers: true })],
          [setting('company_details,bank,instructions', '東京')],
          [['update public.companies set name = $1 where id = $2', ['東京', OURS]]],
          [setting('company_details,address,city', '東京')],
          [customer(world, "name = '東京'")],
          [of('invoices', "reference = '⁴'", world, 'ours invoices')],
          [of('invoices', "notes = '⁴'", world, 'ours invoices')],
          [of('invoices', "payment_terms = '⁴'", world, 'ours invoices')],
          [of('invoice_items', "description = '⁴'", world, 'ours invoice_items')],
          [of('invoice_items', "unit = '⁴'", world, 'ours invoice_items')],
          [of('invoice_items', "exemption_reason = '⁴'", world, 'ours invoice_items')],
        ] as Statement[][],
        (before) => missing(world, ...before),
      ),
  ),
  rule('the customer of another company is nobody’s customer here', ['invoices', 'customers'], 'customer_id', (world) =>
    missing(world, of('invoices', 'customer_id = null', world, 'ours invoices')),
  ),
  rule(
    'of the place that a company begins with nothing is said, until somebody enters a street or another place',
    ['companies', 'invoices'],
    ['seller.street,seller.postal_code,seller.city', 'seller.street', 'seller.street', 1],
    (world) =>
      each([{}, { postal_code: '10117' }, { city: 'Potsdam' }, { street: 'Torstraße' }], (more) =>
        missing(
          world,
          setting('company_details,address', {
            street: '',
            house_number: '',
            postal_code: '10115',
            city: 'Berlin',
            country: 'DE',
            ...more,
          }),
        ),
      ),
  ),
  rule(
    'settings that are null are settings that are missing',
    ['companies', 'invoices'],
    ['seller.street', 'seller.tax_number', 'Europe/Berlin', 'Europe/Berlin'],
    async (world) => [
      await missing(world, setting('company_details,address,street', null)),
      await missing(world, setting('tax', { tax_number: null, vat_id: null })),
      await world.given(
        [setting('company_details,basics,timezone', null)],
        async () =>
          (
            await first(world, "select settings #>> '{company_details,basics,timezone}' as zone from public.companies where id = $1", [
              OURS,
            ])
          )['zone'],
      ),
      await world.given(
        [setting('company_details,basics', null)],
        async () =>
          (
            await first(world, "select settings #>> '{company_details,basics,timezone}' as zone from public.companies where id = $1", [
              OURS,
            ])
          )['zone'],
      ),
    ],
  ),
  rule(
    'settings that make no sense are refused',
    ['companies'],
    [...Array.from({ length: 14 }, () => 'invalid_settings'), 1, 1, 1],
    (world) =>
      each(
        [
          setting('invoice_defaults,number_prefix', 'x'.repeat(21)),
          setting('invoice_defaults,default_due_days', 'soon'),
          setting('invoice_defaults,default_due_days', 366),
          setting('invoice_defaults,default_due_days', -1),
          setting('recurring_defaults,lead_days', 'soon'),
          setting('recurring_defaults,lead_days', 61),
          setting('recurring_defaults,generate_as', 'issued'),
          setting('recurring_defaults,auto_generate', 'yes'),
          setting('expense_defaults,default_currency', 'euro'),
          setting('expense_defaults,default_currency', 'XXX'),
          setting('invoice_defaults,default_currency', 'XXX'),
          setting('invoice_defaults,items,currency', 'XXX'),
          setting('expense_defaults,generated_number_format', 'EXP'),
          setting('company_details,basics,timezone', 'Mars/Olympus'),
          setting('invoice_defaults,number_prefix', 'x'.repeat(20)),
          setting('invoice_defaults,default_due_days', 365),
          setting('recurring_defaults,lead_days', 60),
        ],
        (statement) => said(world, 'owner', statement),
      ),
  ),
];
