import type { Query } from '#local/db/port.ts';
import { each } from './asking.ts';
import type { SchemaMutant } from './condition-mutants.ts';
import { dropsOf, without } from './sql-terms.ts';

type Found = Record<string, string>;
const rowsOf = async (query: Query, sql: string) => (await query(sql)).rows as Found[];
const OURS = "in ('public'::regnamespace, 'private'::regnamespace)";

/** What is done to a table's own condition: its name, and the statements. */
type Change = readonly [what: string, sql: readonly string[]];
const mutantsAt = (subject: string, about: string, changes: readonly Change[]): SchemaMutant[] =>
  changes.map(([what, sql]) => ({ subject, about, name: `${subject} ${what}`, sql }));

/** The text without one of its places, under a name of its own where two read alike. */
function leftOut(text: string): Map<string, string> {
  const named = new Map<string, string>();
  for (const drop of dropsOf(`where ${text}`)) {
    const what = `without «${`where ${text}`.slice(drop.start, drop.end)}»`;
    named.set(named.has(what) ? `${what} again` : what, without(`where ${text}`, drop).slice('where '.length));
  }
  // A list of values is an `or` that is written short.
  for (const [value = ''] of text.matchAll(/'[^']*'::text(?=[,\]])/g)) named.set(`without ${value}`, text.replace(value, 'null::text'));
  return named;
}

/** Every check, and every term of it. Rows that are there are not asked. */
async function checks(query: Query): Promise<SchemaMutant[]> {
  const rows = await rowsOf(
    query,
    `select c.conname as name, c.conrelid::regclass::text as target, t.relname as about, pg_get_expr(c.conbin, c.conrelid) as text
     from pg_constraint c join pg_class t on t.oid = c.conrelid where c.contype = 'c' and c.connamespace ${OURS} order by 2, 1`,
  );
  return rows.flatMap(({ name, target, about = '', text = '' }) =>
    mutantsAt(
      `check ${name} on ${target}`,
      about,
      [...leftOut(text)].map(([what, changed]): Change => [
        what,
        [`alter table ${target} drop constraint ${name}, add constraint ${name} check (${changed}) not valid`],
      ]),
    ),
  );
}

/** Every reference: that it is there, what goes with what it names, that it stays in its company, and when it is asked. */
async function references(query: Query): Promise<SchemaMutant[]> {
  const rows = await rowsOf(
    query,
    `select c.conname as name, c.conrelid::regclass::text as target, t.relname as about, pg_get_constraintdef(c.oid) as text
     from pg_constraint c join pg_class t on t.oid = c.conrelid where c.contype = 'f' and c.connamespace ${OURS} order by 2, 1`,
  );
  return rows.flatMap(({ name, target, about = '', text = '' }) => {
    const instead: [string, string][] = [
      ['that keeps what hangs on it', text.replace(/ ON DELETE (?:CASCADE|SET NULL(?: \(\w+\))?)/, '')],
      ['that empties the company as well', text.replace(/SET NULL \(\w+\)/, 'SET NULL')],
      ['that takes along what hangs on it', text.includes('ON DELETE') ? text : `${text} ON DELETE CASCADE`],
      ['over companies', text.replace('(company_id, ', '(').replace('(company_id, id)', '(id)')],
      ['that is asked at once', text.replace(' DEFERRABLE INITIALLY DEFERRED', '')],
    ];
    // Where nothing but the company makes it unique there is none over companies.
    const possible = instead.filter(([, changed]) => changed !== text && !changed.includes('(company_id, user_id)'));
    return mutantsAt(`reference ${name} of ${target}`, about, [
      ['dropped', [`alter table ${target} drop constraint ${name}`]],
      ...possible.map(([what, changed]): Change => [
        what,
        [`alter table ${target} drop constraint ${name}`, `alter table ${target} add constraint ${name} ${changed}`],
      ]),
    ]);
  });
}

/** Every unique key that says more than the table's primary key: that it is there, each column of it, and where it counts. References lean on the others. */
async function uniques(query: Query): Promise<SchemaMutant[]> {
  const rows = await rowsOf(
    query,
    `select k.relname as name, i.indrelid::regclass::text as target, t.relname as about, pg_get_indexdef(i.indexrelid) as text, c.conname as constraint,
       (select string_agg(quote_ident(a.attname), ', ' order by n.at) from unnest(i.indkey::int2[]) with ordinality n (num, at)
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = n.num) as columns
     from pg_index i join pg_class k on k.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
     left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u')
     where i.indisunique and t.relnamespace ${OURS}
       and not exists (select from pg_constraint f where f.contype = 'f' and f.conindid = i.indexrelid)
       and (i.indisprimary or not exists (select from pg_index p where p.indrelid = i.indrelid and p.indisprimary and p.indkey::int2[] <@ i.indkey::int2[]))
     order by 2, 1`,
  );
  return rows.flatMap(({ name = '', target, about = '', text = '', constraint, columns = '' }) => {
    const drop = constraint ? `alter table ${target} drop constraint ${constraint}` : `drop index ${target?.replace(/\w+$/, '')}${name}`;
    const all = columns.split(', ');
    // Unique by its company alone, or where a migration brought the rows: the rows that are there refuse it.
    const kept = all
      .map((column) => [column, all.filter((other) => other !== column)] as const)
      .filter(([, rest]) => columns.includes('_id') && rest.some((other) => other !== 'company_id'));
    return mutantsAt(`unique ${name} of ${target}`, about, [
      ['dropped', [drop]],
      ...kept.map(([column, rest]): Change => [`whatever the ${column}`, [drop, text.replace(`(${columns})`, `(${rest.join(', ')})`)]]),
      ...(text.includes(' WHERE ') ? [['everywhere', [drop, text.replace(/ WHERE .*$/, '')]] as Change] : []),
    ]);
  });
}

/** Every column that must have a value, but for those by which the table knows its rows. */
async function values(query: Query): Promise<SchemaMutant[]> {
  const rows = await rowsOf(
    query,
    `select a.attname as name, t.oid::regclass::text as target, t.relname as about from pg_attribute a join pg_class t on t.oid = a.attrelid
     where t.relkind = 'r' and t.relnamespace ${OURS} and a.attnum > 0 and not a.attisdropped and a.attnotnull and a.attidentity = ''
       and not exists (select from pg_index i where i.indrelid = t.oid and (i.indisprimary or i.indisreplident) and a.attnum = any (i.indkey::int2[]))
     order by 2, a.attnum`,
  );
  return rows.flatMap(({ name, target, about = '' }) =>
    mutantsAt(`column ${target}.${name}`, about, [['without a value', [`alter table ${target} alter column ${name} drop not null`]]]),
  );
}

/** What a column starts with. */
async function defaults(query: Query): Promise<SchemaMutant[]> {
  const rows = await rowsOf(
    query,
    `select a.attname as name, t.oid::regclass::text as target, t.relname as about from pg_attrdef d join pg_class t on t.oid = d.adrelid
     join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
     where t.relkind = 'r' and t.relnamespace ${OURS} and a.attgenerated = '' order by 2, a.attnum`,
  );
  return rows.flatMap(({ name, target, about = '' }) =>
    mutantsAt(`column ${target}.${name}`, about, [['without its default', [`alter table ${target} alter column ${name} drop default`]]]),
  );
}

/** Every right that a visitor or member has on a column, a table or a view. */
async function grants(query: Query): Promise<SchemaMutant[]> {
  const rows = await rowsOf(
    query,
    `with rights (right_to, target, about, acl) as (
       select a.attname, t.oid::regclass::text, t.relname, a.attacl from pg_attribute a join pg_class t on t.oid = a.attrelid
       where t.relnamespace ${OURS} and a.attacl is not null
       union all select null, t.oid::regclass::text, t.relname, t.relacl from pg_class t where t.relnamespace ${OURS} and t.relkind in ('r', 'v'))
     select r.right_to, r.target, r.about, x.grantee::regrole::text as who, lower(x.privilege_type) as verb
     from rights r cross join aclexplode(r.acl) x where x.grantee::regrole::text in ('anon', 'authenticated') order by 2, 1, 4, 5`,
  );
  return rows.flatMap(({ right_to, target, about = '', who, verb }) =>
    mutantsAt(`right of ${who}`, about, [
      [
        `to ${verb} ${right_to ? `${target}.${right_to}` : target} taken`,
        [`revoke ${verb} ${right_to ? `(${right_to})` : ''} on ${target} from ${who}`],
      ],
    ]),
  );
}

/** What a bucket takes. */
async function buckets(query: Query): Promise<SchemaMutant[]> {
  const rows = await rowsOf(query, 'select id from storage.buckets order by 1');
  return rows.flatMap(({ id }) =>
    mutantsAt(
      `bucket ${id}`,
      'objects',
      [
        ['for everybody', 'public = true'],
        ['for files of any size', 'file_size_limit = null'],
        ['for files of any kind', 'allowed_mime_types = null'],
      ].map(([what = '', set]): Change => [what, [`update storage.buckets set ${set} where id = '${id}'`]]),
    ),
  );
}

const LISTS = [checks, references, uniques, values, defaults, grants, buckets];

/** All that the tables themselves demand, allow and begin with, dropped or loosened one by one; read from the catalog. */
export async function constraintMutantsOf(query: Query): Promise<SchemaMutant[]> {
  return (await each(LISTS, (list) => list(query))).flat();
}
