import * as z from 'zod/mini';
import { companySettingsSchema } from '#domain/companies/company-settings.ts';
import { ITEMS_MAX } from '#domain/invoices/invoice.ts';
import { insertOf, testId } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';
import { each, said, setting, type Statement } from './asking.ts';
import { item } from './rules-push-lines.ts';
import { change, pushed, revOf } from './rules-push.ts';
import { type Rule, rule } from './rules.ts';
import { OURS, type World } from './world.ts';

const KINDS = {
  invoice_items: ['invoice_id', 'ours invoices'],
  recurring_invoice_items: ['recurring_invoice_id', 'ours recurring_invoices'],
};
type Lines = keyof typeof KINDS;
const LINES: readonly Lines[] = ['invoice_items', 'recurring_invoice_items'];

/** `count` further lines of our document, in one statement. */
const lines = (world: World, table: Lines, count: number, from = 0): Statement => {
  const [parent, name] = KINDS[table] as [string, string];
  return [
    `insert into public.${table} (company_id, ${parent}, position, description, quantity, unit_price)
     select $1, $2, n, 'Line', 1, 1 from generate_series($3::int + 1, $3::int + $4::int) n`,
    [OURS, world.ids[name], from, count],
  ];
};

const documents: Rule[] = LINES.flatMap((table) => {
  const collection = table.replace(/_items$/, 's');
  const name = `ours ${collection}`;
  return [
    // One line is there.
    rule(
      `${collection} take as many lines as the app shows`,
      [table],
      [ITEMS_MAX - 1, 'too_many_items', 1, 'too_many_items'],
      async (world) => [
        await said(world, 'owner', lines(world, table, ITEMS_MAX - 1)),
        await said(world, 'owner', lines(world, table, ITEMS_MAX)),
        ...(await world.given([lines(world, table, ITEMS_MAX - 2)], () =>
          each([1, 2], (count) => said(world, 'owner', lines(world, table, count, ITEMS_MAX))),
        )),
      ],
    ),
    rule(`so do ${collection} that a device sends`, ['sync_push', table], [['applied'], ['rejected too_many_items']], async (world) => {
      const rev = await revOf(world, name, collection);
      return each([ITEMS_MAX, ITEMS_MAX + 1], async (count) => {
        const items = Array.from({ length: count }, (_, n) => item(testId(0x9_00_00 + n)));
        const answer = (await pushed(world, 'owner', [change(world.ids[name], rev, { items }, { collection })])) as string[];
        return answer.map((text) => text.replace(/^(applied|rejected \w+).*$/, '$1'));
      });
    }),
    rule(`lines of other ${collection} are not counted, and the server copies what is there`, [table], [1, 2], (world) =>
      world.given([lines(world, table, ITEMS_MAX)], async () => {
        const other = await world.build[collection as 'invoices']({ company_id: OURS });
        const [parent] = KINDS[table] as [string, string];
        const line = { company_id: OURS, [parent]: other.id, position: 1, description: 'Line', quantity: 1, unit_price: 1 };
        return [
          await said(world, 'owner', insertOf(table, line)),
          await world.given([], async () => (await world.query(...lines(world, table, 2, ITEMS_MAX))).count),
        ];
      }),
    ),
  ];
});

type Leaf = { readonly path: string; readonly value: unknown };
const leaves = (value: unknown, path: readonly string[] = []): Leaf[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]))
    : [{ path: path.join(','), value }];
const SETTINGS = leaves(z.parse(companySettingsSchema, {}));
/** Of another kind than this: text for a number or a switch, a number for text, and never a list or a group. */
const otherKinds = (value: unknown): unknown[] => [typeof value === 'string' || value === null ? 5 : '5', ['x'], {}];
const check = (path: string, value: unknown): Statement => [
  'select private.refuse_invalid_settings(jsonb_set(private.default_company_settings(), $1::text[], $2))',
  [`{${path}}`, JSON.stringify(value)],
];

const settings: Rule[] = [
  rule('no setting is of another kind than the app reads', ['companies'], [SETTINGS.length, []], async (world) => {
    const tried = SETTINGS.flatMap(({ path, value }) => otherKinds(value).map((other) => ({ path, other })));
    const answers = await each(tried, async ({ path, other }) => ({ path, said: await said(world, 'owner', check(path, other)) }));
    const accepted = answers.filter((answer) => answer.said !== 'invalid_settings').map(({ path }) => path);
    return [new Set(answers.map(({ path }) => path)).size, accepted];
  }),
  rule(
    'settings that the app writes are taken',
    ['companies'],
    [1, 1, 1, 1, 'invalid_settings', 'invalid_settings', 'invalid_settings'],
    (world) =>
      each(
        [
          setting('company_details,branding,logo_path', 'a/logo.png'),
          setting('company_details,branding,logo_path', null),
          setting('company_details,branding,accent_color', '#00FFaa'),
          setting('invoice_defaults,items,currency_position', 'prefix'),
          setting('company_details,branding,accent_color', 'red'),
          setting('company_details,branding,primary_color', '#fff'),
          setting('invoice_defaults,items,currency_position', 'middle'),
        ],
        (statement) => said(world, 'owner', statement),
      ),
  ),
];

const TEXT = { subject: 'Invoice', body: 'Hello' };
const shapes: Rule[] = [
  rule(
    'mail texts are a subject and a body by language and kind',
    ['company_mail_settings'],
    [null, null, ...Array.from({ length: 7 }, () => '23514')],
    (world) =>
      each(
        [
          {},
          { en: { invoice: TEXT } },
          [],
          'x',
          { en: [] },
          { en: { invoice: 'x' } },
          { en: { invoice: { subject: 'x' } } },
          { de: { invoice: { ...TEXT, subject: ['x'] } } },
          { de: { invoice: TEXT, cancellation: { ...TEXT, body: 5 } } },
        ],
        async (templates) =>
          (await world.as('owner', 'select public.save_mail_settings($1, $2)', [OURS, JSON.stringify({ templates })])).code,
      ),
  ),
  rule(
    'an entry of the history says what was and what is, by field',
    ['activity_log'],
    [1, 1, '23514', '23514', '23514', '23514'],
    (world) =>
      each([{}, { amount: [1, null] }, [], 5, { amount: 5 }, { amount: [1] }], async (changes) => {
        const { code, count } = await world.as(
          'owner',
          "insert into public.activity_log (company_id, actor_id, type, changes) values ($1, $2, 'note', $3)",
          [OURS, personaId('owner'), JSON.stringify(changes)],
        );
        return code ?? count;
      }),
  ),
];

/** What the app limits is limited for everybody. */
export const LIMITS: readonly Rule[] = [...documents, ...settings, ...shapes];
