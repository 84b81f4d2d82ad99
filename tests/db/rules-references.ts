import { insertOf, testId } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';
import { countOf, each, type Statement } from './asking.ts';
import { closedMember, ended, exported, notification, pushBrowser } from './more-rows.ts';
import { type Rule, rule } from './rules.ts';
import { FRESH, OURS, THEIRS, type World } from './world.ts';

/** What PostgreSQL answers at the end of the transaction. */
const answered = (world: World, ...statements: Statement[]): Promise<string> =>
  world
    .given([...statements, ['set constraints all immediate']], async () => 'done')
    .catch((error: { code?: string; message: string }) => error.code ?? error.message);

/** Column by column: a row of ours, and a record of the other company to which it must not point. */
const POINTERS: readonly (readonly [table: string, row: string, column: string, foreign: string])[] = [
  ['expenses', 'ours expenses', 'category_id', 'theirs expense_categories'],
  ['expenses', 'ours expenses', 'customer_id', 'theirs customers'],
  ['expenses', 'ours expenses', 'vendor_id', 'theirs vendors'],
  ['expenses', 'ours expenses', 'reverses_expense_id', 'theirs expenses'],
  ['payments', 'ours payments', 'reverses_payment_id', 'theirs payments'],
  ['recurring_expenses', 'ours recurring_expenses', 'category_id', 'theirs expense_categories'],
  ['recurring_expenses', 'ours recurring_expenses', 'customer_id', 'theirs customers'],
  ['recurring_expenses', 'ours recurring_expenses', 'vendor_id', 'theirs vendors'],
  ['files', 'ours files', 'expense_id', 'theirs expenses'],
  ['invoices', 'ours invoices', 'customer_id', 'theirs customers'],
  ['recurring_invoices', 'ours recurring_invoices', 'customer_id', 'theirs customers'],
  ['delivery_notes', 'ours delivery_notes', 'customer_id', 'theirs customers'],
  ['delivery_notes', 'ours delivery_notes', 'invoice_id', 'theirs invoices'],
];

const GONE = `'${personaId('admin')}', '${personaId('viewer')}'`;
const nobody = testId(0x77_77);
const MAIL: Statement[] = [
  ['insert into public.company_mail_settings (company_id) values ($1)', [OURS]],
  ["insert into private.company_mail_secrets (company_id, smtp_password) values ($1, 'x')", [OURS]],
  [
    "insert into private.sent_mails (company_id, user_id, purpose, recipient) values ($1, $2, 'test', 'x@kontor.example')",
    [OURS, personaId('owner')],
  ],
];
const invite = (id: string, email = 'new@kontor.example'): Statement =>
  insertOf('invites', { id, company_id: OURS, email, language: 'en', invited_by: personaId('admin') });
const token = (id: string): Statement => ["insert into private.invite_tokens (invite_id, token_hash) values ($1, repeat('a', 64))", [id]];
const sending = (world: World): Statement => [
  `insert into private.invoice_mails (company_id, mutation_id, invoice_id, user_id, recipients, subject, state) values ($1, 'm-1', $2, $3, '{}', 'x', 'sent')`,
  [OURS, world.ids['ours issued'], personaId('owner')],
];
const leases: Statement[] = [
  [
    `insert into private.number_leases (company_id, series, year, format, prefix, numbers, device_id, device_name, user_id, valid_until)
     values ($1, 'invoices', 2026, '{number}', '', '{1}', $1, 'x', $2, '2026-12-31')`,
    [OURS, personaId('owner')],
  ],
  ["insert into private.seller_states (company_id, language, seller) values ($1, 'en', '{}')", [OURS]],
];
const gap: Statement = ["insert into private.number_gap_reasons (company_id, year, number, reason) values ($1, 2026, 1, 'x')", [OURS]];

/** Tables of records that belong to a company, with or without something of ours. */
async function tablesWith(world: World, isThere: boolean): Promise<string[]> {
  const { rows } = await world.query(
    `select a.attrelid::regclass::text as name from pg_attribute a join pg_class c on c.oid = a.attrelid
     where a.attname = 'company_id' and c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) order by 1`,
  );
  const left = await each(rows, async ({ name }) =>
    (await world.query(`select 1 from ${String(name)} where company_id = $1 limit 1`, [OURS])).rows.length > 0 === isThere
      ? [String(name)]
      : [],
  );
  return left.flat();
}

const aside = (world: World): Statement => [
  'insert into private.set_aside_objects (path, company_id, file_id) values ($1, $2, $3)',
  [`${OURS}/aside.pdf`, OURS, world.ids['ours files']],
];
const look = (world: World): Statement => [
  "insert into public.file_checks (file_id, company_id, sha256, size) values ($1, $2, repeat('a', 64), 1)",
  [world.ids['ours files'], OURS],
];

const ORIGIN: Statement = [
  "insert into public.company_origins (company_id, imported_by, names, emails) values ($1, $2, '{}', '{}')",
  [OURS, personaId('owner')],
];

export const REFERENCES: readonly Rule[] = [
  rule('what is found in stored bytes is said of a file of the same company', ['file_checks'], ['done', '23503', '23503'], (world) => {
    const found = (company: string, file: unknown): Statement => [
      "insert into public.file_checks (file_id, company_id, sha256, size) values ($1, $2, repeat('a', 64), 1)",
      [file, company],
    ];
    const files = [found(OURS, world.ids['ours files']), found(THEIRS, world.ids['ours files']), found(OURS, nobody)];
    return each(files, (statement) => answered(world, statement));
  }),
  rule('a synced collection whose own records need a key names one that there is', ['synced_collections'], ['23503', '23503'], (world) => {
    const named: Statement = ["update private.synced_collections set own_key = 'listed.key' where collection = 'expenses'"];
    const listed: Statement = ["insert into public.permissions (key) values ('listed.key')"];
    const gone: Statement = ["delete from public.permissions where key = 'listed.key'"];
    return each([[named], [listed, named, gone]], (statements) => answered(world, ...statements));
  }),
  rule(
    'a record points to none of another company, and to none that there is not',
    ['expenses', 'invoices', 'recurring_expenses', 'recurring_invoices', 'files', 'delivery_notes'],
    POINTERS.map(() => ['23503', '23503']),
    (world) =>
      each(POINTERS, ([table, row, column, foreign]) =>
        each([world.ids[foreign], nobody], (to) =>
          answered(world, [`update public.${table} set ${column} = $1 where id = $2`, [to, world.ids[row]]]),
        ),
      ),
  ),
  rule(
    'with a company goes all that belongs to it, but for what its devices still ask about',
    ['companies', 'catalog'],
    [
      ['private.applied_mutations', 'private.deleted_companies', 'private.imports', 'private.imports_at_work'],
      ['private.change_log', 'private.company_clocks', 'private.deleted_companies', 'private.history_marks'],
    ],
    (world) =>
      world.given(
        [
          ...MAIL,
          invite(FRESH),
          token(FRESH),
          sending(world),
          ...notification(world),
          gap,
          ...leases,
          exported,
          ended(OURS),
          closedMember,
          look(world),
          ORIGIN,
          aside(world),
        ],
        async () => {
          const empty = await tablesWith(world, false);
          const left = await world.given([['delete from public.companies where id = $1', [OURS]], ['set constraints all immediate']], () =>
            tablesWith(world, true),
          );
          return [empty, left];
        },
      ),
  ),
  rule(
    'with a person goes what is theirs alone, and what they did stays',
    ['company_users', 'catalog'],
    [0, 0, 0, 0, 0, 0, 1, 1],
    (world) =>
      world.given(
        [
          ["insert into private.recovery_codes (user_id, code_hash) values ($1, 'x')", [personaId('admin')]],
          ['insert into private.recovery_attempts (user_id) values ($1)', [personaId('admin')]],
          [
            "insert into private.notification_choices (user_id, kind, channel, is_on) values ($1, 'approved', 'mail', true)",
            [personaId('admin')],
          ],
          ...notification(world),
          ...pushBrowser(),
          invite(FRESH),
          ['update public.invites set answered_by = $1 where id = $2', [personaId('viewer'), FRESH]],
          [`delete from auth.users where id in (${GONE})`],
          ['set constraints all immediate'],
        ],
        () =>
          each(
            [
              `public.company_users where user_id in (${GONE})`,
              `private.recovery_codes where user_id in (${GONE})`,
              `private.recovery_attempts where user_id in (${GONE})`,
              `private.notification_choices where user_id in (${GONE})`,
              `private.notifications where user_id in (${GONE})`,
              `private.push_subscriptions where user_id in (${GONE})`,
              `public.invites where id = '${FRESH}' and invited_by is null and answered_by is null`,
              `public.companies where id = '${OURS}'`,
            ],
            (from) => countOf(world, from),
          ),
      ),
  ),
  rule(
    'there are no twins',
    ['catalog'],
    Array.from({ length: 8 }, () => '23505'),
    async (world) => {
      const twin = (table: string, row: string, ...but: string[]): Statement => [
        `insert into public.${table} select (jsonb_populate_record(t, jsonb_build_object('id', $2::text))).* from public.${table} t where id = $1`,
        [world.ids[row], nobody, ...but],
      ];
      const numbered: Statement = [
        "update public.invoices set number = 'R1' where id = any ($1)",
        [[world.ids['ours issued'], world.ids['ours invoices']]],
      ];
      return [
        await answered(world, numbered),
        await answered(world, ["update public.expenses set number = 'E1' where company_id = $1", [OURS]]),
        await answered(world, twin('files', 'ours files')),
        await answered(world, ['insert into public.company_users (company_id, user_id) values ($1, $2)', [OURS, personaId('viewer')]]),
        await answered(world, [
          'insert into public.company_user_permissions (company_id, user_id, permission_key) select company_id, user_id, permission_key from public.company_user_permissions limit 1',
        ]),
        await answered(world, invite(FRESH), invite(nobody)),
        await answered(world, invite(FRESH), invite(nobody, 'other@kontor.example'), token(FRESH), token(nobody)),
        await answered(world, [
          'update public.invoices set recurring_invoice_id = $1, recurring_period = $2 where company_id = $3',
          [world.ids['ours recurring_invoices'], '2026-01-31', OURS],
        ]),
      ];
    },
  ),
];
