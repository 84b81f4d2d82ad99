import { each, first, said, setting, type Statement, withOnly } from './asking.ts';
import { acting } from './rules-people.ts';
import { type Rule, rule } from './rules.ts';
import { OURS, type World } from './world.ts';

const TEXT = 'document_texts,footer_text,de';
const issue = (world: World): Statement => [
  "update public.invoices set status = 'ready_to_issue' where id = $1",
  [world.ids['ours invoices']],
];
const language = (world: World, to: string): Statement => [
  'update public.invoices set language = $1 where id = $2',
  [to, world.ids['ours invoices']],
];
const spoken = async (world: World) => {
  const kept = await first(
    world,
    "select seller #>> '{letterhead,footer_text}' as footer, seller ->> 'payment_instructions' as pay, seller ->> 'layout' as layout from public.invoices where id = $1",
    [world.ids['ours invoices']],
  );
  return Object.values(kept);
};
const numbered = (world: World, whose: string, number: string | null): Statement => [
  'update public.customers set customer_number = $1 where id = $2',
  [number, world.ids[`${whose} customers`]],
];

/** What documents say in the language of the customer, and what they call the customer. */
export const DOCUMENT_TEXTS: readonly Rule[] = [
  rule(
    'a document says what its company wrote in its language, else the one text it had before',
    ['invoices', 'companies'],
    [
      ['Fuß', 'Überweisen', '3'],
      ['Foot', 'Pay', '3'],
    ],
    (world) => {
      const texts = [
        setting('invoice_defaults,footer', { text: 'Foot', show_page_numbers: true }),
        setting('company_details,bank,instructions', 'Pay'),
        setting(TEXT, 'Fuß'),
        setting('payment_texts,de', 'Überweisen'),
      ];
      return each(['de', 'en'], (to) =>
        world.given([...texts, language(world, to)], () => acting(world, 'owner', [issue(world)], { look: () => spoken(world) })),
      );
    },
  ),
  rule('a text of nothing is none, not the other language’s', ['companies'], [['', '', '3']], (world) =>
    world.given(
      [
        setting('invoice_defaults,footer', { text: 'Foot', show_page_numbers: true }),
        setting(TEXT, ''),
        setting('payment_texts,de', ''),
        language(world, 'de'),
      ],
      async () => [await acting(world, 'owner', [issue(world)], { look: () => spoken(world) })],
    ),
  ),
  rule(
    'texts and the numbers of delivery notes are invoice settings, how to pay belongs to the accounts, and neither to the company’s details',
    ['companies'],
    [
      [1, 'not_allowed', 1],
      ['not_allowed', 1, 'not_allowed'],
      ['not_allowed', 'not_allowed', 'not_allowed'],
      ['not_allowed', 'not_allowed', 'not_allowed'],
    ],
    (world) =>
      each(['settings.invoice', 'bank_accounts.manage', 'company.update', 'settings.expense'], (key) =>
        world.given(withOnly('viewer', key), () =>
          each([setting(TEXT, 'x'), setting('payment_texts,en', 'x'), setting('delivery_notes,number_format', 'D-{number}')], (change) =>
            said(world, 'viewer', change),
          ),
        ),
      ),
  ),
  rule('what settings of before do not hold is no change of whoever edits another part', ['companies'], [1, 1], (world) =>
    each(['document_texts', 'exchange'], (group) =>
      world.given(
        [
          ['set local session_replication_role = replica'],
          ['update public.companies set settings = settings - $1::text where id = $2', [group, OURS]],
          ['set local session_replication_role = origin'],
          ...withOnly('viewer', 'settings.expense'),
        ],
        () => said(world, 'viewer', setting('expense_defaults,mark_as_paid_on_approval', false)),
      ),
    ),
  ),
  rule(
    'texts are as long as the devices take them, and delivery notes count',
    ['companies'],
    [1, 'invalid_settings', 1, 'invalid_settings', 1, 'invalid_settings', 1, 'invalid_settings', 'invalid_settings', 'invalid_settings', 1],
    (world) => {
      const long = (path: string, length: number) => [setting(path, 'x'.repeat(length)), setting(path, 'x'.repeat(length + 1))];
      return each(
        [
          ...long('document_texts,payment_terms,de', 500),
          ...long('document_texts,invoice_note,en', 2000),
          ...long('document_texts,footer_text,en', 1000),
          ...long('payment_texts,de', 1000),
          setting('payment_texts,de', 3),
          setting('delivery_notes,number_format', 'D-{prefix}-{number}'),
          setting('delivery_notes,number_format', 'D-{year}-{month}-{number}'),
        ],
        (change) => said(world, 'owner', change),
      );
    },
  ),
  rule(
    'no two customers of a company have the same number; blanks and capitals make no difference, and none is no number',
    ['customers'],
    [1, '23505', 1, 1, 1],
    async (world) => {
      const other = await world.build.customers({ company_id: OURS });
      const second = (number: string): Statement => ['update public.customers set customer_number = $1 where id = $2', [number, other.id]];
      return world.given([numbered(world, 'ours', 'K-1')], async () => [
        await said(world, 'owner', second('K-2')),
        (await world.as('owner', ...(second(' k-1 ') as [string, unknown[]]))).code,
        await said(world, 'owner', second('')),
        await world.given([numbered(world, 'ours', '')], () => said(world, 'owner', second(' '))),
        await said(world, 'stranger', numbered(world, 'theirs', 'K-1')),
      ]);
    },
  ),
  rule(
    'what a document says of its customer is frozen with it',
    ['invoices', 'customers'],
    ['K-1', 'Dear Ms Kim,', 'Depot', 'Hamburg'],
    (world) =>
      world.given(
        [
          [
            "update public.customers set customer_number = 'K-1', salutation = 'Dear Ms Kim,', delivery_name = 'Depot', delivery_street = 'Kai 1', delivery_city = 'Hamburg' where id = (select i.customer_id from public.invoices i where i.id = $1)",
            [world.ids['ours invoices']],
          ],
        ],
        () =>
          acting(world, 'owner', [issue(world)], {
            look: () =>
              world.given([['update public.customers set customer_number = null where company_id = $1', [OURS]]], async () =>
                Object.values(
                  await first(
                    world,
                    "select buyer ->> 'customer_number' as a, buyer ->> 'salutation' as b, buyer ->> 'delivery_name' as c, buyer ->> 'delivery_city' as d from public.invoices where id = $1",
                    [world.ids['ours invoices']],
                  ),
                ),
              ),
          }),
      ),
  ),
];
