/** A step into a JSON value: `->` gives JSON, `->>` text. */
export type JsonStep = { readonly arrow: '->' | '->>'; readonly key: string };
export type ColumnRef = { readonly name: string; readonly path: readonly JsonStep[] };

export type ColumnItem = {
  readonly kind: 'column';
  readonly column: ColumnRef;
  readonly alias: string | null;
  readonly cast: string | null;
};
export type EmbedItem = {
  readonly kind: 'embed';
  /** A table, a foreign key's name or its column. */
  readonly target: string;
  readonly alias: string;
  /** Chooses between several relations. */
  readonly hint: string | null;
  readonly isInner: boolean;
  readonly items: readonly SelectItem[];
};
export type SelectItem = ColumnItem | EmbedItem;

export const COMPARISONS = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  cs: '@>',
  cd: '<@',
  ov: '&&',
} as const;
export const PATTERNS = { like: 'like', ilike: 'ilike' } as const;
export type Comparison = keyof typeof COMPARISONS;
export type Pattern = keyof typeof PATTERNS;

export type Test =
  | { readonly operator: Comparison | Pattern; readonly value: string }
  | { readonly operator: 'is'; readonly value: 'null' | 'true' | 'false' | 'unknown' }
  | { readonly operator: 'in'; readonly values: readonly string[] };

export type Filter =
  | { readonly kind: 'test'; readonly column: ColumnRef; readonly isNegated: boolean; readonly test: Test }
  | { readonly kind: 'logic'; readonly join: 'and' | 'or'; readonly isNegated: boolean; readonly filters: readonly Filter[] };

export type OrderTerm = { readonly column: ColumnRef; readonly direction: 'asc' | 'desc'; readonly nulls: 'first' | 'last' | null };

/** Filters, order and window of the table itself and, by name, of the tables embedded in it. */
export type Clauses = {
  filters: Filter[];
  order: OrderTerm[];
  limit: number | null;
  offset: number;
  readonly embeds: Map<string, Clauses>;
};
