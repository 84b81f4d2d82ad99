import type { Row } from '#domain/archive/canonical.ts';
import { insertOf } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';
import { BARE, each, factorOf, first, type Person, said, type Statement, told, withOnly } from './asking.ts';
import { entry } from './rules-ledger.ts';
import { acting } from './rules-people.ts';
import { type Rule, rule } from './rules.ts';
import { FRESH, OURS, THEIRS, type World } from './world.ts';

const KEY = 'company.export';
type Page = { rows: Row[]; more: boolean };

const CALLS: readonly Statement[] = [
  ['select public.export_state($1)', [OURS]],
  ["select public.export_page($1, 'vendors')", [OURS]],
  ['select public.export_documents($1)', [OURS]],
];
/** Whether each of the calls is answered, or how it is refused. */
const answers = (world: World, who: Person) =>
  each(CALLS, async (call) => {
    const answer = await told(world, who, call);
    return typeof answer === 'string' ? answer : 'told';
  });

const SHA = 'a'.repeat(64);
const noting = (books: string | null, sha256: string | null = SHA, bytes: number | null = 7, isComplete = true): Statement => [
  'select public.note_export($1, $2, $3, $4, $5)',
  [OURS, books, sha256, bytes, isComplete],
];
/** What there is of exports: the last complete one, and entries of the history. */
const noted = async (world: World) => {
  const { last } = await first(world, 'select (select to_jsonb(e) from private.last_exports e where e.company_id = $1) as last', [OURS]);
  const { rows } = await world.query("select * from public.activity_log where type = 'exported' order by company_id", []);
  return { last: last as Row | null, entries: rows as Row[] };
};

const page = async (world: World, table: string, after: Row | null, limit: number, bytes = 1_000_000, bankData = true): Promise<Page> =>
  (
    await first(world, 'select private.archive_page($1, $2, $3, $4, $5, $6) as page', [
      OURS,
      table,
      after && JSON.stringify(after),
      limit,
      bytes,
      bankData,
    ])
  )['page'] as Page;

/** All rows of a table, asked for in pages of so many. */
async function paged(world: World, table: string, limit: number, bytes?: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (let after: Row | null = null, asked = 0; asked < 200; asked += 1) {
    const { rows: found, more }: Page = await page(world, table, after, limit, bytes);
    rows.push(...found);
    after = found.at(-1) ?? null;
    if (!more || after === null) return rows;
  }
  return [];
}

const trailOf = (bankData: string): Statement =>
  insertOf('activity_records', {
    company_id: OURS,
    activity_id: FRESH,
    bank_data: bankData,
    content: 'record',
    collection: 'companies',
    confidential: false,
    record: '{}',
  });

/** Taking a company along. */
export const ARCHIVE: readonly Rule[] = [
  rule(
    'a company is taken along by owner, admin and who holds the key, and by nobody else',
    ['companies', 'company_user_permissions'],
    {
      owner: ['told', 'told', 'told'],
      admin: ['told', 'told', 'told'],
      accountant: ['not_allowed', 'not_allowed', 'not_allowed'],
      stranger: ['not_a_member', 'not_a_member', 'not_a_member'],
      withKey: ['told', 'told', 'told'],
      owing: ['second_factor_required', 'second_factor_required', 'second_factor_required'],
    },
    async (world) => ({
      owner: await answers(world, 'owner'),
      admin: await answers(world, 'admin'),
      accountant: await world.given(withOnly('accountant', 'files.view', 'company.update'), () => answers(world, 'accountant')),
      stranger: await answers(world, 'stranger'),
      withKey: await world.given(withOnly('viewer', KEY), () => answers(world, 'viewer')),
      owing: await world.given([factorOf('owner')], () => answers(world, 'owner')),
    }),
  ),
  rule(
    'account numbers in the trail come in full only for who manages the accounts',
    ['activity_records', 'bank_accounts'],
    [
      [false, 'masked,none'],
      [true, 'full,masked,none'],
    ],
    (world) =>
      each([[KEY], [KEY, 'bank_accounts.manage']], (keys) =>
        world.given([...withOnly('viewer', ...keys), BARE, trailOf('none'), trailOf('masked'), trailOf('full')], async () => {
          const state = (await told(world, 'viewer', ['select public.export_state($1)', [OURS]])) as { bank_data: boolean };
          const answer = (await told(world, 'viewer', ["select public.export_page($1, 'activity_records')", [OURS]])) as Page;
          const ours = answer.rows.filter((row) => row['activity_id'] === FRESH);
          return [state.bank_data, ours.map((row) => row['bank_data']).join(',')] as const;
        }),
      ),
  ),
  rule(
    'pages of any size are the rows of one company, in their order and each once',
    ['invoices', 'vendors', 'company_users', 'company_user_permissions', 'activity_records', 'number_counters', 'ledger_entries'],
    [true, true, true, true, true, true, true],
    (world) =>
      world.given([BARE, trailOf('none'), trailOf('masked')], () =>
        each(
          ['invoices', 'vendors', 'company_users', 'company_user_permissions', 'activity_records', 'number_counters', 'ledger_entries'],
          async (table) => {
            const all = (await page(world, table, null, 10_000)).rows;
            const whole = JSON.stringify(all);
            const source = table === 'number_counters' ? 'private' : 'public';
            const { n } = await first(world, `select count(*)::int as n from ${source}.${table} where company_id = $1`, [OURS]);
            const pages = [await paged(world, table, 1), await paged(world, table, 3), await paged(world, table, 10_000, 1)];
            return n === all.length && all.length > 0 && pages.every((rows) => JSON.stringify(rows) === whole);
          },
        ),
      ),
  ),
  rule(
    'a page says whether there is more, and ends with what it may hold but never without a row',
    ['expenses'],
    { none: [0, false], whole: true, one: [1, true], small: [1, true], unknown: 'unknown_table' },
    async (world) => {
      const size = async (asked: Promise<Page>): Promise<[number, boolean]> => {
        const { rows, more } = await asked;
        return [rows.length, more];
      };
      const whole = await page(world, 'expenses', null, 10_000);
      return {
        none: await size(page(world, 'expenses', whole.rows.at(-1) ?? null, 10)),
        whole: !whole.more && whole.rows.length > 1,
        one: await size(page(world, 'expenses', null, 1)),
        small: await size(page(world, 'expenses', null, 10, 1)),
        unknown: await told(world, 'owner', ["select public.export_page($1, 'company_mail_secrets')", [OURS]]),
      };
    },
  ),
  rule('documents are the issued ones of one company, behind the one asked for', ['invoices'], [true, true, 'less'], async (world) => {
    type Document = { id: string; number: string | null };
    const asked = async (after: string | null, limit = 500) =>
      (await told(world, 'owner', ['select public.export_documents($1, $2, $3)', [OURS, after, limit]])) as Document[];
    const all = await asked(null);
    const { rows } = await world.query('select id from public.invoices where company_id = $1 and number is not null order by id', [OURS]);
    return [
      all.length > 1 && JSON.stringify(all.map(({ id }) => id)) === JSON.stringify(rows.map(({ id }) => id)),
      JSON.stringify((await asked(all[0]?.id ?? null)).map(({ id }) => id)) === JSON.stringify(all.slice(1).map(({ id }) => id)),
      (await asked(null, 1)).length === 1 ? 'less' : 'all',
    ];
  }),
  rule(
    'a table has another head as soon as one of its rows does, and no other has',
    ['vendors', 'companies'],
    [[], ['vendors'], ['vendors'], ['vendors'], []],
    async (world) => {
      type State = { tables: Record<string, { head: string; rows: number }> };
      const state = async () => (await first(world, 'select private.archive_state($1) as state', [OURS]))['state'] as State;
      const before = await state();
      const differing = async () => {
        const now = await state();
        return Object.keys(now.tables).filter((table) => now.tables[table]?.head !== before.tables[table]?.head);
      };
      const id = world.ids['ours vendors'];
      const changes: Statement[] = [
        ['select 1'],
        ["update public.vendors set notes = 'x' where id = $1", [id]],
        ['delete from public.vendors where id = $1', [id]],
        insertOf('vendors', { id: FRESH, company_id: OURS, name: 'New' }),
        ["update public.vendors set notes = 'x' where company_id = $1", [THEIRS]],
      ];
      return each(changes, (change) => world.given([BARE, change], differing));
    },
  ),
  rule('the ledger of an archive ends where that of its company does', ['ledger_entries'], [1000, 1000], (world) =>
    each([[entry(OURS)], [entry(OURS), entry(THEIRS, 1001)]], (entries) =>
      world.given([BARE, ...entries], async () => {
        const { state } = await first(world, 'select private.archive_state($1) as state', [OURS]);
        return (state as { ledger: { seq: number } }).ledger.seq;
      }),
    ),
  ),
  rule('who takes the company along reads its receipts, and no others', ['objects'], [0, 1, 0, 0], async (world) => {
    const read = (path: unknown): Statement => ['select 1 from storage.objects where name = $1', [path]];
    const bucket: Statement = ["insert into storage.buckets (id, name) values ('other', 'other')"];
    const object = (path: string, into: string): Statement => [
      "insert into storage.objects (bucket_id, name, version, owner_id) values ($1, $2, 'v', $3)",
      [into, path, FRESH],
    ];
    const paths = [`${OURS}/${FRESH}.pdf`, `${THEIRS}/${FRESH}.pdf`] as const;
    const given = (keys: string[], path: string, into = 'uploads') =>
      world.given([...withOnly('viewer', ...keys), bucket, object(path, into)], () => said(world, 'viewer', read(path)));
    return [
      await given(['files.upload'], paths[0]),
      await given([KEY], paths[0]),
      await given([KEY], paths[1]),
      await given([KEY], paths[0], 'other'),
    ];
  }),
  rule(
    'who takes a company along says so, whole and with numbers that can be, and nobody else does',
    ['companies', 'activity_log'],
    {
      people: [1, 1, 'not_allowed', 'not_a_member'],
      withKey: 1,
      books: ['invalid_input', 'invalid_input'],
      sums: ['invalid_input', 'invalid_input'],
      sizes: ['invalid_input', 'invalid_input'],
    },
    async (world) => {
      const answers = (calls: readonly Statement[]) => each(calls, (call) => said(world, 'owner', call));
      return {
        people: await each(['owner', 'admin', 'accountant', 'stranger'] as const, (who) =>
          world.given(withOnly('accountant', 'files.view'), () => said(world, who, noting(SHA))),
        ),
        withKey: await world.given(withOnly('viewer', KEY), () => said(world, 'viewer', noting(SHA))),
        books: await answers([noting(null), noting('A'.repeat(64))]),
        sums: await answers([noting(SHA, null), noting(SHA, 'abc')]),
        sizes: await answers([noting(SHA, SHA, null), noting(SHA, SHA, 0)]),
      };
    },
  ),
  rule(
    'an export stands in the history of its company; the last complete one is kept, which it is only with all account numbers',
    ['activity_log', 'bank_accounts'],
    {
      entries: [[OURS, true, 'companies', OURS, 'trigger', '{"size":[null,7],"sha256":[null,"aaaa"]}']],
      kept: [true, true, true, 7],
      partial: [1, null],
      masked: [1, null],
      again: [2, 9],
    },
    async (world) => {
      const after = (...calls: Statement[]) => acting(world, 'owner', calls, { look: () => noted(world) });
      const { last, entries } = await after(noting(SHA));
      const partial = await after(noting(SHA, SHA, 7, false));
      const again = await after(noting(SHA), noting(SHA, SHA, 9), noting(SHA, SHA, 11, false));
      const masked = await world.given(withOnly('viewer', KEY), () => acting(world, 'viewer', [noting(SHA)], { look: () => noted(world) }));
      return {
        entries: entries.map((row) => [
          row['company_id'],
          row['actor_id'] === personaId('owner'),
          row['entity_type'],
          row['entity_id'],
          row['origin'],
          JSON.stringify(row['changes']).replace(SHA, 'aaaa'),
        ]),
        kept: [last?.['books'] === SHA, last?.['sha256'] === SHA, last?.['exported_by'] === personaId('owner'), last?.['bytes']],
        partial: [partial.entries.length, partial.last],
        masked: [masked.entries.length, masked.last],
        again: [again.entries.length - 1, again.last?.['bytes']],
      };
    },
  ),
  rule(
    'what was exported is known until something changes: another company, or the history alone, is no change',
    ['vendors', 'activity_log', 'companies'],
    { never: false, exported: true, history: true, others: true, theirs: false, changed: false, old: false },
    async (world) => {
      const { books } = await first(world, "select private.archive_state($1) ->> 'books' as books", [OURS]);
      const note: Statement = ['select private.note_export($1, $2, $3, 7, true)', [OURS, books, SHA]];
      const isExported = async (...changes: Statement[]) =>
        world.given([BARE, ...changes], async () => (await first(world, 'select private.is_exported($1) as known', [OURS]))['known']);
      const vendor = (company: string): Statement => ["update public.vendors set notes = 'x' where company_id = $1", [company]];
      const ofTheirs: Statement = ['select private.note_export($1, $2, $3, 7, true)', [THEIRS, books, SHA]];
      return {
        never: await isExported(),
        exported: await isExported(note),
        history: await isExported(note, trailOf('none'), ["update public.activity_log set rev = 'x' where company_id = $1", [OURS]]),
        others: await isExported(note, vendor(THEIRS)),
        theirs: await isExported(ofTheirs),
        changed: await isExported(note, vendor(OURS)),
        old: await isExported(note, ['select private.note_export($1, $2, $2, 7, true)', [OURS, SHA]]),
      };
    },
  ),
];
