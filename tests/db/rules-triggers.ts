import { insertOf, sampleRow } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';
import { type Rule, rule } from './rules.ts';
import { ENTITIES, FRESH, OURS, type World } from './world.ts';

const COLLECTIONS = [
  ...ENTITIES.map((entity) => ({ table: entity, collection: entity as string, id: `ours ${entity}` })),
  { table: 'companies', collection: 'companies', id: 'company' },
  { table: 'company_users', collection: 'members', id: 'member' },
];

const COLUMN: Readonly<Record<string, string>> = {
  periods: 'reason',
  expenses: 'description',
  recurring_expenses: 'description',
  invoices: 'reference',
  delivery_notes: 'reference',
  payments: 'reference',
  activity_log: 'entity_label',
  company_users: 'display_name',
};

async function idOf(world: World, id: string): Promise<string> {
  if (id === 'company') return OURS;
  if (id !== 'member') return world.ids[id] ?? '';
  const { rows } = await world.query('select id from public.company_users where user_id = $1', [personaId('viewer')]);
  return String(rows[0]?.['id']);
}

/** Per synced table: the platform changes one row; what happened to its version, the log of devices and the history. */
const consequences: Rule[] = COLLECTIONS.map(({ table, collection, id }) =>
  rule(
    `a change of ${table} has a new version, reaches devices and is in the history`,
    [table],
    { hasNewVersion: true, keepsCreatedAt: true, isLogged: true, isInHistory: table !== 'activity_log' },
    async (world) => {
      const row = await idOf(world, id);
      const look = async () =>
        (
          await world.query(
            `select t.rev, t.created_at::text as created_at, (select l.seq from private.change_log l where l.collection = $2 and l.row_id = t.id) as seq,
               (select count(*)::int from public.activity_log a where a.entity_type = $2 and a.entity_id = t.id and a.type = 'updated') as entries
             from public.${table} t where t.id = $1`,
            [row, collection],
          )
        ).rows[0] ?? {};
      const before = await look();
      const change = `update public.${table} set ${COLUMN[table] ?? 'name'} = 'Changed', created_at = '2001-01-01' where id = '${row}'`;
      const after = await world.given([[change], ['set constraints all immediate']], look);
      return {
        hasNewVersion: after['rev'] !== before['rev'],
        keepsCreatedAt: after['created_at'] === before['created_at'],
        isLogged: Number(after['seq']) > Number(before['seq']),
        isInHistory: Number(after['entries']) > Number(before['entries']),
      };
    },
  ),
);

const untouched: Rule[] = [
  ...ENTITIES.filter((entity) => entity !== 'activity_log').map((table) =>
    rule(
      `a viewer cannot even renew the version of ${table}`,
      [table],
      0,
      async ({ as }) => (await as('viewer', `update public.${table} set rev = 'mine-1'`)).count,
    ),
  ),
  // Of their own company only: on another one the trigger that follows its accounts would refuse before the policy is asked.
  rule(
    'a viewer cannot even renew the version of companies',
    ['companies'],
    0,
    async ({ as }) => (await as('viewer', "update public.companies set rev = 'mine-1' where id = $1", [OURS])).count,
  ),
];

const approval = async (world: World, who: 'accountant' | 'owner') => {
  const insert = insertOf('expenses', sampleRow('expenses', { id: FRESH, company_id: OURS, created_by: personaId(who) }));
  return world.given([insert], async () => {
    const { message, count } = await world.as(who, `update public.expenses set status = 'approved' where id = '${FRESH}'`);
    return message || count;
  });
};

const fourEyes: Rule[] = [
  rule('nobody but an owner approves an own expense', ['expenses'], ['own_expense', 1], async (world) => [
    await approval(world, 'accountant'),
    await approval(world, 'owner'),
  ]),
  rule('a member who is alone approves own expenses', ['expenses'], 1, async (world) =>
    world.given([['delete from public.company_users where company_id = $1 and user_id <> $2', [OURS, personaId('accountant')]]], () =>
      approval(world, 'accountant'),
    ),
  ),
  rule(
    'a new member is known by the name of the account',
    ['company_users'],
    ['stranger', 'stranger@kontor.example'],
    async ({ given, query }) => {
      const joined = ['insert into public.company_users (company_id, user_id) values ($1, $2)', [OURS, personaId('stranger')]] as [
        string,
        unknown[],
      ];
      const member = () => query('select display_name, email from public.company_users where company_id = $1 and user_id = $2', joined[1]);
      const { rows } = await given([joined], member);
      return [rows[0]?.['display_name'], rows[0]?.['email']];
    },
  ),
];

export const TRIGGERS: readonly Rule[] = [...consequences, ...untouched, ...fourEyes];
