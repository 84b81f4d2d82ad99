import { ABLE_TO_INVOICE, insertOf, sampleRow, testId } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';
import { type Rule, rule } from './rules.ts';
import { FRESH, OURS, type World } from './world.ts';

const FUNCTIONS = [
  ['create_company', `select public.create_company('${FRESH}', 'Mine')`],
  ['sync_pull', `select public.sync_pull('${OURS}', '{}')`],
  ['sync_push', `select public.sync_push('${OURS}', '[]')`],
  ['rotate_epoch', `select public.rotate_epoch('${OURS}')`],
] as const;

const functions: Rule[] = [
  ...FUNCTIONS.map(([name, sql]) =>
    rule(
      `anonymous may not call ${name}`,
      [name],
      `permission denied for function ${name}`,
      async ({ as }) => (await as('anonymous', sql)).message,
    ),
  ),
  rule(
    'only the platform rotates the epoch',
    ['rotate_epoch'],
    '42501',
    async ({ as }) => (await as('owner', `select public.rotate_epoch('${OURS}')`)).code,
  ),
  rule('a stranger neither pulls nor pushes', ['sync_pull', 'sync_push'], ['not_a_member', 'not_a_member'], async ({ as }) => [
    (await as('stranger', `select public.sync_pull('${OURS}', '{}')`)).message,
    (await as('stranger', `select public.sync_push('${OURS}', '[]')`)).message,
  ]),
  rule('no function is open to everybody by accident', ['functions'], [], async ({ query }) => {
    const { rows } = await query(
      `select p.oid::regprocedure::text as name from pg_proc p
       where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and has_function_privilege('anon', p.oid, 'execute')`,
    );
    return rows.map(({ name }) => name);
  }),
  rule('every definer function has a fixed search path', ['functions'], [], async ({ query }) => {
    const { rows } = await query(
      `select p.oid::regprocedure::text as name from pg_proc p
       where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prosecdef and not coalesce(p.proconfig @> '{"search_path=\\"\\""}', false)`,
    );
    return rows.map(({ name }) => name);
  }),
  rule('every table of the product has row level security', ['functions'], [], async ({ query }) => {
    const { rows } = await query(
      `select c.oid::regclass::text as name from pg_class c
       where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind = 'r' and not c.relrowsecurity`,
    );
    return rows.map(({ name }) => name);
  }),
  rule('a live deletion, which nobody can check any more, names nothing but a random id', ['functions'], [], async ({ query }) => {
    const { rows } = await query(
      `select distinct r.prrelid::regclass::text as name from pg_publication p join pg_publication_rel r on r.prpubid = p.oid
       join pg_index i on i.indrelid = r.prrelid and i.indisprimary
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey) where p.pubname = 'supabase_realtime' and a.attname <> 'id'`,
    );
    return rows.map(({ name }) => name);
  }),
  rule('the private tables are closed to members', ['functions'], [], async ({ query }) => {
    const { rows } = await query(
      `select c.relname as name from pg_class c where c.relnamespace = 'private'::regnamespace and c.relkind = 'r' and c.relname not in ('synced_collections', 'nested_collections')
       and (has_table_privilege('authenticated', c.oid, 'select') or has_table_privilege('authenticated', c.oid, 'insert,update,delete'))`,
    );
    return rows.map(({ name }) => name);
  }),
];

/** What a client's direct write leaves behind, read within the same transaction. */
const after = (world: World, statements: readonly (readonly [string, unknown[]?])[], sql: string) =>
  world.given([...statements, ['set constraints all immediate']], async () => (await world.query(sql)).rows[0]);
const vendor = insertOf('vendors', sampleRow('vendors', { id: FRESH, company_id: OURS }));

const triggers: Rule[] = [
  rule('a change made without a version gets one from the server', ['vendors', 'stamp'], true, async (world) => {
    const row = await after(
      world,
      [vendor, [`update public.vendors set name = 'New' where id = '${FRESH}'`]],
      `select rev from public.vendors where id = '${FRESH}'`,
    );
    return String(row?.['rev']).startsWith('srv-');
  }),
  rule('two changes never share a version', ['vendors', 'stamp'], 3, async (world) => {
    const revs = new Set<unknown>();
    const steps: [string, unknown[]?][] = [vendor];
    for (const name of ['A', 'B', 'C']) {
      revs.add((await after(world, steps, `select rev from public.vendors where id = '${FRESH}'`))?.['rev']);
      steps.push([`update public.vendors set name = '${name}' where id = '${FRESH}'`]);
    }
    return revs.size;
  }),
  rule('inserting, changing and deleting are logged for devices', ['vendors', 'zz_log_change'], [false, true], async (world) => {
    const log = `select deleted from private.change_log where row_id = '${FRESH}'`;
    const inserted = await after(world, [vendor], log);
    const deleted = await after(world, [vendor, [`delete from public.vendors where id = '${FRESH}'`]], log);
    return [inserted?.['deleted'], deleted?.['deleted']];
  }),
  rule(
    'a granted key is a change of the member',
    ['company_user_permissions', 'company_users', 'log_member_change'],
    true,
    async (world) => {
      const head = `select max(seq) as seq from private.change_log where collection = 'members'`;
      const before = (await world.query(head)).rows[0]?.['seq'];
      const grant = `insert into public.company_user_permissions values ('${OURS}', '${personaId('employee')}', 'vendors.update')`;
      return Number((await after(world, [[grant]], head))?.['seq']) > Number(before);
    },
  ),
  rule(
    'business changes are in the history, with what changed',
    ['vendors', 'activity_log', 'log_activity'],
    ['updated', 'New', { name: ['Deutsche Bahn AG', 'New'] }],
    async (world) => {
      const row = await after(
        world,
        [[`update public.vendors set name = 'New' where id = '${world.ids['ours vendors']}'`]],
        `select type, entity_label, changes from public.activity_log where entity_id = '${world.ids['ours vendors']}' and type = 'updated'`,
      );
      return [row?.['type'], row?.['entity_label'], row?.['changes']];
    },
  ),
  rule(
    'account numbers and confidential names stay out of the history',
    ['companies', 'files', 'log_activity'],
    [['…', '…'], ''],
    async (world) => {
      const settings = JSON.stringify({ company_details: { bank: { iban: 'DE02120300000000202051' } } });
      const account = await after(
        world,
        [[`update public.companies set settings = $1 where id = '${OURS}'`, [settings]]],
        `select changes from public.activity_log where entity_type = 'bank_accounts' and company_id = '${OURS}' and changes ? 'iban'`,
      );
      const { rows } = await world.query("select entity_label from public.activity_log where entity_id = $1 and type = 'created'", [
        world.ids['confidential file'],
      ]);
      return [(account?.['changes'] as Record<string, unknown> | undefined)?.['iban'], rows[0]?.['entity_label']];
    },
  ),
  rule(
    'an expense has a number of its own company and year',
    ['expenses', 'assign_number'],
    ['EXP-2026-0001', 'EXP-2025-0001'],
    async (world) => {
      const { company_id } = await world.build.vendors({ id: testId(0xe_00) });
      const expense = (id: string, expense_date: string) =>
        insertOf('expenses', sampleRow('expenses', { id, company_id, expense_date, created_by: personaId('owner') }));
      const row = await after(
        world,
        [expense(FRESH, '2026-01-01'), expense(testId(0xe_01), '2025-12-31')],
        `select array_agg(number order by number desc) as numbers from public.expenses where company_id = '${company_id}'`,
      );
      return row?.['numbers'];
    },
  ),
  rule(
    'a part of the settings is changed with its own key only',
    ['companies', 'guard_company_update'],
    ['settings.expense', null, 'company.update', 'bank_accounts.manage'],
    async (world) => {
      const asHolder = (key: string, settings: object) =>
        world.given(
          [
            ['delete from public.bank_accounts'],
            ['delete from public.company_user_permissions'],
            [`insert into public.company_user_permissions values ('${OURS}', '${personaId('employee')}', '${key}')`],
          ],
          async () => {
            const { code } = await world.as('employee', 'update public.companies set settings = $1 where id = $2', [
              JSON.stringify(settings),
              OURS,
            ]);
            return code;
          },
        );
      const [{ company_details, tax }, bank] = [ABLE_TO_INVOICE, { iban: 'DE89370400440532013000' }];
      const expense = { company_details, tax, expense_defaults: { mark_as_paid_on_approval: false } };
      return [
        (await asHolder('settings.invoice', expense)) === '42501' ? 'settings.expense' : null,
        await asHolder('settings.expense', expense),
        (await asHolder('settings.expense', { company_details, tax: { ...tax, vat_id: 'DE1' } })) === '42501' ? 'company.update' : null,
        (await asHolder('company.update', { tax, company_details: { ...company_details, bank } })) === '42501'
          ? 'bank_accounts.manage'
          : null,
      ];
    },
  ),
  rule(
    'settings are complete and make sense, whoever writes them',
    ['companies', 'complete_settings'],
    ['Europe/Berlin', 'P0001'],
    async (world) => {
      const { rows } = await world.query(
        "select settings #>> '{company_details,basics,timezone}' as timezone from public.companies where id = $1",
        [OURS],
      );
      const settings = JSON.stringify({ company_details: { basics: { timezone: 'Mars/Olympus' } } });
      const { code } = await world.as('owner', 'update public.companies set settings = $1 where id = $2', [settings, OURS]);
      return [rows[0]?.['timezone'], code];
    },
  ),
  rule(
    'a member carries the name and address of the account',
    ['company_users', 'kontor_follow_account', 'fill_member_name'],
    ['owner', 'new@kontor.example'],
    async (world) => {
      const row = await after(
        world,
        [[`update auth.users set email = 'new@kontor.example' where id = '${personaId('owner')}'`]],
        `select display_name, email from public.company_users where user_id = '${personaId('owner')}'`,
      );
      return [row?.['display_name'], row?.['email']];
    },
  ),
];

export const PLATFORM: readonly Rule[] = [...functions, ...triggers];
