import * as z from 'zod/mini';
import { BANK_ACCOUNTS_MAX } from '#domain/bank-accounts/bank-account.ts';
import { companySettingsSchema } from '#domain/companies/company-settings.ts';
import { ITEMS_MAX } from '#domain/invoices/invoice.ts';
import { MAX_RECIPIENTS } from '#domain/mail/mail-settings.ts';
import { insertOf, testId } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';
import { BARE, each, first, said, setting, type Statement } from './asking.ts';
import { moreRows } from './more-rows.ts';
import { item } from './rules-push-lines.ts';
import { change, pushed, revOf } from './rules-push.ts';
import { type Rule, rule } from './rules.ts';
import { OURS, THEIRS, type World } from './world.ts';

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
    [1, 1, 1, 1, 1, 1, 'invalid_settings', 'invalid_settings', 'invalid_settings', 'invalid_settings'],
    (world) =>
      each(
        [
          setting('company_details,branding,logo_path', 'a/logo.png'),
          setting('company_details,branding,logo_path', null),
          setting('company_details,branding,accent_color', '#00FFaa'),
          setting('invoice_defaults,items,currency_position', 'prefix'),
          setting('currency_sign', { position: 'suffix' }),
          setting('currency_sign', { position: null }),
          setting('company_details,branding,accent_color', 'red'),
          setting('company_details,branding,primary_color', '#fff'),
          setting('invoice_defaults,items,currency_position', 'middle'),
          setting('currency_sign', { position: 'middle' }),
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

const account = (count: number, from = 0): Statement => [
  `insert into public.bank_accounts (company_id, name, iban) select $1, 'Account ' || n, 'DE89370400440532013000' from generate_series($2::int + 1, $2::int + $3::int) n`,
  [OURS, from, count],
];
const endless: Rule[] = [
  // One account is there.
  rule(
    'a company takes as many accounts as the app lets it add, one by one and at once, and the other company’s are not counted',
    ['bank_accounts'],
    [BANK_ACCOUNTS_MAX - 1, 'too_many_bank_accounts', 1, 'too_many_bank_accounts', BANK_ACCOUNTS_MAX],
    async (world) => [
      await said(world, 'owner', account(BANK_ACCOUNTS_MAX - 1)),
      await said(world, 'owner', account(BANK_ACCOUNTS_MAX)),
      ...(await world.given([account(BANK_ACCOUNTS_MAX - 2)], () =>
        each([1, 2], (count) => said(world, 'owner', account(count, BANK_ACCOUNTS_MAX))),
      )),
      await world.given([account(BANK_ACCOUNTS_MAX - 1)], async () => {
        const [sql] = account(0);
        return said(world, 'stranger', [sql, [THEIRS, 0, BANK_ACCOUNTS_MAX - 1]]).then((count) =>
          typeof count === 'number' ? count + 1 : count,
        );
      }),
    ],
  ),
  rule(
    'so does a company that a device sends',
    ['sync_push', 'bank_accounts'],
    ['applied', 'rejected too_many_bank_accounts'],
    async (world) => {
      const { rev } = await first(world, 'select rev from public.companies where id = $1', [OURS]);
      return each([BANK_ACCOUNTS_MAX, BANK_ACCOUNTS_MAX + 1], async (count) => {
        const bank_accounts = Array.from({ length: count }, (_, n) => ({
          id: testId(0x9_00_00 + n),
          name: '',
          iban: 'DE89370400440532013000',
          bic: '',
          is_default: n === 0,
        }));
        const [answer = ''] = (await pushed(world, 'owner', [
          change(OURS, rev, { bank_accounts }, { collection: 'companies' }),
        ])) as string[];
        return answer.replace(/^(applied|rejected \w+).*$/, '$1');
      });
    },
  ),
  rule(
    'an invoice is mailed to as many as the app lets one write to, and to addresses of the length of one',
    ['invoice_mails', 'sent_mails'],
    ['go', '23514', '23514', '23514', '23514'],
    (world) =>
      each(
        [
          Array.from({ length: 2 * MAX_RECIPIENTS }, (_, n) => `${n}@${'x'.repeat(310)}`),
          Array.from({ length: 2 * MAX_RECIPIENTS + 1 }, () => 'a@b'),
          ['a@b', 'A@b', 'a@B'].flatMap((twin) => Array.from({ length: 7 }, () => twin)),
          [`a@${'x'.repeat(319)}`],
          ['a', 'A', 'a', 'A'].map((letter) => letter.repeat(2000)),
        ],
        async (recipients) => {
          const { code, rows } = await world.as('owner', "select public.begin_invoice_mail($1, $2) ->> 'state' as state", [
            world.ids['ours issued'],
            JSON.stringify({ mutation_id: 'm-9', to: recipients, subject: 'x' }),
          ]);
          return code ?? rows[0]?.['state'];
        },
      ),
  ),
];

/** Kept by the server alone, which gives it a length, or never written after a migration. */
const NEVER_SENT = new Set([
  'activity_records.record',
  'company_origins.emails', // of at most 1,000 people, 320 characters each
  'company_origins.names',
  'company_user_permissions.permission_key',
  'delivery_notes.buyer',
  'delivery_notes.seller',
  'invites.keys',
  'invoices.buyer',
  'invoices.seller',
  'period_figures.cells',
  'private.applied_mutations.collection',
  'private.applied_mutations.mutation_id',
  'private.change_log.collection',
  'private.import_rows.row', // 1 GB of an import, as 'import_rows' counts
  'private.imports.manifest', // 16 MB, as 'begin_import' says
  'private.invoice_mails.subject',
  'private.number_counters.kind',
  'private.number_leases.end_reason',
  'private.seller_states.seller',
  'private.orphan_objects.bucket_id',
  'private.orphan_objects.name',
  'private.recovery_codes.code_hash',
]);
const FILLED_BY_MIGRATIONS =
  /^(?:permissions|private\.(?:nested_collections|synced_collections|permission_implications|permission_presets))\./;
const texts: Rule[] = [
  rule('no text or list that somebody sends is endless', ['catalog'], [], (world) =>
    world.given([...moreRows(world), BARE], async () => {
      const { rows } = await world.query(
        `select a.attrelid::regclass::text as "table", a.attname as name, format_type(a.atttypid, null) as type from pg_attribute a join pg_class c on c.oid = a.attrelid
         where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and a.attnum > 0 and not a.attisdropped
           and format_type(a.atttypid, null) in ('text', 'jsonb', 'text[]', 'name[]') order by 1, 2`,
      );
      const long = "(select string_agg(md5(n::text), '') from generate_series(1, 5000) n)";
      const values: Record<string, string> = {
        text: long,
        jsonb: `jsonb_build_object('x', ${long})`,
        'text[]': `array[${long}]`,
        'name[]': `array[${long}]`,
      };
      const found = await each(rows, async ({ table, name, type }) => {
        const place = `${String(table)}.${String(name)}`;
        if (NEVER_SENT.has(place) || FILLED_BY_MIGRATIONS.test(place)) return [];
        const sql = `update ${String(table)} set ${String(name)} = ${values[String(type)]}`;
        const code = await world.given([[sql]], async () => 'taken').catch((error: { code?: string }) => error.code);
        return code === '23514' ? [] : [`${place}: ${code}`];
      });
      return found.flat();
    }),
  ),
];

/** What the app limits is limited for everybody. */
export const LIMITS: readonly Rule[] = [...documents, ...settings, ...shapes, ...endless, ...texts];
