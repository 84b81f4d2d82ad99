import { testId } from '#tests/support/builders.ts';
import { callerOf, personaId } from '#tests/support/personas.ts';
import { BARE, type Person, type Statement, setting } from './asking.ts';
import { acting } from './rules-people.ts';
import { OURS, THEIRS, type World } from './world.ts';

/** A year that nothing else of the world counts in. */
export const YEAR = 2001;
export const DEVICE = testId(0xd_01);
export const leaseId = (n: number): string => testId(0x4_00_00 + n);

type Values = Readonly<Record<string, unknown>>;
const insert = (table: string, row: Values): Statement => [
  `insert into ${table} (${Object.keys(row).join(', ')}) values (${Object.keys(row)
    .map((_, at) => `$${at + 1}`)
    .join(', ')})`,
  Object.values(row),
];

/** Numbers 1 to 5 with the accountant's device. */
export const leaseRow = (n: number, more: Values = {}): Statement =>
  insert('private.number_leases', {
    id: leaseId(n),
    company_id: OURS,
    series: 'invoices',
    year: YEAR,
    format: 'R{number}',
    prefix: '',
    numbers: '{1,2,3,4,5}',
    device_id: DEVICE,
    device_name: 'Phone',
    user_id: personaId('accountant'),
    valid_until: `${YEAR}-12-31`,
    ...more,
  });
export const ended = (reason: string, at = '2001-01-01'): Values => ({ ended_at: at, end_reason: reason });
export const gapRow = (number: number, reason: string, more: Values = {}): Statement =>
  insert('private.number_gap_reasons', { company_id: OURS, series: 'invoices', year: YEAR, number, reason, ...more });
export const counterRow = (last: number, more: Values = {}): Statement =>
  insert('private.number_counters', { company_id: OURS, kind: 'invoices', year: YEAR, last, ...more });

/** Everything that is the same but for one thing. */
export const ELSEWHERE: readonly Values[] = [{ company_id: THEIRS }, { series: 'corrections' }, { year: YEAR + 1 }];
const kindOf = ({ series, ...more }: Values): Values => (series === undefined ? more : { ...more, kind: series });
export const countedElsewhere = (last: number): Statement[] => ELSEWHERE.map((more) => counterRow(last, kindOf(more)));
export const gapsElsewhere = (number: number, reason: string): Statement[] => ELSEWHERE.map((more) => gapRow(number, reason, more));

let documents = 0;
/** A document with a number, put there past every trigger. */
export const documentWith = (seq: number, more: Values = {}): Statement[] => {
  documents += 1;
  const { series = 'invoices', year = YEAR, ...rest } = more;
  const row = { id: testId(0x5_00_00 + documents), company_id: OURS, number_series: series, created_by: personaId('owner') };
  return [
    BARE,
    insert('public.invoices', { ...row, number_year: year, number_seq: seq, ...rest }),
    ['set local session_replication_role = origin'],
  ];
};

const NAMES: Readonly<Record<string, string>> = { [OURS]: 'ours', [THEIRS]: 'theirs' };
const nameOf = (company: unknown) => NAMES[String(company)] ?? String(company);

type Line = Readonly<
  Record<'company_id' | 'series' | 'year' | 'number' | 'reason' | 'kind' | 'last' | 'n' | 'type' | 'entity_label', string>
> & {
  readonly end_reason: string | null;
};
/** What is written of numbers: reasons, counters, leases and their history, each as a short line. */
export async function written({ query }: World): Promise<string[]> {
  const rows = async (sql: string) => (await query(sql)).rows as Line[];
  const gaps = await rows(
    'select * from private.number_gap_reasons where year between 2001 and 2002 order by company_id, series, year, number',
  );
  const counters = await rows('select * from private.number_counters where year between 2001 and 2002 order by company_id, kind, year');
  const leases = await rows('select *, right(id::text, 2) as n from private.number_leases order by id');
  const log = await rows("select * from public.activity_log where entity_type = 'number_leases' order by created_at");
  return [
    ...gaps.map((r) => `${nameOf(r.company_id)} ${r.series} ${r.year} ${r.number}: ${r.reason}`),
    ...counters.map((r) => `${nameOf(r.company_id)} ${r.kind} ${r.year} last ${r.last}`),
    ...leases.filter((r) => r.end_reason !== null).map((r) => `lease ${r.n} ${r.end_reason}`),
    ...log.map((r) => `${nameOf(r.company_id)} ${r.type} ${r.entity_label}`),
  ];
}

/** What a call leaves behind that was made as this person, or its refusal. */
export const after = (world: World, who: Person, call: Statement, given: readonly Statement[] = []): Promise<string[] | string> =>
  world.given(given, () =>
    acting(world, who, [call], { look: () => world.given([['select 1']], () => written(world)) }).catch((error: Error) => error.message),
  );

/** Sees to it that `auth.uid()` is somebody, for what nobody may call. */
export const actingAs = (who: Person): Statement => [
  "select set_config('request.jwt.claims', $1, true)",
  [JSON.stringify(callerOf(who).claims)],
];
export const allowed = (value: unknown = true, company = OURS): Statement => setting('numbers', { leases: value }, company);

/** So many days from now, as an instant and as a day. */
export const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
export const dayIn = (days: number) => inDays(days).slice(0, 10);
