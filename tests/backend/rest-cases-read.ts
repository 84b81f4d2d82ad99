import type { RestCall } from './rest-oracle.ts';

/** Calls on the fixture schema, in this order; titles are unique, so that a failure names its case. */
export type RestCase = RestCall & { readonly name: string };

export const harbour = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
export const one = { accept: 'application/vnd.pgrst.object+json' };
export const count = { prefer: 'count=exact' };
export const back = { prefer: 'return=representation' };

/** A signed-in person who owns a row of the fixture. */
export const OWNER = '00000000-0000-7000-8000-0000000000aa';

const reads: RestCase[] = [
  { name: 'all columns', path: '/harbours?order=name' },
  { name: 'some columns, renamed, cast', path: '/harbours?select=key:id,name,fee::text,opened_on&order=name.desc' },
  { name: 'a page with a count', path: '/harbours?select=name&order=name&limit=1&offset=1', headers: count },
  { name: 'the last page with a count', path: '/harbours?select=name&order=name&limit=2&offset=2', headers: count },
  { name: 'a page at the very end', path: '/harbours?select=name&order=name&offset=3', headers: count },
  { name: 'a page beyond the end', path: '/harbours?select=name&offset=9', headers: count },
  { name: 'a page beyond the end, not counted', path: '/harbours?select=name&offset=9' },
  { name: 'the Range header', path: '/harbours?select=name&order=name', headers: { range: '1-1' } },
  { name: 'the Range header and a limit', path: '/harbours?select=name&order=name&limit=1', headers: { range: '0-2' } },
  { name: 'the Range header and an offset', path: '/harbours?select=name&order=name&offset=1', headers: { range: '1-2' } },
  {
    name: 'a narrower limit, from the start of the Range header',
    path: '/harbours?select=name&order=name&limit=3&offset=1',
    headers: { range: '2-3' },
  },
  { name: 'an open Range header', path: '/harbours?select=name&order=name', headers: { range: '1-' } },
  { name: 'a Range header that ends before it starts', path: '/harbours?select=name&order=name', headers: { range: '2-1' } },
  { name: 'a Range header beyond the end, counted', path: '/harbours?select=name', headers: { ...count, range: '9-12' } },
  { name: 'a Range header beyond the end, not counted', path: '/harbours?select=name', headers: { range: '9-12' } },
  { name: 'a Range header that is none', path: '/harbours?select=name&order=name', headers: { range: 'bytes=0-1' } },
  { name: 'a negative offset', path: '/harbours?select=name&order=name&offset=-1' },
  { name: 'a negative offset and a limit of one', path: '/harbours?select=name&order=name&limit=1&offset=-1', headers: count },
  { name: 'a negative offset and a limit of three', path: '/harbours?select=name&order=name&limit=3&offset=-1', headers: count },
  { name: 'a limit that is no number, from an offset on', path: '/harbours?select=name&order=name&limit=x&offset=1' },
  { name: 'a limit that is no number, from the start on', path: '/harbours?select=name&order=name&limit=x&offset=0' },
  { name: 'no rows wanted, from an offset on', path: '/harbours?select=name&order=name&limit=0&offset=1' },
  { name: 'a limit and a Range header that do not meet', path: '/harbours?select=name&order=name&limit=1', headers: { range: '1-2' } },
  { name: 'HEAD with a Range header', method: 'HEAD', path: '/harbours?select=name&order=name', headers: { ...count, range: '1-1' } },
  { name: 'all columns under one name', path: '/harbours?select=all:*' },
  { name: 'a page beyond the end of no rows, counted', path: '/harbours?name=eq.Nix&offset=1', headers: count },
  { name: 'a page at the end of no rows, counted', path: '/harbours?name=eq.Nix&offset=0', headers: count },
  { name: 'the third element of a JSON list', path: '/harbours?select=name,settings->lights->0&order=name' },
  { name: 'a JSON path ending in an index', path: '/harbours?select=settings->list->0->1&order=name' },
  { name: 'a JSON path of indexes alone', path: '/harbours?select=settings->0->>1&order=name' },
  { name: 'a JSON path with a cast', path: '/harbours?select=settings->lights->>red::int&order=name' },
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
  'name=in.("")',
  'name=not.in.("")',
  'berths=in.("")',
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
  {
    name: 'only parents with such children, counted, whatever page of the children is wanted',
    path: '/harbours?select=name,boats!inner(name,trips!inner(amount))&boats.limit=1&boats.trips.offset=9&order=name',
    headers: count,
  },
  { name: 'embedded rows from a negative offset on', path: '/harbours?select=name,boats(name)&boats.offset=-1' },
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
  { name: 'a table without rights, signed in', path: '/forbidden', as: OWNER },
  { name: 'another schema', path: '/harbours', headers: { 'accept-profile': 'private' } },
  { name: 'an unknown media type', path: '/harbours', headers: { accept: 'application/xml' } },
  { name: 'aggregates', path: '/harbours?select=berths.sum()' },
];

export const READ_CASES: readonly RestCase[] = [
  ...reads,
  ...filters,
  ...embeds.map((c) => ({ ...c, name: `embed: ${c.name}` })),
  ...errors.map((c) => ({ ...c, name: `refused: ${c.name}` })),
];
