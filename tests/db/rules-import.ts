import { personaId } from '#tests/support/personas.ts';
import { archiveOf } from './archive-of.ts';
import { BARE, countOf, each, first, said, type Statement, told } from './asking.ts';
import { imported, IMPORT } from './importing.ts';
import { IMPORTS_BEGUN } from './rules-import-begun.ts';
import { IMPORTS_OF_NUMBERS } from './rules-import-numbers.ts';
import { IMPORTS_REFUSED } from './rules-import-refused.ts';
import { ended } from './more-rows.ts';
import { type Rule, rule } from './rules.ts';
import { OURS, THEIRS } from './world.ts';

const round: Rule[] = [
  rule(
    'a company comes in as it went: every row as it was, its ledger whole, and nothing of the way is left',
    ['functions'],
    {
      differ: ['company_origins', 'company_users', 'company_user_permissions', 'activity_log'],
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
        await world.given([ended(OURS), ['delete from public.companies where id = $1', [OURS]]], () =>
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

const TABLES = ['private.imports', 'private.import_rows', 'private.import_files', 'private.imports_at_work', 'public.company_origins'];
const doors: Rule[] = [
  rule(
    'an archive from before copies kept their look gets the one of today, as no change; one whose documents have theirs needs none',
    ['functions', 'companies'],
    [
      [true, 0],
      [null, 0],
      ['{}', 0],
    ],
    async (world) => {
      const without = (tables: Record<string, Record<string, unknown>[]>) => {
        for (const company of tables['companies'] ?? []) delete company['former_letterhead'];
      };
      const older: Statement[] = [
        BARE,
        ["update public.invoices set seller = seller - 'letterhead' where company_id = $1 and number is not null", [OURS]],
        ['set local session_replication_role = origin'],
      ];
      const look = async () => {
        const sql =
          'select former_letterhead::text as look, former_letterhead = private.letterhead(id) as today from public.companies where id = $1';
        const company = await first(world, sql, [OURS]);
        const changes = await countOf(world, "public.activity_log where company_id = $1 and type = 'changed' and created_at = now()", [
          OURS,
        ]);
        return [company['today'] === true || company['look'], changes];
      };
      return [
        await imported(world, { rows: without, world: older }, look),
        await imported(world, { rows: without }, look),
        await imported(world, {}, look),
      ];
    },
  ),
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

export const IMPORTS: readonly Rule[] = [...round, ...IMPORTS_BEGUN, ...IMPORTS_OF_NUMBERS, ...IMPORTS_REFUSED, ...doors];
