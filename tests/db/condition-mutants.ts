import type { Query } from '#local/db/port.ts';
import { each } from './asking.ts';
import { type Drop, dropsOf, tokensOf, without } from './sql-terms.ts';

/** Something dropped from the schema. `about`: its table, where there is one. */
export type SchemaMutant = {
  readonly name: string;
  /** The function, view, policy, trigger or constraint that held it. */ readonly subject: string;
  readonly about: string | null;
  /** What cannot be called while it is changed needs more than one statement. */ readonly sql: readonly string[];
};

type Source = Pick<SchemaMutant, 'subject' | 'about'> & {
  readonly isFunction: boolean;
  /** The conditions' text. */ readonly text: string;
  readonly around: (text: string) => string[];
  /** What stands beside every change. */ readonly beside?: readonly Drop[];
};

const rowsOf = async (query: Query, sql: string) => (await query(sql)).rows as Record<string, string>[];

/** How many turns a change may take beside those that are asked for. */
const TANK = 300;
/** Fuel that a changed function burns at every turn: one that would never end fails instead, since PGlite cancels nothing. */
export const FUEL: readonly string[] = [
  'create schema mutants',
  'grant usage on schema mutants to public',
  'create sequence mutants.burnt minvalue -1000000000',
  `create function mutants.burn() returns void language plpgsql security definer set search_path = '' as $$
   begin if nextval('mutants.burnt') > ${TANK} then raise exception 'endless'; end if; end $$`,
];
/** Fills the tank, with so many turns more: what a rule asks a thousand times has not run without an end. */
export const refuel = (query: Query, turns: number) => query("select setval('mutants.burnt', $1)", [1 - turns]);
/** Whether it ran out since: whatever failed then failed for that, and says nothing of what was dropped. */
export const isBurnt = async (query: Query): Promise<boolean> =>
  (await query(`select last_value > ${TANK} as is_burnt from mutants.burnt`)).rows[0]?.['is_burnt'] === true;

/** What is written for each collection is written anew. */
const WRITTEN_ANEW = [
  'update private.synced_collections set source = source, updatable = updatable',
  'update private.nested_collections set columns = columns',
];

const added = (at: number, instead: string): Drop => ({ start: at, end: at, instead });
const BURN = ' perform mutants.burn(); ';
const burns = (body: string): Drop[] => {
  const tokens = tokensOf(body);
  const first = tokens.find(({ text }) => text === 'begin');
  return [
    ...(first ? [added(first.end, BURN)] : []),
    ...tokens.flatMap(({ text, end }, i) => (text === 'loop' && tokens[i - 1]?.text !== 'end' ? [added(end, BURN)] : [])),
  ];
};

/** What stands before a loop that only its own body ends. */
const UNBOUNDED = [';', 'begin', 'then', 'else', 'loop'];

/** The functions with a loop that nothing bounds but what it finds, burning fuel there: a change elsewhere may leave it without an end. */
export async function fuelledLoops(query: Query): Promise<string[]> {
  return (await functions(query)).flatMap(({ text, around, beside = [] }) => {
    const tokens = tokensOf(text);
    const turns = tokens.flatMap((token, i) => (token.text === 'loop' && UNBOUNDED.includes(tokens[i - 1]?.text ?? '') ? [token.end] : []));
    return beside.length > 0 && turns.length > 0 ? around(without(text, ...turns.map((end) => added(end, BURN)))) : [];
  });
}

/** The source with a count of how often it is asked, on a sequence, which no refusal takes back. Null where PostgreSQL counts itself: in SQL. */
function counted({ subject, text, around, isFunction }: Source, sequence: string): string[] | null {
  const count = `pg_catalog.nextval('mutants.${sequence}')`;
  const made = [`create sequence mutants.${sequence}`, `grant usage on sequence mutants.${sequence} to public`];
  // Once for a whole view, so that it counts without a row, too.
  if (subject.startsWith('view ')) return [...made, ...around(`select q.* from (${text}) q where (select ${count}) > 0`)];
  if (!isFunction) return [...made, ...around(`${count} > 0 and (${text})`)];
  const [first] = tokensOf(text);
  if (first?.text === 'declare') return [...made, ...around(without(text, added(first.end, ` mutants_call bigint := ${count}; `)))];
  return first?.text === 'begin' ? [...made, ...around(without(text, added(first.end, ` perform ${count}; `)))] : null;
}

async function functions(query: Query): Promise<Source[]> {
  const rows = await rowsOf(
    query,
    `select p.oid::regprocedure::text as name, l.lanname as language, p.prosrc as body, pg_get_functiondef(p.oid) as whole
     from pg_proc p join pg_language l on l.oid = p.prolang
     where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and l.lanname in ('sql', 'plpgsql') and p.prokind = 'f'
       -- Written from one text, see the readers and writers below.
       and p.proname not like 'read %' and p.proname not like 'write %' order by 1`,
  );
  return rows.map(({ name = '', language, body = '', whole = '' }) => {
    const at = whole.lastIndexOf(body);
    const isOfWriters = name.startsWith('private.write_statement(');
    return {
      subject: name,
      about: null,
      isFunction: true,
      text: body,
      around: (text) => [whole.slice(0, at) + text + whole.slice(at + body.length), ...(isOfWriters ? WRITTEN_ANEW : [])],
      beside: language === 'plpgsql' ? burns(body) : [],
    };
  });
}

/** The texts from which the readers and the writers of all collections are written; each of them is written anew with it. */
async function readers(query: Query): Promise<Source[]> {
  const rows = await rowsOf(
    query,
    `select name, pg_get_functiondef(name::regprocedure) as whole
     from unnest('{private.write_reader(), private.write_writer(), private.write_nested_writer()}'::text[]) name`,
  );
  return rows.map(({ name = '', whole = '' }) => {
    const start = whole.indexOf('begin', whole.indexOf('$f$'));
    const end = whole.indexOf('$$$f$', start);
    return {
      subject: name,
      about: null,
      isFunction: true,
      text: whole.slice(start, end),
      around: (text) => [whole.slice(0, start) + text + whole.slice(end), ...WRITTEN_ANEW],
    };
  });
}

async function policies(query: Query): Promise<Source[]> {
  const rows = await rowsOf(
    query,
    `select format('%I.%I', schemaname, tablename) as target, tablename as about, policyname as name, qual, with_check from pg_policies
     where schemaname = 'public' or (schemaname = 'storage' and tablename = 'objects') order by 1, 3`,
  );
  return rows.flatMap(({ target, about = '', name, qual, with_check }) =>
    Object.entries({ using: qual, 'with check': with_check }).flatMap(([side, text]): Source[] =>
      text === undefined || text === null
        ? []
        : [
            {
              subject: `policy ${name} on ${target} ${side}`,
              about,
              isFunction: false,
              text,
              around: (changed) => [`alter policy ${name} on ${target} ${side} (${changed})`],
            },
          ],
    ),
  );
}

async function views(query: Query): Promise<Source[]> {
  const rows = await rowsOf(
    query,
    `select c.oid::regclass::text as name, array_to_string(c.reloptions, ', ') as options, pg_get_viewdef(c.oid) as text from pg_class c
     where c.relkind = 'v' and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) order by 1`,
  );
  return rows.map(({ name, options, text = '' }) => ({
    subject: `view ${name}`,
    about: null,
    isFunction: false,
    text: text.replace(/;\s*$/, ''),
    around: (changed) => [`create or replace view ${name} ${options ? `with (${options})` : ''} as ${changed}`],
  }));
}

async function triggers(query: Query): Promise<Source[]> {
  const rows = await rowsOf(
    query,
    `select t.tgname as name, t.tgrelid::regclass::text as target, c.relname as about, pg_get_triggerdef(t.oid) as whole from pg_trigger t
     join pg_class c on c.oid = t.tgrelid where not t.tgisinternal and t.tgqual is not null
       and (c.relnamespace = 'public'::regnamespace or t.tgname like 'kontor_%') order by 2, 1`,
  );
  return rows.flatMap(({ name, target, about = '', whole = '' }) => {
    const [, head = '', text = '', tail = ''] = /^(.* WHEN \()(.*)(\) EXECUTE .*)$/s.exec(whole) ?? [];
    const around = (changed: string) => [`drop trigger ${name} on ${target}`, head + changed + tail];
    return [{ subject: `trigger ${name} on ${target}`, about, isFunction: false, text, around }];
  });
}

const short = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 110);

function mutantsOfSource({ text, around, beside = [], subject, about }: Source): SchemaMutant[] {
  const seen = new Map<string, number>();
  return dropsOf(text).map((drop) => {
    const what = `${subject} without «${short(text.slice(drop.start, drop.end))}»`;
    const times = (seen.get(what) ?? 0) + 1;
    seen.set(what, times);
    return {
      subject,
      about,
      name: times === 1 ? what : `${what} #${times}`,
      sql: around(without(text, drop, ...beside)),
    };
  });
}

const SOURCES = [functions, readers, policies, views, triggers];
const sourcesOf = async (query: Query): Promise<Source[]> => (await each(SOURCES, (list) => list(query))).flat();

/** Statements after which every function, view, policy and trigger that is asked leaves a trace; its subject by the sequence that counts it. */
export async function countedSources(query: Query): Promise<{ sql: string[]; subjects: ReadonlyMap<string, string> }> {
  const subjects = new Map<string, string>();
  const sql = (await sourcesOf(query)).flatMap((source, i) => {
    const statements = counted(source, `calls_${i}`);
    if (statements) subjects.set(`calls_${i}`, source.subject);
    return statements ?? [];
  });
  return { sql, subjects };
}

/** All single conditions of this schema's functions, views, policies and triggers, read from the catalog. */
export async function conditionMutantsOf(query: Query): Promise<SchemaMutant[]> {
  return (await sourcesOf(query)).flatMap(mutantsOfSource);
}
