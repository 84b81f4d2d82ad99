import { afterAll, describe, expect, test } from 'vitest';
import { COLLECTION_NAMES, entityOf } from '#domain/registry.ts';
import type { Query } from '#local/db/port.ts';
import { engines, openTestDatabase } from '#tests/support/database.ts';
import { EDGES, isNullable, PAIRS, propertiesOf, type Property, valueOf } from './rules-edges.ts';
import { inWorld } from './world.ts';

const KIND_OF_SQL: Readonly<Record<string, string>> = {
  uuid: 'string',
  text: 'string',
  date: 'string',
  'timestamp with time zone': 'string',
  integer: 'integer',
  numeric: 'number',
  boolean: 'boolean',
  jsonb: 'object',
  'text[]': 'array',
};

/** A list of objects is jsonb like an object. */
const kindOf = (property: Property): string => (property.items?.type === 'object' ? 'object' : (valueOf(property).type ?? 'string'));

async function columnsOf(query: Query, source: string) {
  const { rows } = await query(
    `select a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as nullable from pg_attribute a
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped`,
    [source],
  );
  return rows.map(({ name, type, nullable }) => ({ name: String(name), kind: KIND_OF_SQL[String(type)] ?? String(type), nullable }));
}

describe.each(engines())('zod and SQL on %s', async (engine) => {
  const db = await openTestDatabase(engine);
  afterAll(() => db.close());

  test.each(PAIRS)('%s has the same columns of the same kind', async (_name, { schema, source, ties = [] }) => {
    const fromZod = Object.entries(propertiesOf(schema)).map(([name, property]) => ({ name, kind: kindOf(property) }));
    const fromSql = (await columnsOf(db.query, source))
      .filter(({ name }) => !ties.includes(name))
      .map(({ name, kind }) => ({ name, kind }));
    const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);
    expect(fromSql.toSorted(byName)).toEqual(fromZod.toSorted(byName));
  });

  test.each(PAIRS.filter(([name]) => name !== 'members'))(
    '%s has the same nullable columns',
    async (_name, { schema, source, table = source }) => {
      const fields = propertiesOf(schema);
      const fromZod = Object.entries(fields).flatMap(([name, property]) => (isNullable(property) ? [name] : []));
      const fromSql = (await columnsOf(db.query, table)).flatMap(({ name, nullable }) => (nullable && name in fields ? [name] : []));
      expect(fromSql.toSorted()).toEqual(fromZod.toSorted());
    },
  );

  test.each(EDGES)('$name', async ({ broken }) => {
    expect(await inWorld(db, broken)).toBeNull();
  });

  test('a reference protects what SQL would not let go, and no other', async () => {
    const { rows } = await db.query(
      `select c.conrelid::regclass::text as "from", c.confrelid::regclass::text as "to", a.attname as field, c.confdeltype = 'a' as protects
       from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey) and a.attname not in ('company_id', 'id')
       where c.contype = 'f'`,
    );
    const plain = (table: unknown) => String(table).replace('public.', '');
    const isSynced = (table: unknown) => COLLECTION_NAMES.some((name) => name === plain(table) && name !== 'companies');
    const inSql = rows
      .filter(({ from, to }) => isSynced(from) && isSynced(to))
      .map(({ from, to, field, protects }) => `${plain(from)}.${String(field)} → ${plain(to)}${protects ? ', protected' : ''}`);
    const inRegistry = COLLECTION_NAMES.flatMap((name) =>
      Object.entries(entityOf(name).references ?? {}).map(
        ([field, { to, protects }]) => `${name}.${field} → ${to}${protects ? ', protected' : ''}`,
      ),
    );
    const isProtected = (each: string) => each.endsWith('protected');
    expect(inRegistry.filter(isProtected).toSorted()).toEqual(inSql.filter(isProtected).toSorted());
    // Some ids are only noted: the series that an invoice came from may go.
    expect(inRegistry).toEqual(expect.arrayContaining(inSql));
  });

  test('what shows a collection to a member is the key of its resource, or membership alone', async () => {
    const { rows } = await db.query('select collection, view_key from private.synced_collections order by collection');
    const ofMembers: readonly string[] = ['companies', 'members', 'periods', 'expense_categories'];
    const expected = COLLECTION_NAMES.toSorted().map((name) => ({
      collection: name,
      view_key: ofMembers.includes(name) ? null : `${entityOf(name).resource}.view`,
    }));
    expect(rows).toEqual(expected);
  });

  test('the registry names exactly the collections of the domain, in an order where parents come first', async () => {
    const { rows } = await db.query('select collection from private.synced_collections order by position');
    expect(rows.map(({ collection }) => collection)).toEqual(COLLECTION_NAMES);
  });

  test('what the domain calls the server’s own of a record no client can write', async () => {
    const { rows } = await db.query(
      'select collection, array(select unnest(insertable || updatable)::text) as writable from private.synced_collections order by position',
    );
    const writable = rows.flatMap(({ collection, writable: fields }) =>
      (fields as string[]).map((field) => `${String(collection)}.${field}`),
    );
    const own = COLLECTION_NAMES.flatMap((name) => (entityOf(name).serverOwned ?? []).map((field) => `${name}.${field}`));
    expect(own.length).toBeGreaterThan(0);
    expect(own.filter((field) => writable.includes(field))).toEqual([]);
  });
});
