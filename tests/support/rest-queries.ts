import * as fc from 'fast-check';
import type { RestCall } from '#tests/backend/rest-oracle.ts';
import {
  filterOf,
  IDS,
  type Kind,
  kindOf,
  type Parameter,
  rarely,
  referenceOf,
  shapeOf,
  sometimes,
  TABLES,
  VALUES,
} from './rest-filters.ts';

/** Random calls on the schema of `tests/backend/rest-fixture.sql`: most are sensible, some wrong in one place. */

const OWNER = '00000000-0000-7000-8000-0000000000aa';

const orderOf = (table: string): fc.Arbitrary<Parameter> =>
  fc
    .array(
      fc
        .tuple(referenceOf(table), fc.constantFrom('', '.asc', '.desc'), fc.constantFrom('', '', '.nullsfirst', '.nullslast'))
        .map(([{ text }, direction, nulls]) => text + direction + nulls),
      { maxLength: 2 },
    )
    .map((terms) => ['order', [...terms, shapeOf(table).key].join(',')]);

const windowOf = (limits: readonly string[], offsets: readonly string[]): fc.Arbitrary<Parameter[]> =>
  fc
    .tuple(sometimes<string | null>(fc.constantFrom(...limits), null), sometimes<string | null>(fc.constantFrom(...offsets), null, 3))
    .map(([limit, offset]) => [
      ...(limit === null ? [] : [['limit', limit] as const]),
      ...(offset === null ? [] : [['offset', offset] as const]),
    ]);

type Reading = { readonly select: string; readonly parameters: readonly Parameter[] };

/** A cast that fails for some rows fails or not by the plan. */
const castOf = (kind: Kind): fc.Arbitrary<string> =>
  fc.constantFrom('::text', '::nonsense', ...(kind === 'integer' ? ['::numeric', '::int'] : kind === 'time' ? ['::date'] : []));

const itemOf = (table: string): fc.Arbitrary<string> =>
  referenceOf(table).chain(({ text, kind }) =>
    fc
      .tuple(fc.constantFrom('', '', '', 'other:', '"a b":'), fc.constant(text), rarely(fc.constant(''), castOf(kind), 6))
      .map((parts) => parts.join('')),
  );

const nameInClauses = (embed: string): string => /^([^:!]+)/.exec(embed)?.[1] ?? embed;

/**
 * A select list with what is embedded in it, and the parameters that belong to both; always in one order. What PostgreSQL refuses
 * inside an embed it refuses only where the plan gets there, so the windows of embeds are sensible.
 */
function readingOf(table: string, depth: number, isEmbedded = false): fc.Arbitrary<Reading> {
  const embeds = Object.entries(shapeOf(table).embeds);
  const own = fc.tuple(
    fc.oneof(fc.constant(['*']), fc.uniqueArray(itemOf(table), { minLength: 1, maxLength: 3 })),
    fc.array(filterOf(table), { maxLength: 2 }),
    orderOf(table),
    isEmbedded
      ? windowOf(['1', '2', '5', 'x'], ['0', '1', '2', '4'])
      : windowOf(['0', '1', '2', '5', '-1', 'x', ''], ['0', '1', '2', '3', '4', '9', '-1']),
  );
  const embedded: fc.Arbitrary<Reading[]> =
    depth === 0 || embeds.length === 0
      ? fc.constant<Reading[]>([])
      : fc.oneof(
          fc.constant<Reading[]>([]),
          fc
            .uniqueArray(fc.constantFrom(...embeds), { minLength: 1, maxLength: 2, selector: ([name]) => nameInClauses(name) })
            .chain((chosen) =>
              fc.tuple(
                ...chosen.map(([written, target]) =>
                  readingOf(target, depth - 1, true).map(({ select, parameters }): Reading => ({
                    select: `${written}(${select})`,
                    parameters: parameters.map(([key, value]) => [`${nameInClauses(written)}.${key}`, value] as const),
                  })),
                ),
              ),
            ),
        );
  return fc.tuple(own, embedded).map(([[items, filters, order, window], inner]) => ({
    select: [...items, ...inner.map(({ select }) => select)].join(','),
    parameters: [...filters, order, ...window, ...inner.flatMap(({ parameters }) => parameters)],
  }));
}

const query = (parameters: readonly Parameter[]): string =>
  parameters.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`).join('&');

const headersOf = fc
  .tuple(
    sometimes<Record<string, string>>(fc.constant({ prefer: 'count=exact' }), {}),
    sometimes<Record<string, string>>(fc.constant({ accept: 'application/vnd.pgrst.object+json' }), {}, 5),
    sometimes<Record<string, string>>(
      fc.constantFrom('0-1', '1-1', '1-', '2-1', '5-9', '0-', 'items=0-1').map((range) => ({ range })),
      {},
      5,
    ),
  )
  .map((parts): Record<string, string> => Object.assign({}, ...parts));

const person = sometimes<{ as?: string }>(fc.constant({ as: OWNER }), {});

/** GET and HEAD of tables, with what hangs on them. */
export const anyRead: fc.Arbitrary<RestCall> = fc
  .constantFrom(...Object.keys(TABLES))
  .chain((table) => fc.tuple(fc.constant(table), readingOf(table, 2), headersOf, fc.constantFrom('GET', 'GET', 'GET', 'HEAD'), person))
  .map(([table, { select, parameters }, headers, method, by]) => ({
    method: method as 'GET' | 'HEAD',
    path: `/${table}?${query([['select', select], ...parameters])}`,
    headers,
    ...by,
  }));

const ARGUMENTS: Readonly<Record<string, Readonly<Record<string, fc.Arbitrary<string>>>>> = {
  find_harbours: { min_berths: VALUES.integer },
  one_harbour: { p_name: VALUES.text },
  no_harbour: {},
  harbour_names: {},
  harbour_stats: {},
  add_up: { a: VALUES.integer, b: VALUES.integer },
  whoami: {},
};
const ROWS_OF: Readonly<Record<string, string>> = { find_harbours: 'harbours', one_harbour: 'harbours', no_harbour: 'harbours' };

/** Functions by GET and POST, those that answer rows of a table with filters and windows on them. */
export const anyFunctionCall: fc.Arbitrary<RestCall> = fc.constantFrom(...Object.keys(ARGUMENTS)).chain((name) => {
  const table = ROWS_OF[name];
  const given = fc.record(ARGUMENTS[name]!, { requiredKeys: [] });
  const reading = table === undefined ? fc.constant(null) : sometimes<Reading | null>(readingOf(table, 1), null, 1);
  return fc.tuple(given, reading, headersOf, fc.boolean(), person).map(([values, read, headers, isPost, by]): RestCall => {
    const onRows: Parameter[] = read === null ? [] : [['select', read.select], ...read.parameters];
    const parameters = isPost ? onRows : [...Object.entries(values as Record<string, string>), ...onRows];
    return {
      method: isPost ? 'POST' : 'GET',
      path: `/rpc/${name}${parameters.length > 0 ? `?${query(parameters)}` : ''}`,
      headers,
      ...(isPost ? { body: values } : {}),
      ...by,
    };
  });
});

const STORED: Readonly<Record<string, readonly string[]>> = {
  harbours: ['name', 'berths', 'fee', 'opened_on', 'is_open'],
  boats: ['harbour_id', 'captain_id', 'name', 'status'],
  trips: ['amount', 'currency', 'left_at'],
};

const rowOf = (table: string): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(
    Object.fromEntries(STORED[table]!.map((column) => [column, rarely<unknown>(VALUES[kindOf(table, column)], fc.constant(null), 20)])),
    { requiredKeys: [] },
  );

const preferring = fc
  .tuple(
    fc.constantFrom('return=representation', 'return=representation', 'return=minimal', ''),
    sometimes(fc.constant('count=exact'), ''),
    sometimes(fc.constantFrom('resolution=merge-duplicates', 'resolution=ignore-duplicates'), ''),
  )
  .map((parts) => parts.filter((part) => part !== '').join(','))
  .chain((prefer) =>
    headersOf.map(({ accept }) => ({ ...(prefer === '' ? {} : { prefer }), ...(accept === undefined ? {} : { accept }) })),
  );

/** Inserts, merges, changes and deletions; what they did stays for the calls after them. */
export const anyWrite: fc.Arbitrary<RestCall> = fc.constantFrom(...Object.keys(STORED)).chain((table) => {
  const selected = sometimes<Parameter[]>(
    // What is not returned PostgREST reads only when it needs it, a wrong select list too.
    fc
      .uniqueArray(
        itemOf(table).filter((item) => !item.includes('*')),
        { minLength: 1, maxLength: 2 },
      )
      .map((items) => [['select', items.join(',')]]),
    [],
  );
  const insert = fc
    .tuple(rowOf(table), fc.constantFrom(...IDS), selected, preferring, fc.boolean())
    .map(([row, id, select, headers, isList]): RestCall => {
      const body = { id, name: `N${id.slice(-3)}`, ...row };
      if (table === 'trips') Reflect.deleteProperty(body, 'name');
      return { method: 'POST', path: `/${table}?${query(select)}`, body: isList ? [body] : body, headers };
    });
  const change = fc
    .tuple(
      rowOf(table),
      fc.array(filterOf(table), { minLength: 1, maxLength: 2 }),
      sometimes<Parameter[]>(
        fc.constantFrom([
          ['limit', '1'],
          ['order', shapeOf(table).key],
        ] as Parameter[]),
        [],
        5,
      ),
      selected,
      preferring,
      fc.constantFrom('PATCH', 'PATCH', 'DELETE'),
    )
    .map(([row, filters, window, select, headers, method]): RestCall => ({
      method: method as 'PATCH' | 'DELETE',
      path: `/${table}?${query([...filters, ...window, ...select])}`,
      headers,
      ...(method === 'PATCH' ? { body: row } : {}),
    }));
  return fc.oneof(insert, change);
});
