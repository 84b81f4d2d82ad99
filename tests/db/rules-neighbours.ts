import { insertOf, sampleRow } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';
import { countOf, each, first, granted, said, setting, type Statement, told } from './asking.ts';
import { JOINED } from './rules-between.ts';
import { type Rule, rule } from './rules.ts';
import { FRESH, OURS, THEIRS, type World } from './world.ts';

const NOW: Statement = ['set constraints all immediate'];
const OTHER_IBAN = 'DE02120300000000202051';

/** Rows of a table that have another version after these statements, in words. */
export async function renewed(world: World, table: string, label: string, ...statements: Statement[]) {
  const look = async () =>
    new Map(
      (await world.query(`select id, ${label} as label, rev from public.${table} order by 2, 1`)).rows.map((row) => [
        String(row['id']),
        row,
      ]),
    );
  const before = await look();
  const after = await world.given([...statements, NOW], look);
  return [...after].flatMap(([id, row]) => (row['rev'] === before.get(id)?.['rev'] ? [] : [row['label']]));
}

const iban = (text: string): Statement => setting('company_details,bank,iban', text);
const account = (id: string, isDefault: boolean, company = OURS): Statement =>
  insertOf('bank_accounts', sampleRow('bank_accounts', { id, company_id: company, iban: OTHER_IBAN, is_default: isDefault }));
const accounts = (world: World, ...steps: Statement[]) =>
  world.given([...steps, NOW], async () => {
    const { rows } = await world.query('select company_id = $1 as ours, iban, is_default from public.bank_accounts order by 1 desc, iban', [
      OURS,
    ]);
    return rows
      .map((row) => `${row['ours'] ? 'ours' : 'theirs'} ${String(row['iban']).slice(-2)}${row['is_default'] ? '*' : ''}`)
      .join(' ');
  });

const money: Rule[] = [
  rule(
    'an account written into the settings changes the default of this company, and no other account',
    ['bank_accounts', 'companies'],
    ['ours 51* theirs 00*', 'ours 51* ours 32 theirs 00*', 'ours 51* theirs 00*', 'theirs 00*'],
    async (world) => [
      await accounts(world, iban(OTHER_IBAN)),
      await accounts(
        world,
        account(FRESH, false),
        ['update public.bank_accounts set iban = $1 where id = $2', ['GB82WEST12345698765432', FRESH]],
        iban(OTHER_IBAN),
      ),
      await accounts(world, account(FRESH, false), iban('')),
      await accounts(world, iban('')),
    ],
  ),
  rule('whichever account is the default is the printed one', ['bank_accounts', 'companies'], ['51', '00'], (world) =>
    world.given([account(FRESH, false)], () =>
      each([FRESH, world.ids['ours bank_accounts']], (id) =>
        world.given([['update public.bank_accounts set is_default = true where id = $1', [id]], NOW], async () => {
          const { iban } = await first(
            world,
            "select settings #>> '{company_details,bank,iban}' as iban from public.companies where id = $1",
            [OURS],
          );
          return String(iban).slice(-2);
        }),
      ),
    ),
  ),
  rule(
    'a changed account renews its own company, also after its settings were written',
    ['bank_accounts', 'companies'],
    [['Ours'], true],
    async (world) => {
      const rename = (name: string): Statement => ['update public.bank_accounts set name = $1 where company_id = $2', [name, OURS]];
      const rev = async () => (await first(world, 'select rev from public.companies where id = $1', [OURS]))['rev'];
      return [
        await renewed(world, 'companies', 'name', rename('New')),
        await world.given([iban(OTHER_IBAN), NOW], async () => {
          const before = await rev();
          return world.given([rename('Newer'), NOW], async () => (await rev()) !== before);
        }),
      ];
    },
  ),
  rule('an account number is one, and nothing is none', ['bank_accounts'], [true, false, false, false, false, true], (world) =>
    each(
      [
        'DE89370400440532013000',
        'DE88370400440532013000',
        'de89370400440532013000',
        null,
        'DE89 3704 0044 0532 0130 00',
        'GB82WEST12345698765432',
      ],
      async (text) => (await first(world, 'select private.is_iban($1) as ok', [text]))['ok'],
    ),
  ),
  rule(
    'an invoice is paid as far as its own sign goes',
    ['payments', 'invoices'],
    ['paid', 'unpaid', 'partially_paid', 'overpaid', 'unpaid', 'partially_paid', 'unpaid', 'overpaid', 'paid'],
    (world) =>
      each(
        [
          [100, 100],
          [100, 0],
          [100, 99],
          [100, 101],
          [100, -5],
          [-100, -5],
          [-100, 5],
          [-100, -101],
          [0, 0],
        ],
        async ([gross, paid]) => (await first(world, 'select private.payment_state($1, $2) as state', [gross, paid]))['state'],
      ),
  ),
  rule('a payment renews its invoice and no other, and keeps its author', ['payments', 'invoices'], [true, true, true], async (world) => {
    const payment = insertOf(
      'payments',
      sampleRow('payments', { id: FRESH, company_id: OURS, invoice_id: world.ids['ours issued'], created_by: personaId('owner') }),
    );
    const numbers = await renewed(world, 'invoices', "coalesce(number, 'draft') || company_id", payment);
    const { number } = await first(world, 'select number || company_id as number from public.invoices where id = $1', [
      world.ids['ours issued'],
    ]);
    const changed = await world.given(
      [payment],
      async () =>
        (
          await world.as('accountant', 'update public.payments set amount = 50, currency = currency where id = $1 returning created_by', [
            FRESH,
          ])
        ).rows[0]?.['created_by'],
    );
    const moved = await world.given([payment], async () => {
      const second = await world.build.issued({ company_id: OURS, created_by: personaId('owner') });
      return world.given([['update public.payments set invoice_id = $1 where id = $2', [second.id, FRESH]]], async () =>
        (
          await world.query('select paid_total::float8 as paid from public.invoices where id = any ($1) order by id = $2', [
            [second.id, world.ids['ours issued']],
            second.id,
          ])
        ).rows.map(({ paid }) => paid),
      );
    });
    return [JSON.stringify(numbers) === JSON.stringify([number]), changed === personaId('owner'), JSON.stringify(moved) === '[0,100]'];
  }),
  rule(
    'a changed line renews its own invoice or recurring invoice',
    ['invoice_items', 'recurring_invoice_items'],
    [1, 1],
    async (world) => [
      (
        await renewed(world, 'invoices', 'id', [
          'update public.invoice_items set quantity = 7 where id = $1',
          [world.ids['ours invoice_items']],
        ])
      ).length,
      (
        await renewed(world, 'recurring_invoices', 'id', [
          'update public.recurring_invoice_items set quantity = 7 where id = $1',
          [world.ids['ours recurring_invoice_items']],
        ])
      ).length,
    ],
  ),
];

const records: Rule[] = [
  rule(
    'whether an expense is decided is said to its company’s members only',
    ['expenses', 'files'],
    [true, false, false],
    async (world) => {
      const asked = (name: string): Statement => ['select private.is_decided($1, $2)', [OURS, world.ids[name]]];
      return [
        await told(world, 'viewer', asked('employee approved')),
        await told(world, 'viewer', asked('employee pending')),
        await told(world, 'stranger', asked('employee approved')),
      ];
    },
  ),
  rule('a kept receipt can be renamed by its uploader and detached by the platform', ['files'], [1, true], async (world) => [
    await said(world, 'employee', [
      "update public.files set name = 'New.pdf', expense_id = expense_id where id = $1",
      [world.ids['employee kept file']],
    ]),
    await world.given([['update public.files set expense_id = null where id = $1', [world.ids['employee kept file']]]], async () => true),
  ]),
  rule('a receipt is attached to no expense of another company, whoever sees both', ['files', 'expenses'], ['missing_parent'], (world) =>
    world.given([...JOINED, granted('guest', 'files.upload', 'expenses.view')], async () => [
      await said(
        world,
        'guest',
        insertOf('files', sampleRow('files', { id: FRESH, company_id: OURS, expense_id: world.ids['theirs expenses'] })),
      ),
    ]),
  ),
  rule(
    'the history says what changed inside of settings, and whole what was no list of settings',
    ['companies', 'activity_log'],
    ['{"a.b": [1, 2]}', '{"a": [1, {"b": 2}]}', '{"a": [{"b": 1}, 2]}', '{"iban_of": ["1", "2"], "my.iban": ["…", "…"]}', '{}'],
    (world) =>
      each(
        [
          ['{"a": {"b": 1}}', '{"a": {"b": 2}}'],
          ['{"a": 1}', '{"a": {"b": 2}}'],
          ['{"a": {"b": 1}}', '{"a": 2}'],
          ['{"my": {"iban": "1"}, "iban_of": "1"}', '{"my": {"iban": "2"}, "iban_of": "2"}'],
          ['{"a": 1}', '{"a": 1}'],
        ],
        async (pair) =>
          (await first(world, 'select private.public_changes(private.changed_fields($1, $2))::text as changes', pair))['changes'],
      ),
  ),
  rule('nothing moves to another id', ['vendors'], ['row_identity_is_immutable', 'row_identity_is_immutable', 1], async (world) => {
    const asPlatform = (values: string, params: unknown[]) =>
      world.given([[`update public.vendors set ${values} where id = $1`, params]], async () => 1).catch((error: Error) => error.message);
    return [
      await asPlatform('id = $2', [world.ids['ours vendors'], FRESH]),
      await asPlatform('company_id = $2', [world.ids['ours vendors'], THEIRS]),
      await asPlatform('id = id', [world.ids['ours vendors']]),
    ];
  }),
  rule(
    'what is old goes from the memory, and what is not stays',
    ['functions'],
    [
      [501, 0, 1, 1],
      [500, 502],
    ],
    async (world) => {
      const many = (company: string, who: 'owner' | 'admin', count: number, ago: string): Statement => [
        "insert into private.applied_mutations (company_id, mutation_id, collection, row_id, user_id, applied_at) select $1, $2::text || n, 'vendors', gen_random_uuid(), $2::uuid, now() - $3::interval from generate_series(1, $4::int) n",
        [company, personaId(who), ago, count],
      ];
      const prune: Statement = ['select public.prune_history()'];
      const count = (company: string, who: 'owner' | 'admin') =>
        countOf(world, 'private.applied_mutations where company_id = $1 and user_id = $2', [company, personaId(who)]);
      const attempts: Statement[] = [
        ["insert into private.recovery_attempts (user_id, tried_at) values ($1, now() - interval '25 hours')", [personaId('owner')]],
        ["insert into private.recovery_attempts (user_id, tried_at) values ($1, now() - interval '23 hours')", [personaId('admin')]],
        [
          "insert into private.sent_mails (company_id, user_id, purpose, recipient, sent_at) values ($1, $2, 'test', 'a', now() - interval '49 hours'), ($1, $2, 'test', 'b', now() - interval '47 hours')",
          [OURS, personaId('owner')],
        ],
      ];
      return [
        await world.given([many(OURS, 'owner', 501, '89 days'), ...attempts, prune], async () => [
          await count(OURS, 'owner'),
          await countOf(world, 'private.recovery_attempts where user_id = $1', [personaId('owner')]),
          await countOf(world, 'private.recovery_attempts where user_id = $1', [personaId('admin')]),
          await countOf(world, "private.sent_mails where purpose = 'test'"),
        ]),
        await world.given([many(OURS, 'owner', 502, '91 days'), many(THEIRS, 'owner', 502, '1 day'), prune], async () => [
          await count(OURS, 'owner'),
          await count(THEIRS, 'owner'),
        ]),
      ];
    },
  ),
];

/** What a change leaves alone: the next member, company, invoice, account or record. */
export const NEIGHBOURS: readonly Rule[] = [...money, ...records];
