import * as z from 'zod/mini';
import { bankAccountSchema } from '#domain/bank-accounts/bank-account.ts';
import { documentLineSchema, invoiceItemSchema } from '#domain/invoices/invoice.ts';
import { type CollectionName, COLLECTION_NAMES, entityOf } from '#domain/registry.ts';
import { type Rule, rule } from './rules.ts';
import { OURS, type World } from './world.ts';

/** Where a collection's documents are read from, when that is not its table. */
const VIEWS: Partial<Record<CollectionName, { readonly source: string; readonly table?: string }>> = {
  companies: { source: 'private.company_documents', table: 'public.companies' },
  members: { source: 'private.members' },
  invoices: { source: 'private.invoice_documents', table: 'public.invoices' },
  recurring_invoices: { source: 'private.recurring_invoice_documents', table: 'public.recurring_invoices' },
};
/** A member is made of two tables; figures that were kept are changed by nobody. */
const SAMPLES: Partial<Record<CollectionName, string | null>> = { members: null, period_figures: null, companies: 'ours' };
/** Collection → its zod object and the relation that gives the documents; `table` is where a document is written to, if not the same. */
const COLLECTIONS = COLLECTION_NAMES.map((name): readonly [string, Pair] => {
  const { [name]: sample = `ours ${name}` } = SAMPLES;
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
    schema: documentLineSchema,
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
export const PAIRS: readonly (readonly [string, Pair])[] = [...COLLECTIONS, ...Object.entries(NESTED)];

export type Property = {
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

export function propertiesOf(schema: z.ZodMiniType): Record<string, Property> {
  return (z.toJSONSchema(schema, { target: 'draft-7', unrepresentable: 'any', io: 'output' }) as { properties: Record<string, Property> })
    .properties;
}
type Variant = Property & { type?: string };
const variants = (property: Property): Variant[] =>
  (property.anyOf ?? [property]).flatMap(({ type, ...rest }) =>
    (Array.isArray(type) ? type : [type]).map((one) => ({ ...rest, ...(one ? { type: one } : {}) })),
  );
export const isNullable = (property: Property): boolean => variants(property).some(({ type }) => type === 'null');
/** The fields that a record may have without a value. */
export const emptyInDomain = (schema: z.ZodMiniType): string[] =>
  Object.entries(propertiesOf(schema)).flatMap(([field, property]) => (isNullable(property) ? [field] : []));
export const valueOf = (property: Property): Variant => variants(property).find(({ type }) => type !== 'null') ?? {};

/** Values just inside and just outside what the schema allows. */
function edges(property: Property): { good: unknown[]; bad: unknown[] } {
  const { good, bad } = valueEdges(property);
  return isNullable(property) ? { good: [...good, null], bad } : { good, bad: [...bad, null] };
}
function valueEdges(property: Property): { good: unknown[]; bad: unknown[] } {
  const { type, enum: values, maxLength, minLength, minimum, maximum, pattern, format } = valueOf(property);
  if (values) return { good: [...values], bad: ['nonsense'] };
  if (type === 'integer' || type === 'number') {
    const good = [minimum, maximum].filter((edge) => edge !== undefined);
    const bad = [minimum === undefined ? [] : [minimum - 1], maximum === undefined ? [] : [maximum + 1]].flat();
    return { good, bad };
  }
  if (format === 'date') return { good: [], bad: ['1899-12-31', '10000-01-01'] };
  if (type !== 'string' || format !== undefined || maxLength === undefined) return { good: [], bad: [] };
  const longest = pattern === undefined ? [['x'.repeat(maxLength)], ['x'.repeat(maxLength + 1)]] : [[], ['x', '#12345G', 'EURO']];
  return { good: longest[0] ?? [], bad: [...(longest[1] ?? []), ...(minLength ? [''] : [])] };
}

/** What SQL says to a value in a row that is valid otherwise. */
async function isAccepted(world: World, source: string, id: string, column: string, value: unknown): Promise<boolean> {
  const parameter = typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
  return world.given([], () =>
    world.query(`update ${source} set ${column} = $1 where id = $2`, [parameter, id]).then(
      () => true,
      () => false,
    ),
  );
}

/** Identity is not edited, a trigger answers for the rest. */
const NOT_EDITED = new Set([
  'id',
  'company_id',
  'created_at',
  'updated_at',
  'path',
  'logo_path',
  'tax_point',
  'settings',
  'next_generation',
  'last_generated',
]);
/** Of a receipt all four of the original or none (`rules-originals.ts`). */
const OF_ORIGINAL = new Set(['original_path', 'original_mime_type', 'original_size', 'original_sha256']);
/** Of an expense tax is what its lines say (`rules-tax-lines.ts`). */
const FROM_LINES = new Set(['tax_rate', 'tax_amount', 'tax_lines']);

async function differences(world: World, { schema, source, table = source }: Pair, id: string): Promise<string[]> {
  const found: string[] = [];
  for (const [column, property] of Object.entries(propertiesOf(schema))) {
    if (NOT_EDITED.has(column) || OF_ORIGINAL.has(column) || (source === 'public.expenses' && FROM_LINES.has(column))) continue;
    const { good, bad } = edges(property);
    for (const [value, expected] of [...good.map((v) => [v, true] as const), ...bad.map((v) => [v, false] as const)]) {
      const zod = z.safeParse(schema.shape[column as keyof typeof schema.shape] as z.ZodMiniType, value).success;
      const sql = await isAccepted(world, table, id, column, value);
      if (zod !== expected || sql !== expected) found.push(`${column} = ${String(value).slice(0, 20)}: zod ${zod}, SQL ${sql}`);
    }
  }
  return found;
}

/** Values just inside and just outside what the domain allows are taken and refused by the database, too. */
export const EDGES: readonly Rule[] = PAIRS.flatMap(([name, pair]) => {
  const { sample, table = pair.source } = pair;
  return sample === null
    ? []
    : [
        rule(`${name} accepts and refuses the same edge values`, [table.replace('public.', '')], [], (world) =>
          differences(world, pair, sample === 'ours' ? OURS : (world.ids[sample] ?? '')),
        ),
      ];
});
