import { afterAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { bankAccountSchema } from '#domain/bank-accounts/bank-account.ts';
import { invoiceItemSchema } from '#domain/invoices/invoice.ts';
import { type CollectionName, COLLECTION_NAMES, entityOf } from '#domain/registry.ts';
import type { Query } from '#local/db/port.ts';
import { engines, openTestDatabase } from '#tests/support/database.ts';
import { inWorld, type World } from './world.ts';

/** Where a collection's documents are read from, when that is not its table; a member is made of two. */
const VIEWS: Partial<Record<CollectionName, { readonly source: string; readonly table?: string }>> = {
  companies: { source: 'private.company_documents', table: 'public.companies' },
  members: { source: 'private.members' },
  invoices: { source: 'private.invoice_documents', table: 'public.invoices' },
  recurring_invoices: { source: 'private.recurring_invoice_documents', table: 'public.recurring_invoices' },
};
/** Collection → its zod object and the relation that gives the documents; `table` is where a document is written to, if not the same. */
const COLLECTIONS = COLLECTION_NAMES.map((name): readonly [string, Pair] => {
  const sample = name === 'companies' || name === 'members' ? null : `ours ${name}`;
  return [name, { schema: entityOf(name).schema, source: `public.${name}`, ...VIEWS[name], sample }];
});
/** Rows inside documents: what only ties them to their document is not in the zod object. */
const NESTED = {
  invoice_items: {
    schema: invoiceItemSchema,
    source: 'public.invoice_items',
    sample: 'ours invoice_items',
    ties: ['company_id', 'invoice_id'],
  },
  recurring_invoice_items: {
    schema: invoiceItemSchema,
    source: 'public.recurring_invoice_items',
    sample: 'ours recurring_invoice_items',
    ties: ['company_id', 'recurring_invoice_id'],
  },
  bank_accounts: { schema: bankAccountSchema, source: 'public.bank_accounts', sample: 'ours bank_accounts', ties: ['company_id'] },
} as const;
type Pair = {
  readonly schema: z.ZodMiniObject;
  readonly source: string;
  readonly table?: string;
  readonly sample: string | null;
  readonly ties?: readonly string[];
};
const PAIRS: readonly (readonly [string, Pair])[] = [...COLLECTIONS, ...Object.entries(NESTED)];

type Property = {
  type?: string | string[];
  format?: string;
  enum?: readonly string[];
  maxLength?: number;
  minLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  anyOf?: Property[];
  items?: Property;
};

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

function propertiesOf(schema: z.ZodMiniType): Record<string, Property> {
  return (z.toJSONSchema(schema, { target: 'draft-7', unrepresentable: 'any', io: 'output' }) as { properties: Record<string, Property> })
    .properties;
}
type Variant = Property & { type?: string };
const variants = (property: Property): Variant[] =>
  (property.anyOf ?? [property]).flatMap(({ type, ...rest }) =>
    (Array.isArray(type) ? type : [type]).map((one) => ({ ...rest, ...(one ? { type: one } : {}) })),
  );
const isNullable = (property: Property): boolean => variants(property).some(({ type }) => type === 'null');
const valueOf = (property: Property): Variant => variants(property).find(({ type }) => type !== 'null') ?? {};
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

/** Values just inside and just outside what the schema allows. */
function edges(property: Property): { good: unknown[]; bad: unknown[] } {
  const { type, enum: values, maxLength, minLength, minimum, maximum, pattern, format } = valueOf(property);
  if (values) return { good: [...values], bad: ['nonsense'] };
  if (type === 'integer' || type === 'number') {
    const good = [minimum, maximum].filter((edge) => edge !== undefined);
    const bad = [minimum === undefined ? [] : [minimum - 1], maximum === undefined ? [] : [maximum + 1]].flat();
    return { good, bad };
  }
  if (type !== 'string' || format !== undefined || maxLength === undefined) return { good: [], bad: [] };
  const longest = pattern === undefined ? [['x'.repeat(maxLength)], ['x'.repeat(maxLength + 1)]] : [[], ['x', '#12345G', 'EURO']];
  return { good: longest[0] ?? [], bad: [...(longest[1] ?? []), ...(minLength ? [''] : [])] };
}

/** What SQL says to a value in a row that is valid otherwise. Identity and versions are not edited, so they are not tried. */
async function isAccepted(world: World, source: string, id: string, column: string, value: unknown): Promise<boolean> {
  const parameter = typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
  return world.given([], () =>
    world.query(`update ${source} set ${column} = $1 where id = $2`, [parameter, id]).then(
      () => true,
      () => false,
    ),
  );
}

const NOT_EDITED = new Set(['id', 'company_id', 'created_at', 'updated_at', 'path']);

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

  test.each(PAIRS)('%s accepts and refuses the same edge values', async (_name, { schema, source, table = source, sample }) => {
    if (sample === null) return;
    const differences = await inWorld(db, async (world) => {
      const id = world.ids[sample] ?? '';
      const found: string[] = [];
      for (const [column, property] of Object.entries(propertiesOf(schema))) {
        if (NOT_EDITED.has(column)) continue;
        const { good, bad } = edges(property);
        for (const [value, expected] of [...good.map((v) => [v, true] as const), ...bad.map((v) => [v, false] as const)]) {
          const rule = schema.shape[column as keyof typeof schema.shape] as z.ZodMiniType;
          const zod = z.safeParse(rule, value).success;
          const sql = await isAccepted(world, table, id, column, value);
          if (zod !== expected || sql !== expected) found.push(`${column} = ${String(value).slice(0, 20)}: zod ${zod}, SQL ${sql}`);
        }
      }
      return found;
    });
    expect(differences).toEqual([]);
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

  test('the registry names exactly the collections of the domain, in an order where parents come first', async () => {
    const { rows } = await db.query('select collection from private.synced_collections order by position');
    expect(rows.map(({ collection }) => collection)).toEqual(COLLECTION_NAMES);
  });
});
