import * as fc from 'fast-check';

/** The tables of `tests/backend/rest-fixture.sql` as random calls need them, and random conditions on their columns. */

export type Kind = 'uuid' | 'text' | 'integer' | 'numeric' | 'float' | 'date' | 'time' | 'boolean' | 'json' | 'texts';
type TableShape = {
  readonly columns: Readonly<Record<string, Kind>>;
  /** What may be embedded, as it is written in `select`, and the table behind it. */
  readonly embeds: Readonly<Record<string, string>>;
  /** Rows are put into one order by it, else both sides might be right. */
  readonly key: string;
};

export const TABLES: Readonly<Record<string, TableShape>> = {
  harbours: {
    key: 'id',
    columns: {
      id: 'uuid',
      name: 'text',
      berths: 'integer',
      fee: 'numeric',
      opened_on: 'date',
      is_open: 'boolean',
      settings: 'json',
      tags: 'texts',
      created_at: 'time',
    },
    embeds: { boats: 'boats', 'boats!inner': 'boats', 'fleet:boats': 'boats', trips: 'trips' },
  },
  boats: {
    key: 'id',
    columns: { id: 'uuid', harbour_id: 'uuid', captain_id: 'integer', name: 'text', length_m: 'float', status: 'text' },
    embeds: {
      harbours: 'harbours',
      'harbours!inner': 'harbours',
      trips: 'trips',
      'trips!inner': 'trips',
      licences: 'licences',
      'licences!inner': 'licences',
      'captain:people!boats_captain_id_fkey': 'people',
      'deputy:deputy_id': 'people',
      people: 'people',
    },
  },
  trips: {
    key: 'id',
    columns: { id: 'uuid', boat_id: 'uuid', amount: 'numeric', currency: 'text', left_at: 'time' },
    embeds: { boats: 'boats', 'boats!inner': 'boats', 'boats!trips_boat_fkey': 'boats' },
  },
  people: {
    key: 'id',
    columns: { id: 'integer', full_name: 'text' },
    embeds: { 'commands:boats!boats_captain_id_fkey': 'boats', 'boats!boats_deputy_id_fkey!inner': 'boats' },
  },
  licences: { key: 'boat_id', columns: { boat_id: 'uuid', number: 'text' }, embeds: { boats: 'boats' } },
  open_harbours: { key: 'id', columns: { id: 'uuid', name: 'text', fee: 'numeric' }, embeds: {} },
  secrets: { key: 'id', columns: { id: 'integer', owner: 'uuid', note: 'text' }, embeds: {} },
};

export const IDS = ['000000000001', '000000000002', '000000000003', '00000000b001', '00000000b002', '00000000c001', '000000000077'].map(
  (end) => `00000000-0000-7000-8000-${end}`,
);
const WORDS = [
  'Altona',
  'Brügge "Süd"',
  'Cuxhaven, (alt)',
  'Anna',
  'Clara_%',
  'A*',
  '*a*',
  '%',
  '',
  'null',
  "it's",
  'a.b',
  '(',
  'x)',
  '\\',
  '"',
  '😀',
  '{north}',
];

export const VALUES: Readonly<Record<Kind, fc.Arbitrary<string>>> = {
  uuid: fc.constantFrom(...IDS),
  text: fc.constantFrom(...WORDS),
  integer: fc.constantFrom('0', '1', '2', '3', '12', '-1', '2147483648'),
  numeric: fc.constantFrom('0', '10.5', '99', '12.3', '1e2', '-0.001', 'NaN'),
  float: fc.constantFrom('7.25', '1e21', '0', 'Infinity'),
  date: fc.constantFrom('1998-04-01', '2020-02-29', '2026-01-01', '2021-02-30'),
  time: fc.constantFrom('2026-01-01T00:00:00Z', '2026-03-01T10:00:00.123456Z', '2026-03-01', 'infinity'),
  boolean: fc.constantFrom('true', 'false', 't', '0'),
  json: fc.constantFrom('{"radio":null}', '{}', '[1]', '{"lights":{"red":2}}', '{'),
  texts: fc.constantFrom('{north}', '{}', '{north,old}', 'north'),
};

export const rarely = <T>(common: fc.Arbitrary<T>, rare: fc.Arbitrary<T>, weight = 12): fc.Arbitrary<T> =>
  fc.oneof({ weight, arbitrary: common }, { weight: 1, arbitrary: rare });
export const sometimes = <T>(value: fc.Arbitrary<T>, none: T, freq = 2): fc.Arbitrary<T> =>
  fc.oneof({ weight: freq, arbitrary: fc.constant(none) }, { weight: 1, arbitrary: value });

export const shapeOf = (table: string): TableShape => TABLES[table]!;
export const kindOf = (table: string, column: string): Kind => shapeOf(table).columns[column] ?? 'text';
const columnOf = (table: string): fc.Arbitrary<string> =>
  rarely(fc.constantFrom(...Object.keys(shapeOf(table).columns)), fc.constantFrom('nope', 'name ', '"name"', 'Name', '*'), 25);

const PATHS = ['->lights', '->lights->red', '->lights->>red', '->>radio', '->0', '->list->>-1', '->"lights"->>red', '->'];
/** A column, and for JSON now and then a way into it. */
type Reference = { readonly text: string; readonly kind: Kind };
export const referenceOf = (table: string): fc.Arbitrary<Reference> =>
  columnOf(table).chain((column): fc.Arbitrary<Reference> => {
    const kind = kindOf(table, column);
    if (kind !== 'json') return fc.constant({ text: column, kind });
    return fc.oneof(
      fc.constant({ text: column, kind }),
      fc
        .constantFrom(...PATHS)
        .map((path) => ({ text: column + path, kind: path.includes('->>') ? ('text' as const) : ('json' as const) })),
    );
  });

const quotedWhereNeeded = (value: string): string =>
  /^[\w\-:+]+$/.test(value) ? value : `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

/** `operator.value`; inside lists and trees a value with a comma, a bracket or a quote is quoted. */
function testOf(kind: Kind, isInTree: boolean): fc.Arbitrary<string> {
  const value = rarely(VALUES[kind], VALUES.text);
  const written = isInTree ? value.map(quotedWhereNeeded) : value;
  const compare = fc.tuple(fc.constantFrom('eq', 'neq', 'gt', 'gte', 'lt', 'lte'), written).map(([operator, of]) => `${operator}.${of}`);
  const tests = [
    compare,
    compare,
    fc.array(value.map(quotedWhereNeeded), { maxLength: 3 }).map((list) => `in.(${list.join(',')})`),
    fc.constantFrom('is.null', 'is.true', 'is.NULL', 'is.unknown', 'is.nothing'),
  ];
  if (kind === 'text')
    // A pattern that ends with `\\` is refused only where a row is compared with it.
    tests.push(
      fc
        .tuple(
          fc.constantFrom('like', 'ilike'),
          written.filter((pattern) => !/\\"?$/.test(pattern)),
        )
        .map(([operator, of]) => `${operator}.${of}`),
    );
  if (kind === 'texts' || kind === 'json')
    tests.push(fc.tuple(fc.constantFrom('cs', 'cd', 'ov'), written).map(([operator, of]) => `${operator}.${of}`));
  return fc.tuple(fc.constantFrom('', '', 'not.'), fc.oneof(...tests)).map((parts) => parts.join(''));
}

const branchOf = (table: string): fc.Arbitrary<string> =>
  referenceOf(table).chain(({ text, kind }) => testOf(kind, true).map((test) => `${text}.${test}`));

const treeOf = (table: string, depth: number): fc.Arbitrary<string> => {
  const leaf = branchOf(table);
  const inner =
    depth === 0
      ? leaf
      : fc.oneof(
          { weight: 3, arbitrary: leaf },
          {
            weight: 1,
            arbitrary: fc.tuple(fc.constantFrom('and', 'or', 'not.and', 'not.or'), treeOf(table, depth - 1)).map((parts) => parts.join('')),
          },
        );
  return fc.array(inner, { minLength: 1, maxLength: 3 }).map((parts) => `(${parts.join(',')})`);
};

export type Parameter = readonly [key: string, value: string];

export const filterOf = (table: string): fc.Arbitrary<Parameter> =>
  fc.oneof(
    { weight: 4, arbitrary: referenceOf(table).chain(({ text, kind }) => testOf(kind, false).map((test): Parameter => [text, test])) },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom('and', 'or', 'not.and', 'not.or'), treeOf(table, 2)) },
  );
