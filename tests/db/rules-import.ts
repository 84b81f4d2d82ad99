import { personaId } from '#tests/support/personas.ts';
import { testId } from '#tests/support/builders.ts';
import { archiveOf } from './archive-of.ts';
import { countOf, each, factorOf, first, said, type Statement, told } from './asking.ts';
import { become, imported, IMPORT, unbecome, type Way } from './importing.ts';
import { type Rule, rule } from './rules.ts';
import { OURS, THEIRS, type World } from './world.ts';

type Rows = Record<string, Record<string, unknown>[]>;
const changed =
  (table: string, change: (row: Record<string, unknown>) => object, at = 0) =>
  (tables: Rows) => {
    tables[table] = (tables[table] ?? []).map((row, place) => (place === at ? { ...row, ...change(row) } : row));
  };
const all = (table: string, change: (row: Record<string, unknown>) => object) => (tables: Rows) => {
  tables[table] = (tables[table] ?? []).map((row) => ({ ...row, ...change(row) }));
};
/** An expense with a tax table. */
const TAXED: Statement = [
  "insert into public.expenses (company_id, created_by, amount, tax_rate, tax_amount, expense_date) values ($1, $2, 119, 19, 19, '2026-01-30')",
  [OURS, personaId('owner')],
];
const answer = (world: World, way: Way) => imported(world, way, async () => 'imported');

const round: Rule[] = [
  rule(
    'a company comes in as it went: every row as it was, its ledger whole, and nothing of the way is left',
    ['functions'],
    {
      differ: ['company_users', 'company_user_permissions', 'activity_log'],
      added: 1,
      ledger: null,
      unlogged: 0,
      left: 0,
      owners: [personaId('stranger')],
      entry: 'imported companies Ours',
    },
    async (world) =>
      imported(world, {}, async ({ tables }) => {
        const { query } = world;
        const now = await archiveOf(query, OURS);
        const [log, logs] = [tables['activity_log'] ?? [], now.tables['activity_log'] ?? []];
        const entry = await first(
          world,
          "select concat_ws(' ', type, entity_type, entity_label) as said from public.activity_log where company_id = $1 and type = 'imported'",
          [OURS],
        );
        return {
          differ: Object.keys(tables).filter((name) => JSON.stringify(tables[name]) !== JSON.stringify(now.tables[name])),
          added: logs.length - log.length,
          ledger: (await first(world, "select private.check_ledger($1, 0, 1000) -> 'fault' as fault", [OURS]))['fault'],
          unlogged: await countOf(
            world,
            `public.invoices i where company_id = $1 and not exists (
              select from private.change_log l where l.company_id = $1 and l.row_id = i.id and l.collection = 'invoices' and not l.deleted)`,
            [OURS],
          ),
          left:
            (await countOf(world, 'private.import_rows')) +
            (await countOf(world, 'private.import_files')) +
            (await countOf(world, 'private.imports_at_work')),
          owners: (
            await query('select user_id from public.company_users where company_id = $1 and is_owner and is_admin', [OURS])
          ).rows.map((row) => row['user_id']),
          entry: entry['said'],
        };
      }),
  ),
  rule(
    'its people are names: members see them, who may invite sees addresses, nobody has a right by them',
    ['functions'],
    ['employee', 'not_allowed', 0, 5, 'not_a_member'],
    async (world) =>
      imported(world, {}, async () => [
        await told(world, 'stranger', [
          `select origin -> 'names' ->> '${personaId('employee')}' from private.company_documents where id = $1`,
          [OURS],
        ]),
        (await world.as('stranger', 'select emails from public.company_origins')).code === '42501' ? 'not_allowed' : 'told',
        await said(world, 'owner', ['select 1 from public.company_origins where company_id = $1', [OURS]]),
        await said(world, 'stranger', ['select * from public.imported_people($1)', [OURS]]),
        (await world.as('owner', 'select * from public.imported_people($1)', [OURS])).code === '42501' ? 'not_a_member' : 'told',
      ]),
  ),
  rule('who is a member already is not offered again', ['functions'], ['accountant', 'admin', 'employee', 'viewer'], (world) =>
    imported(world, { who: 'owner' }, async () =>
      (await world.as('owner', 'select name from public.imported_people($1)', [OURS])).rows.map(({ name }) => name),
    ),
  ),
  rule(
    'done again it answers the same, and only when the company has gone it is done anew',
    ['functions'],
    ['true', 'true', 'false'],
    (world) =>
      imported(world, {}, async () => [
        await told(world, 'stranger', ["select public.finish_import($1) ->> 'is_finished'", [IMPORT]]),
        await told(world, 'stranger', ["select public.begin_import($1, '{}') ->> 'is_finished'", [IMPORT]]),
        await world.given([['delete from public.companies where id = $1', [OURS]]], () =>
          told(world, 'stranger', [
            "select public.begin_import($1, $2) ->> 'is_finished'",
            [IMPORT, { format: 'kontor-archive', version: 1, is_complete: true, company: { id: OURS }, entries: [] }],
          ]),
        ),
      ]),
  ),
  rule('a device that knew the company sees another history', ['functions'], [true, true], async (world) => {
    const epoch = async () => (await first(world, 'select epoch from private.company_clocks where company_id = $1', [OURS]))['epoch'];
    const before = await epoch();
    return imported(world, {}, async () => [before !== undefined, (await epoch()) !== before]);
  }),
];

const head = { format: 'kontor-archive', version: 1, is_complete: true, company: { id: testId(0xe_02) }, entries: [] as object[] };
const sha256 = 'b'.repeat(64);
const entry = (path: string, more: object = {}) => ({ path, bytes: 1, sha256, rows: 1, ...more });
const begins = async (world: World, manifest: object, who: 'stranger' | 'owner' = 'stranger') => {
  const { message, code } = await world.as(who, 'select public.begin_import($1, $2)', [IMPORT, manifest]);
  return code === null ? 'begun' : message;
};
const many = (count: number, path: (n: number) => string) => Array.from({ length: count }, (_, n) => entry(path(n), { rows: undefined }));
const COMPANY = testId(0xe_02);

const beginning: Rule[] = [
  rule(
    'an archive is taken whole, of this version, of a company that is not here, and no larger than what is taken',
    ['functions'],
    [
      'begun',
      'bad_manifest',
      'bad_manifest',
      'bad_manifest',
      'newer_version',
      'incomplete_archive',
      'incomplete_archive',
      'bad_manifest',
      'bad_manifest',
      'bad_manifest',
      'unknown_to_server',
      'company_here',
      'begun',
      'archive_too_large',
      'archive_too_large',
      'archive_too_large',
    ],
    (world) =>
      each(
        [
          head,
          { ...head, format: 'zip' },
          { ...head, entries: {} },
          { ...head, company: { id: 'x' } },
          { ...head, version: 2 },
          { ...head, is_complete: false },
          { ...head, is_complete: undefined },
          { ...head, entries: [entry('json/vendors.jsonl', { rows: 'x' })] },
          { ...head, entries: [entry('json/vendors.jsonl', { bytes: -1 })] },
          { ...head, entries: [entry('files/uploads/x', { sha256: 'x' })] },
          { ...head, entries: [entry('json/users.jsonl')] },
          { ...head, company: { id: OURS } },
          { ...head, entries: [entry('json/vendors.jsonl', { rows: 2_000_000, bytes: 268_435_456 })] },
          { ...head, entries: [entry('json/vendors.jsonl', { rows: 2_000_001 })] },
          { ...head, entries: [entry('json/vendors.jsonl', { bytes: 268_435_457 })] },
          {
            ...head,
            entries: ['vendors', 'customers', 'files'].map((name) => entry(`json/${name}.jsonl`, { bytes: 200_000_000 })),
          },
        ],
        (manifest) => begins(world, manifest),
      ),
  ),
  rule('a list of contents has an end', ['functions'], ['bad_manifest', 'archive_too_large'], (world) =>
    each(
      [
        { ...head, padding: 'x'.repeat(17_000_000) },
        { ...head, entries: many(40_001, (n) => `files/uploads/${n}`) },
      ],
      (manifest) => begins(world, manifest),
    ),
  ),
  rule(
    'its files lie in the company’s own folder of a bucket for them',
    ['functions'],
    ['begun', 'begun', 'bad_path', 'bad_path', 'bad_path', 'bad_path'],
    (world) =>
      each(
        [
          `uploads/${COMPANY}/${testId(1)}.pdf`,
          `logos/${COMPANY}/${testId(1)}.png`,
          `avatars/${COMPANY}/${testId(1)}.png`,
          `uploads/${OURS}/${testId(1)}.pdf`,
          `uploads/${COMPANY}/../${testId(1)}.pdf`,
          `uploads/${COMPANY}/${testId(1)}/x.pdf`,
        ],
        (path) => begins(world, { ...head, entries: [entry(`files/${path}`)] }),
      ),
  ),
  rule(
    'it takes somebody who is signed in, with the second factor',
    ['functions'],
    ['not_signed_in', 'second_factor_required'],
    async (world) => [
      await told(world, 'stranger', ['select public.begin_import($1, $2)', [IMPORT, head]], { sub: undefined }),
      await world.given([factorOf('stranger')], () => begins(world, head)),
    ],
  ),
];

const own: Statement = [
  'insert into private.imports (id, user_id, company_id, manifest) values ($1, $2, $3, $4)',
  [
    IMPORT,
    personaId('stranger'),
    COMPANY,
    {
      ...head,
      entries: [
        entry('json/vendors.jsonl', { rows: 3 }),
        entry('json/companies.jsonl'),
        entry(`files/uploads/${COMPANY}/${testId(1)}.pdf`),
      ],
    },
  ],
];
const PATH = `${COMPANY}/${testId(1)}.pdf`;
const file: Statement = [
  "insert into private.import_files (import_id, bucket_id, name, sha256, size) values ($1, 'uploads', $2, $3, 1)",
  [IMPORT, PATH, sha256],
];
const vendor = (more: object = {}) => ({ id: testId(0xe_03), company_id: COMPANY, name: 'V', ...more });
const sends = (table: string, line: number, rows: object[]): Statement => [
  'select public.import_rows($1, $2, $3, $4)',
  [IMPORT, table, line, JSON.stringify(rows)],
];

const staging: Rule[] = [
  rule(
    'rows come in their order, once, of the archive’s own company, and no more than were announced',
    ['functions'],
    [2, 2, 3, 'import_out_of_order', 'import_out_of_order', 'other_company', 'other_company', 'import_out_of_order', 'archive_too_large'],
    (world) =>
      world.given(
        [own, ["insert into private.import_rows values ($1, 'vendors', 1, '{}'), ($1, 'vendors', 2, '{}')", [IMPORT]]],
        async () => [
          await told(world, 'stranger', sends('vendors', 1, [vendor(), vendor()])),
          await told(world, 'stranger', sends('vendors', 2, [vendor()])),
          await told(world, 'stranger', sends('vendors', 3, [vendor()])),
          await told(world, 'stranger', sends('vendors', 4, [vendor()])),
          await told(world, 'stranger', sends('vendors', 3, [vendor(), vendor()])),
          await told(world, 'stranger', sends('vendors', 3, [vendor({ company_id: OURS })])),
          await told(world, 'stranger', sends('companies', 1, [vendor()])),
          await told(world, 'stranger', sends('customers', 1, [vendor()])),
          await world.given([['update private.imports set bytes = 1073741824']], () =>
            told(world, 'stranger', sends('vendors', 3, [vendor()])),
          ),
        ],
      ),
  ),
  rule(
    'an import is its person’s: nobody else goes on with it, sees, ends or gives it up',
    ['functions'],
    [
      ['id_taken', 'import_not_found', 'import_not_found', 'import_not_found', 'import_not_found', 'import_not_found'],
      ['not_signed_in'],
      'vendors',
    ],
    (world) =>
      world.given([own, file, ["insert into private.import_rows values ($1, 'vendors', 1, '{}')", [IMPORT]]], async () => {
        const asks: Statement[] = [
          ['select public.begin_import($1, $2)', [IMPORT, head]],
          sends('vendors', 1, [vendor()]),
          ['select public.import_state($1)', [IMPORT]],
          ['select public.finish_import($1)', [IMPORT]],
          ['select public.cancel_import($1)', [IMPORT]],
          ["select public.import_file_to_check($1, 'uploads', $2)", [IMPORT, PATH]],
        ];
        return [
          await each(asks, (ask) => told(world, 'owner', ask)),
          [await told(world, 'stranger', ['select public.import_state($1)', [IMPORT]], { sub: undefined })],
          Object.keys((await told(world, 'stranger', ["select public.import_state($1) -> 'received'", [IMPORT]])) as object)[0],
        ];
      }),
  ),
  rule('a person brings in one company at a time, and what is given up is forgotten', ['functions'], [1, 0, 1], (world) =>
    world.given([own], async () => {
      const left = (statement: Statement) =>
        world.given(
          [
            [
              "select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)",
              [JSON.stringify({ sub: personaId('stranger'), role: 'authenticated' })],
            ],
            statement,
            ["select set_config('role', 'none', true)"],
          ],
          () => countOf(world, 'private.imports where finished_at is null'),
        );
      const finished = await world.given([['update private.imports set finished_at = now()']], () => countOf(world, 'private.imports'));
      return [
        await left(['select public.begin_import($1, $2)', [testId(0xe_09), head]]),
        await left(['select public.cancel_import($1)', [IMPORT]]),
        finished,
      ];
    }),
  ),
  rule('what nobody goes on with for a week is forgotten', ['functions'], [1, 0], (world) =>
    world.given([own], async () => [
      await world.given([["update private.imports set touched_at = now() - interval '6 days'"], ['select public.prune_history()']], () =>
        countOf(world, 'private.imports'),
      ),
      await world.given([["update private.imports set touched_at = now() - interval '8 days'"], ['select public.prune_history()']], () =>
        countOf(world, 'private.imports'),
      ),
    ]),
  ),
  rule(
    'a file of the import goes up under its name, by its person, as long as the company is not here',
    ['storage'],
    [1, 'refused', 'refused', 'refused', 'refused', 'refused', 'import_not_found'],
    async (world) => {
      const put = async (who: 'stranger' | 'owner', bucket: string, name: string) => {
        const { code, count } = await world.as(
          who,
          'insert into storage.objects (bucket_id, name, owner_id, version) values ($1, $2, $3, $4)',
          [bucket, name, personaId(who), 'v'],
        );
        return code === null ? count : 'refused';
      };
      return world.given([own, file], async () => [
        await put('stranger', 'uploads', PATH),
        await put('stranger', 'uploads', `${COMPANY}/${testId(2)}.pdf`),
        await put('stranger', 'logos', PATH),
        await put('owner', 'uploads', PATH),
        await world.given([["insert into public.companies (id, name) values ($1, 'Here')", [COMPANY]]], () =>
          put('stranger', 'uploads', PATH),
        ),
        await world.given([['update private.imports set finished_at = now()']], () => put('stranger', 'uploads', PATH)),
        await told(world, 'stranger', ["select public.import_file_to_check($1, 'uploads', $2)", [IMPORT, `${COMPANY}/${testId(2)}.pdf`]]),
      ]);
    },
  ),
  rule('what was sent is seen and taken away by who sent it', ['storage'], [1, 0, 0, 1, 0, 0], (world) => {
    const object = (owner: 'stranger' | 'owner'): Statement => [
      "insert into storage.objects (bucket_id, name, owner_id, version) values ('uploads', $1, $2, 'v')",
      [PATH, personaId(owner)],
    ];
    const see: Statement = ['select 1 from storage.objects where name = $1', [PATH]];
    const drop: Statement = ['delete from storage.objects where name = $1', [PATH]];
    return world.given([own, file], async () => {
      const answers = async (ask: Statement) => [
        await world.given([object('stranger')], () => said(world, 'stranger', ask)),
        await world.given([object('owner')], () => said(world, 'stranger', ask)),
        await world.given([object('stranger'), ['delete from private.import_files']], () =>
          ask === see ? 0 : said(world, 'stranger', drop),
        ),
      ];
      return [...(await answers(see)), ...(await answers(drop))];
    });
  }),
  rule('only the platform notes what is stored, and only what the archive says', ['functions'], [true, false, false, 'refused'], (world) =>
    world.given([own, file], async () => {
      const note = (hash: string, size: number): Statement => [
        "select public.note_import_file($1, 'uploads', $2, $3, $4, clock_timestamp())",
        [IMPORT, PATH, hash, size],
      ];
      const noted = async ([sql, params]: Statement) => Object.values((await world.query(sql, params)).rows[0] ?? {})[0];
      return [
        await noted(note(sha256, 1)),
        await noted(note('c'.repeat(64), 1)),
        await noted(note(sha256, 2)),
        (await world.as('stranger', ...(note(sha256, 1) as [string, unknown[]]))).code === '42501' ? 'refused' : 'noted',
      ];
    }),
  ),
];

const HOSTILE: readonly (readonly [string, string, Way])[] = [
  ['a file that the server did not read', 'import_incomplete files/uploads/', { unread: true }],
  ['a column that nobody knows', 'unknown_to_server vendors.iban', { rows: changed('vendors', () => ({ iban: 'x' })) }],
  ['a value that no column takes', 'bad_row customers:1:', { rows: changed('customers', () => ({ payment_terms_days: 'soon' })) }],
  [
    'a row that breaks a rule of its table',
    'bad_row customers:2:customers_country_check',
    { rows: changed('customers', () => ({ country: 'Germany' }), 1) },
  ],
  [
    'a tax table that does not add up',
    'bad_row expenses:',
    {
      rows: changed('expenses', () => ({
        tax_lines: [{ rate: 19, net: 1, tax: 0.19, category: 'domestic', country: 'DE', deductible_percent: 100 }],
      })),
    },
  ],
  [
    'a reference to another company',
    'bad_row expenses:0:expenses_vendor_id_fkey',
    { rows: changed('expenses', () => ({ vendor_id: testId(0xbad) })) },
  ],
  ['sums that are not those of the lines', 'wrong_books totals:invoices:', { rows: changed('invoice_items', () => ({ unit_price: 1 })) }],
  ['what nobody has paid', 'wrong_books paid:invoices:', { rows: changed('payments', () => ({ amount: 1 })) }],
  [
    'tax that is not that of its table',
    'wrong_books tax:expenses:',
    { world: [TAXED], rows: all('expenses', (row) => (JSON.stringify(row['tax_lines']) === '[]' ? {} : { tax_amount: 1 })) },
  ],
  [
    'a cancellation that is none',
    'wrong_books cancellation:invoices:',
    { rows: changed('invoices', () => ({ cancelled_by_id: testId(0xbad) })) },
  ],
  [
    'a trail of somebody else’s history',
    'wrong_books history:activity_records:',
    { rows: changed('activity_records', () => ({ activity_id: '00000000-0000-7000-8000-00000000bad0' })) },
  ],
  ['a counter that lags behind', 'wrong_books counter:invoices:', { rows: all('number_counters', () => ({ last: 0 })) }],
  [
    'a path out of the folder',
    'wrong_books path:files:',
    { rows: changed('files', (row) => ({ path: `${OURS}/../${String(row['id'])}.pdf` })) },
  ],
  [
    'records of the future',
    'wrong_books future:vendors',
    { rows: changed('vendors', () => ({ created_at: '2999-01-01T00:00:00+00:00' })) },
  ],
  [
    'a setting that nobody can work with',
    'invalid_settings settings.company_details.basics.timezone',
    {
      rows: changed('companies', (row) => {
        const settings = structuredClone(row['settings']) as { company_details: { basics: { timezone: string } } };
        settings.company_details.basics.timezone = 'Moon/Base';
        return { settings };
      }),
    },
  ],
  ['a ledger that does not fit', 'wrong_books ledger:', { rows: all('expenses', () => ({ description: 'Forged' })) }],
  [
    'no ledger at all',
    'wrong_books ledger:',
    {
      rows: (tables) => {
        tables['ledger_entries'] = [];
      },
    },
  ],
  [
    'a receipt that was verified elsewhere only',
    'unread_receipt files/uploads/',
    { rows: changed('file_checks', () => ({ sha256: 'd'.repeat(64) })) },
  ],
];

const ending: Rule[] = [
  ...HOSTILE.map(([name, refusal, way]) =>
    rule(`refused: ${name}`, ['functions'], [true, refusal], async (world) => {
      const said = await answer(world, way);
      return [said.startsWith(refusal), said.startsWith(refusal) ? refusal : said];
    }),
  ),
  rule('rows that did not come are missed by their table', ['functions'], 'import_incomplete json/vendors.jsonl', (world) =>
    world.given([own], async () => {
      const { message } = await world.as('stranger', 'select public.finish_import($1)', [IMPORT]);
      return message === 'import_incomplete' ? 'import_incomplete json/vendors.jsonl' : message;
    }),
  ),
  rule('what is not what the manifest says is refused', ['functions'], 'checksum_differs json/vendors.jsonl', (world) =>
    answer(world, {
      before: [
        unbecome,
        [`update private.import_rows set row = row || '{"name": "Another"}' where table_name = 'vendors'`],
        become('stranger'),
      ],
    }),
  ),
  rule(
    'a company that is here stays what it is',
    ['functions'],
    'company_here',
    async (world) => (await answer(world, { keep: true })).split(' ')[0],
  ),
];

const TABLES = ['private.imports', 'private.import_rows', 'private.import_files', 'private.imports_at_work', 'public.company_origins'];
const doors: Rule[] = [
  rule(
    'nobody who asks through the API says of themselves that they are an import',
    ['functions'],
    [false, ...TABLES.map(() => ['42501', '42501', '42501'])],
    async (world) =>
      world.given([["select set_config('kontor.importing', 'on', true)"]], async () => [
        await told(world, 'owner', ['select private.is_importing()']),
        ...(await each(TABLES, (table) =>
          each(['owner', 'stranger', 'viewer'] as const, async (who) => (await world.as(who, `insert into ${table} default values`)).code),
        )),
      ]),
  ),
  rule('a booking is entered in the ledger, whatever a client sets', ['functions'], 1, async (world) => {
    const entries = () => countOf(world, "public.ledger_entries where company_id = $1 and collection = 'expenses'", [THEIRS]);
    const before = await entries();
    return world.given(
      [
        ["select set_config('kontor.importing', 'on', true)"],
        [
          "insert into public.expenses (company_id, created_by, amount, expense_date, status) values ($1, $2, 10, '2026-01-01', 'approved')",
          [THEIRS, personaId('stranger')],
        ],
        ['set constraints all immediate'],
      ],
      async () => (await entries()) - before,
    );
  }),
];

export const IMPORTS: readonly Rule[] = [...round, ...beginning, ...staging, ...ending, ...doors];
