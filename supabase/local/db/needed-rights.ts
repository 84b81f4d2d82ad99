import { userInfo } from 'node:os';
import type { Query } from './port.ts';

/** Who connects, and to what: named in the statements that an administrator runs. */
export type PlainRole = { readonly role: string; readonly database: string };

/** Whom an address names; without a name PostgreSQL takes that of the operating system's user, and without a database that of the role. */
export function plainRoleOf(url: string): PlainRole {
  const { username, pathname } = new URL(url);
  const role = decodeURIComponent(username) || userInfo().username;
  return { role, database: decodeURIComponent(pathname.slice(1)) || role };
}

/** One thing that a role without superuser rights can't make for itself. */
type Need = {
  /** Ends “It lacks …”. */
  readonly name: string;
  /** Statements of an administrator, connected to the database; they can run again. */
  readonly sql: string;
  /** Answers `is_met` to whoever will connect. */
  readonly check: string;
};

const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const makeRole = (name: string, attributes: string): string =>
  `do $$ begin create role ${name} nologin noinherit ${attributes}; exception when duplicate_object then null; end $$;`.replace(' ;', ';');

/** Where what Kontor made lies; extensions bring what is theirs. */
const OURS = `'auth', 'extensions', 'private', 'realtime', 'storage', 'supabase_migrations'`;

/** Everything of Kontor's that is not the role's, as statements that make it so. A database that a superuser began belongs to that one. */
const foreignObjects = (isMine: string): string => `
    with ours as (select oid, nspname, nspowner from pg_namespace where nspname in (${OURS}) or (nspname = 'public' and to_regclass('supabase_migrations.platform_state') is not null)),
    part as (select classid, objid from pg_depend where deptype in ('e', 'i') or (deptype = 'a' and classid = 'pg_class'::regclass and refobjsubid > 0))
    select 1 as place, format('schema %I', nspname) as object from ours where nspname <> 'public' and not ${isMine.replace('$owner', 'nspowner')}
    union all select 2, format('table %s', c.oid::regclass) from pg_class c join ours on ours.oid = relnamespace
      where relkind in ('r', 'p', 'v', 'm', 'S') and not ${isMine.replace('$owner', 'relowner')} and (1259, c.oid) not in (select classid::int, objid from part)
    union all select 3, format('routine %s', p.oid::regprocedure) from pg_proc p join ours on ours.oid = pronamespace
      where not ${isMine.replace('$owner', 'proowner')} and (1255, p.oid) not in (select classid::int, objid from part)
    union all select 4, format('type %s', t.oid::regtype) from pg_type t join ours on ours.oid = typnamespace
      where typtype in ('d', 'e') and not ${isMine.replace('$owner', 'typowner')} and (1247, t.oid) not in (select classid::int, objid from part)
    union all select 5, format('publication %I', pubname) from pg_publication where pubname = 'supabase_realtime' and not ${isMine.replace('$owner', 'pubowner')}`;

/** What a plain role needs, in the order in which an administrator makes it. */
function needs({ role, database }: PlainRole): Need[] {
  const [me, here] = [identifier(role), identifier(database)];
  const roles = [
    ['anon', ''],
    ['authenticated', ''],
    ['service_role', 'bypassrls'],
  ] as const;
  return [
    ...roles.map(([name, attributes]) => ({
      name: `the role ${name}${attributes ? `, which row level security lets through (${attributes})` : ''}`,
      sql: `${makeRole(name, attributes)}${attributes ? `\nalter role ${name} ${attributes};` : ''}`,
      check: `select exists (select from pg_roles where rolname = '${name}'${attributes ? ' and rolbypassrls' : ''}) as is_met`,
    })),
    {
      name: `membership of ${role} in these three roles`,
      sql: `grant anon, authenticated, service_role to ${me};`,
      // Since 16 a membership may come without the right to act as the role.
      check: `select count(*) filter (where pg_has_role(current_user, oid, case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end)) = 3 as is_met
        from pg_roles where rolname in ('anon', 'authenticated', 'service_role')`,
    },
    {
      name: `the right of ${role} to make schemas in the database ${database}`,
      sql: `grant create on database ${here} to ${me};`,
      check: `select has_database_privilege(current_database(), 'create') as is_met`,
    },
    {
      name: `the right of ${role} to make tables in the schema public`,
      sql: `grant usage, create on schema public to ${me};`,
      check: `select has_schema_privilege('public', 'create') and has_schema_privilege('public', 'usage') as is_met`,
    },
    {
      name: 'the extension pgcrypto in the schema extensions (where it can’t be made: install PostgreSQL’s contrib package)',
      sql: [
        `create schema if not exists extensions authorization ${me};`,
        'create extension if not exists pgcrypto with schema extensions;',
        'alter extension pgcrypto set schema extensions;',
      ].join('\n'),
      // Whoever may make schemas makes it, too: it is one that PostgreSQL trusts.
      check: `select coalesce((select nspname = 'extensions' from pg_extension e join pg_namespace n on n.oid = extnamespace where extname = 'pgcrypto'),
        exists (select from pg_available_extension_versions where name = 'pgcrypto' and trusted)) as is_met`,
    },
    {
      name: `ownership by ${role} of what another role began here`,
      sql: [
        'do $$ declare statement text; begin',
        `  for statement in select format('alter %s owner to %I', object, '${role.replaceAll("'", "''")}') from (${foreignObjects(`($owner = (select oid from pg_roles where rolname = '${role.replaceAll("'", "''")}'))`)}
    order by place) objects loop execute statement; end loop;`,
        'end $$;',
      ].join('\n'),
      check: `select not exists (${foreignObjects("pg_has_role($owner, 'USAGE')")}) as is_met`,
    },
  ];
}

/** What the connected role lacks of the database, each with the statements that an administrator runs. Empty: it can make the rest itself. */
export async function missingRights(query: Query, who: PlainRole): Promise<{ name: string; sql: string }[]> {
  const missing: { name: string; sql: string }[] = [];
  for (const { name, sql, check } of needs(who)) if ((await query(check)).rows[0]?.['is_met'] !== true) missing.push({ name, sql });
  return missing;
}

/** The whole script that makes a database ready for a plain role; it can run again. */
export function preparationSql(who: PlainRole): string {
  const [me, here] = [identifier(who.role), identifier(who.database)];
  return [
    `-- Makes a database ready for Kontor, which then connects as ${who.role} and needs no superuser. An administrator runs it once, connected to ${who.database}.`,
    '-- Where the two are not there yet, first, connected to any other database:',
    `--   create role ${me} login password '…';`,
    `--   create database ${here} owner ${me} encoding 'UTF8' template template0;`,
    ...needs(who).map(({ sql }) => sql),
    '',
  ].join('\n');
}
