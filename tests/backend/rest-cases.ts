/** The calls that are compared with the real PostgREST on the fixture schema, in this order: each write is kept for those after it. */
export type RestCase = {
  readonly name: string;
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE' | 'PUT';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** A signed-in person instead of the anonymous key. */
  readonly as?: 'owner';
  /** Sent as it is, instead of `body` as JSON. */
  readonly text?: string;
};

export const harbour = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const one = { accept: 'application/vnd.pgrst.object+json' };
const count = { prefer: 'count=exact' };
const back = { prefer: 'return=representation' };

const reads: RestCase[] = [
  { name: 'all columns', path: '/harbours?order=name' },
  { name: 'some columns, renamed, cast', path: '/harbours?select=key:id,name,fee::text,opened_on&order=name.desc' },
  { name: 'a page with a count', path: '/harbours?select=name&order=name&limit=1&offset=1', headers: count },
  { name: 'the last page with a count', path: '/harbours?select=name&order=name&limit=2&offset=2', headers: count },
  { name: 'a page at the very end', path: '/harbours?select=name&order=name&offset=3', headers: count },
  { name: 'a page beyond the end', path: '/harbours?select=name&offset=9', headers: count },
  { name: 'a page beyond the end, not counted', path: '/harbours?select=name&offset=9' },
  { name: 'the Range header', path: '/harbours?select=name&order=name', headers: { range: '1-1' } },
  { name: 'no rows wanted', path: '/harbours?select=name&limit=0' },
  { name: 'a negative limit', path: '/harbours?select=name&limit=-1' },
  { name: 'a limit that is no number', path: '/harbours?select=name&order=name&limit=x' },
  { name: 'HEAD with a count', method: 'HEAD', path: '/harbours?select=name', headers: count },
  { name: 'one object', path: `/harbours?id=eq.${harbour(1)}`, headers: one },
  { name: 'one object of none', path: '/harbours?name=eq.Nix', headers: one },
  { name: 'one object of many', path: '/harbours', headers: one },
  { name: 'nulls first and last', path: '/harbours?select=name,opened_on&order=opened_on.nullsfirst,name' },
  { name: 'descending, nulls last', path: '/harbours?select=name&order=opened_on.desc.nullslast' },
  { name: 'JSON columns by path', path: '/harbours?select=red:settings->lights->red,settings->>radio&settings->lights->>red=eq.2' },
  { name: 'ordered by a JSON path', path: '/harbours?select=name&order=settings->>radio.desc.nullslast,name' },
  { name: 'a view', path: '/open_harbours?order=name' },
  { name: 'numbers as PostgreSQL writes them', path: '/trips?order=amount' },
];

const filters: RestCase[] = [
  'id=eq.00000000-0000-7000-8000-000000000001',
  'berths=neq.3',
  'berths=gt.3',
  'berths=gte.3',
  'berths=lt.3',
  'berths=lte.3',
  'fee=eq.10.5',
  'is_open=eq.true',
  'is_open=is.true',
  'opened_on=is.null',
  'opened_on=not.is.null',
  'opened_on=gte.2000-01-01',
  'created_at=lt.2026-06-01T00:00:00Z',
  'name=like.A*',
  'name=ilike.*ALT*',
  'name=not.ilike.*alt*',
  'name=like.Br_gge*',
  'name=in.(Altona,"Cuxhaven, (alt)")',
  'name=in.("Brügge \\"Süd\\"")',
  'name=in.()',
  'berths=not.in.(3,12)',
  'name=eq.',
  'tags=cs.{north}',
  'tags=cd.{north,old,far}',
  'tags=ov.{old}',
  'settings=cs.{"radio":null}',
  'or=(name.eq.Altona,berths.eq.0)',
  'or=(name.eq."Cuxhaven, (alt)",and(berths.gt.2,fee.gte.99))',
  'or=(opened_on.is.null,name.in.(Altona,x))',
  'and=(berths.gte.0,or(name.eq.Altona,name.eq.x))',
  'not.or=(name.eq.Altona,berths.eq.0)',
  'or=(not.and(berths.eq.3,is_open.is.true),name.not.eq.Altona)',
  'name=eq.it\'s "quoted" \\ and % $1',
  'berths=eq.3&fee=eq.99',
  'id=eq.x',
  'berths=eq.x',
  'opened_on=gt.nonsense',
  'is_open=is.maybe',
  'name=foo.bar',
].map((filter) => ({
  name: `filter ${filter}`,
  path: `/harbours?select=name&order=name&${filter.replaceAll('%', '%25').replaceAll('"', '%22').replaceAll(' ', '%20').replaceAll('\\', '%5C')}`,
}));

const embeds: RestCase[] = [
  { name: 'the parent', path: '/boats?select=name,harbours(name,is_open)&order=name' },
  { name: 'the parent, required', path: '/boats?select=name,captain:people!boats_captain_id_fkey!inner(full_name)&order=name' },
  { name: 'the parent by its column', path: '/boats?select=name,captain:captain_id(full_name)&order=name' },
  { name: 'children of children, parent by two columns', path: '/harbours?select=name,boats(name,trips(amount,left_at))&order=name' },
  { name: 'a payment and its invoice', path: '/trips?select=*,boats(id,name)&order=id' },
  {
    name: 'children filtered and ordered',
    path: '/harbours?select=name,boats(name)&boats.order=name.desc&boats.name=like.*a&boats.limit=1&order=name',
  },
  { name: 'only parents with such children', path: '/harbours?select=name,boats!inner(name)&boats.name=eq.Anna', headers: count },
  {
    name: 'a filter on the parent',
    path: '/trips?select=amount,boats!inner(harbour_id)&boats.harbour_id=eq.00000000-0000-7000-8000-000000000001&order=amount',
  },
  {
    name: 'or inside an embed',
    path: '/harbours?select=name,boats(name)&boats.or=(name.eq.Anna,name.eq.Berta)&boats.order=name&order=name',
  },
  { name: 'one to one', path: '/boats?select=name,licences(number)&order=name' },
  { name: 'one to one, required', path: '/boats?select=name,licences!inner(number)' },
  { name: 'an embed only for its filter', path: '/boats?select=name,harbours!inner()&harbours.name=eq.Altona&order=name' },
  { name: 'an ambiguous embed', path: '/boats?select=name,people(full_name)' },
  { name: 'no such relation', path: '/harbours?select=name,people(full_name)' },
  { name: 'a filter on what is not embedded', path: '/harbours?select=name&boats.name=eq.x' },
];

const errors: RestCase[] = [
  { name: 'no such table', path: '/nope?select=x' },
  { name: 'no such column selected', path: '/trips?select=nope_at_all' },
  { name: 'no such column in a filter', path: '/harbours?nope_at_all=eq.1' },
  { name: 'no such column to order by', path: '/harbours?order=nope_at_all' },
  { name: 'a table without rights', path: '/forbidden' },
  { name: 'a table without rights, signed in', path: '/forbidden', as: 'owner' },
  { name: 'another schema', path: '/harbours', headers: { 'accept-profile': 'private' } },
  { name: 'an unknown media type', path: '/harbours', headers: { accept: 'application/xml' } },
  { name: 'aggregates', path: '/harbours?select=berths.sum()' },
];

const json = (id: number, more: object = {}) => ({ id: harbour(id), name: `N${id}`, ...more });
const writes: RestCase[] = [
  { name: 'insert', method: 'POST', path: '/harbours', body: json(11) },
  { name: 'insert, minimal', method: 'POST', path: '/harbours', body: json(12), headers: { prefer: 'return=minimal' } },
  { name: 'insert, returned', method: 'POST', path: '/harbours?select=id,name,fee', body: json(13, { fee: 12.5 }), headers: back },
  { name: 'insert, returned as one', method: 'POST', path: '/harbours', body: json(14), headers: { ...back, ...one } },
  {
    name: 'insert of several with columns',
    method: 'POST',
    path: '/harbours?select=name&columns="id","name"',
    body: [json(15), json(16, { x: 1 })],
    headers: { prefer: 'return=representation,count=exact' },
  },
  { name: 'insert of different keys', method: 'POST', path: '/harbours', body: [json(17), json(18, { berths: 1 })] },
  { name: 'insert of none', method: 'POST', path: '/harbours', body: [], headers: back },
  { name: 'insert of an empty row', method: 'POST', path: '/harbours', body: {} },
  {
    name: 'insert with an embed',
    method: 'POST',
    path: '/boats?select=name,harbours(name)',
    body: { id: harbour(31), name: 'NB', harbour_id: harbour(1) },
    headers: back,
  },
  {
    name: 'insert with JSON, arrays, dates',
    method: 'POST',
    path: '/harbours',
    body: json(19, { settings: { a: [1, null] }, tags: ['x', 'ü"'], opened_on: '2024-02-29', created_at: '2026-01-01T12:00:00+02:00' }),
    headers: back,
  },
  { name: 'insert of an unknown column', method: 'POST', path: '/harbours', body: json(20, { nope: 1 }) },
  { name: 'insert with an unknown column listed', method: 'POST', path: '/harbours?columns=id,nope', body: json(20) },
  { name: 'a duplicate', method: 'POST', path: '/harbours', body: json(11) },
  { name: 'a broken check', method: 'POST', path: '/harbours', body: json(20, { berths: -1 }) },
  { name: 'a missing value', method: 'POST', path: '/harbours', body: { id: harbour(20) } },
  { name: 'a wrong type', method: 'POST', path: '/harbours', body: json(20, { berths: 'x' }) },
  { name: 'a missing parent', method: 'POST', path: '/boats', body: { id: harbour(32), name: 'NB', harbour_id: harbour(99) } },
  { name: 'bad JSON', method: 'POST', path: '/harbours', text: '{bad' },
  { name: 'no body', method: 'POST', path: '/harbours', text: '' },
  {
    name: 'merge of an existing row',
    method: 'POST',
    path: '/harbours?on_conflict=id&select=name',
    body: json(11, { name: 'N11b' }),
    headers: { prefer: 'resolution=merge-duplicates,return=representation' },
  },
  {
    name: 'merge of an existing and a new row',
    method: 'POST',
    path: '/harbours?select=name',
    body: [json(11, { name: 'N11c' }), json(22)],
    headers: { prefer: 'resolution=merge-duplicates,return=representation' },
  },
  {
    name: 'merge, minimal',
    method: 'POST',
    path: '/harbours',
    body: json(11, { name: 'N11d' }),
    headers: { prefer: 'resolution=merge-duplicates' },
  },
  {
    name: 'duplicates ignored',
    method: 'POST',
    path: '/harbours?on_conflict=name',
    body: json(23, { name: 'N22' }),
    headers: { prefer: 'resolution=ignore-duplicates,return=representation' },
  },
  {
    name: 'a conflict target without a key',
    method: 'POST',
    path: '/harbours?on_conflict=fee',
    body: json(23),
    headers: { prefer: 'resolution=merge-duplicates' },
  },
  { name: 'change', method: 'PATCH', path: `/harbours?id=eq.${harbour(11)}`, body: { berths: 2 } },
  {
    name: 'change, returned and counted',
    method: 'PATCH',
    path: `/harbours?id=eq.${harbour(11)}`,
    body: { berths: 3, settings: { x: 1 } },
    headers: { prefer: 'return=representation,count=exact' },
  },
  {
    name: 'change, returned as one',
    method: 'PATCH',
    path: `/harbours?id=eq.${harbour(11)}&select=name,berths`,
    body: { berths: 4 },
    headers: { ...back, ...one },
  },
  { name: 'change of none', method: 'PATCH', path: `/harbours?id=eq.${harbour(99)}`, body: { berths: 2 } },
  {
    name: 'change of none, returned as one',
    method: 'PATCH',
    path: `/harbours?id=eq.${harbour(99)}`,
    body: { berths: 2 },
    headers: { ...back, ...one },
  },
  {
    name: 'change of many refused as one',
    method: 'PATCH',
    path: '/harbours?name=like.N*&select=name',
    body: { berths: 77 },
    headers: { ...back, ...one },
  },
  { name: 'nothing was kept of it', path: '/harbours?berths=eq.77&select=name' },
  { name: 'an empty change', method: 'PATCH', path: `/harbours?id=eq.${harbour(11)}`, body: {}, headers: back },
  { name: 'change of an unknown column', method: 'PATCH', path: `/harbours?id=eq.${harbour(11)}`, body: { nope: 1 } },
  {
    name: 'change with an embed returned',
    method: 'PATCH',
    path: `/boats?id=eq.${harbour(31)}&select=name,harbours(name)`,
    body: { name: 'NC' },
    headers: back,
  },
  { name: 'a limit on a change', method: 'PATCH', path: '/harbours?limit=1', body: { berths: 2 } },
  { name: 'delete', method: 'DELETE', path: '/harbours?name=eq.N12' },
  {
    name: 'delete, returned and counted',
    method: 'DELETE',
    path: '/harbours?name=eq.N13',
    headers: { prefer: 'return=representation,count=exact' },
  },
  { name: 'delete of none, returned', method: 'DELETE', path: '/harbours?name=eq.N13&select=name', headers: back },
  {
    name: 'delete, returned as one with an embed',
    method: 'DELETE',
    path: '/harbours?name=eq.N14&select=name,boats(name)',
    headers: { ...back, ...one },
  },
  {
    name: 'an unknown preference, strictly',
    method: 'DELETE',
    path: '/harbours?name=eq.x',
    headers: { prefer: 'handling=strict,foo=bar' },
  },
];

const rights: RestCase[] = [
  { name: 'own rows only', path: '/secrets', as: 'owner' },
  { name: 'no rows for strangers', path: '/secrets' },
  {
    name: 'insert of an own row',
    method: 'POST',
    path: '/secrets',
    body: { id: 5, owner: '00000000-0000-7000-8000-0000000000aa' },
    headers: back,
    as: 'owner',
  },
  {
    name: "insert of someone else's row",
    method: 'POST',
    path: '/secrets',
    body: { id: 6, owner: '00000000-0000-7000-8000-0000000000bb' },
    as: 'owner',
  },
  { name: 'insert without a policy', method: 'POST', path: '/secrets', body: { id: 7, owner: '00000000-0000-7000-8000-0000000000aa' } },
  {
    name: 'giving an own row away',
    method: 'PATCH',
    path: '/secrets?id=eq.5',
    body: { owner: '00000000-0000-7000-8000-0000000000bb' },
    as: 'owner',
  },
  { name: "change of someone else's row", method: 'PATCH', path: '/secrets?id=eq.2', body: { note: 'x' }, headers: back, as: 'owner' },
  { name: 'delete without a policy', method: 'DELETE', path: '/secrets?id=eq.1', headers: back, as: 'owner' },
];

const call = (name: string, path: string, body?: unknown, headers: Record<string, string> = {}): RestCase => ({
  name: `function: ${name}`,
  method: 'POST',
  path: `/rpc/${path}`,
  body,
  headers,
});
const refuse = (code: string): RestCase => call(`refusal ${code}`, 'refuse', { p_code: code, p_message: 'not_allowed' });
const functions: RestCase[] = [
  call('a number', 'add_up', { a: 1 }),
  call('all arguments', 'add_up', { a: 1, b: 2 }),
  call('a number as one object', 'add_up', { a: 1 }, one),
  call('a missing argument', 'add_up', { b: 2 }),
  call('an unknown argument', 'add_up', { a: 1, c: 2 }),
  call('a wrong type', 'add_up', { a: 'x' }),
  { name: 'function: by GET', path: '/rpc/add_up?a=1&b=5' },
  { name: 'function: by HEAD', method: 'HEAD', path: '/rpc/add_up?a=1' },
  { name: 'function: by DELETE', method: 'DELETE', path: '/rpc/add_up' },
  { name: 'function: a write by GET', path: `/rpc/rename_harbour?p_id=${harbour(1)}&p_name=x` },
  {
    name: 'function: rows by GET, window, embed and count',
    path: '/rpc/find_harbours?min_berths=1&select=name,boats(name)&order=name.desc&limit=1&boats.order=name',
    headers: count,
  },
  call('rows filtered', 'find_harbours?select=name&name=eq.Altona', { min_berths: 1 }),
  call('one of many rows', 'find_harbours?select=name', { min_berths: 1 }, one),
  call('one row', 'one_harbour?select=name', { p_name: 'Altona' }),
  call('one row as one object', 'one_harbour?select=name', { p_name: 'Altona' }, one),
  call('no row', 'no_harbour', {}),
  call('a list of values', 'harbour_names', {}),
  call('no body at all', 'do_nothing'),
  call('rows without a table', 'harbour_stats?select=name&order=name.desc&limit=2', {}),
  call('JSON', 'echo', { p_value: { a: [1, null, 'x'], 'ü"': 1.1 } }),
  call('JSON null', 'echo', { p_value: null }),
  call('an array argument', 'echo_list', { p_ids: [harbour(1), harbour(2)] }),
  call('nothing', 'do_nothing', {}),
  call('a write', 'rename_harbour', { p_id: harbour(1), p_name: 'Altona II' }),
  { ...call('who asks', 'whoami', {}), as: 'owner' },
  call('who asks, anonymously', 'whoami', {}),
  call('a function without rights', 'internal_only', {}),
  call('no such function', 'nope', {}),
  call('no such function with arguments', 'nope', { b: 1, a: 2 }),
  { ...call('bad JSON', 'add_up'), text: '{bad' },
  ...['P0001', '42501', '23505', '23503', '57014', 'PT409', '22P02', '55P03', '28000', '54001', 'P0002', 'ZZ999', '53100'].map(refuse),
  { ...refuse('42501'), as: 'owner' },
];

/** Titles are unique, so that a failure names its case. */
export const REST_CASES: readonly RestCase[] = [
  ...reads,
  ...filters,
  ...embeds.map((c) => ({ ...c, name: `embed: ${c.name}` })),
  ...errors.map((c) => ({ ...c, name: `refused: ${c.name}` })),
  ...writes.map((c) => ({ ...c, name: `write: ${c.name}` })),
  ...rights.map((c) => ({ ...c, name: `rights: ${c.name}` })),
  ...functions,
];
