import type { Row } from '#local/db/port.ts';
import { insertOf } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';
import { BARE, each, first, granted, said, setting, type Statement, told, withOnly } from './asking.ts';
import { ended } from './more-rows.ts';
import { type Rule, rule } from './rules.ts';
import { FRESH, OURS, THEIRS, type World } from './world.ts';

export const NOW: Statement = ['set constraints all immediate'];
export const entry = (company: string, seq = 1000, columns: Row = {}): Statement =>
  insertOf('ledger_entries', {
    company_id: company,
    seq,
    kind: 'settings',
    collection: 'companies',
    record_id: company,
    label: '',
    form: 1,
    payload_sha256: 'a'.repeat(64),
    receipts: '',
    prev_sha256: 'b'.repeat(64),
    sha256: 'c'.repeat(64),
    at: '2026-01-31T10:00:00Z',
    ...columns,
  });

/** The kinds of entries that a record has, in their order, once all of it is entered. */
async function kindsOf({ query }: World, id: string | undefined): Promise<unknown[]> {
  const { rows } = await query('select kind from public.ledger_entries where record_id = $1 order by seq', [id]);
  return rows.map(({ kind }) => kind);
}
/** The kinds that a change adds to what is entered of a record already. */
const added = (world: World, id: string | undefined, ...changes: Statement[]) =>
  world.given([NOW], async () => {
    const before = await kindsOf(world, id);
    return world.given([...changes, NOW], async () => (await kindsOf(world, id)).slice(before.length));
  });
export const step = (world: World, status: string): Statement => [
  'update public.expenses set status = $2, decided_at = now() where id = $1',
  [world.ids['ours expenses'], status],
];
type Page = { checked: number; done: boolean; head: { seq: number }; fault: { fault: string; collection: string } | null };
export const checked = async (world: World, company: string, after: number, limit: number): Promise<Page> =>
  (await first(world, 'select private.check_ledger($1, $2, $3) as answer', [company, after, limit]))['answer'] as Page;
const faultOf = async (world: World, company = OURS) => (await checked(world, company, 0, 10_000)).fault;

/** The first fault of our ledger, checked in pages of so many entries. */
export async function pagedFault(world: World, limit: number): Promise<string | null> {
  for (let after = 0, pages = 0; pages < 1000; pages += 1) {
    const page = await checked(world, OURS, after, limit);
    if (page.fault) return `${page.fault.collection} ${page.fault.fault}`;
    if (page.done) return null;
    after = page.checked;
  }
  return 'endless';
}

/** The ledger: what is entered, who reads it, and that it stays. */
export const LEDGER: readonly Rule[] = [
  rule(
    'what is booked of an expense is entered, and so is its taking back',
    ['expenses', 'ledger_entries'],
    [['booked'], ['booked', 'unbooked'], ['booked', 'paid'], ['booked', 'changed'], ['booked'], []],
    (world) => {
      const id = world.ids['ours expenses'];
      const approved = step(world, 'approved');
      const set = (what: string): Statement => [`update public.expenses set ${what} where id = $1`, [id]];
      return each(
        [
          [approved],
          [approved, step(world, 'pending')],
          [approved, step(world, 'reimbursed')],
          [approved, set("payment_method = 'card'")],
          [approved, set('is_separate = true')],
          [set("description = 'Free until approved'")],
        ],
        (changes) => added(world, id, ...changes),
      );
    },
  ),
  rule(
    'a reversal, and an expense that comes approved, are entered as they come',
    ['expenses', 'ledger_entries'],
    [['booked'], ['reversed']],
    (world) => {
      const row = {
        id: FRESH,
        company_id: OURS,
        amount: 1,
        expense_date: '2026-01-30',
        status: 'approved',
        created_by: personaId('owner'),
      };
      return each([row, { ...row, reverses_expense_id: world.ids['ours expenses'] }], (values) =>
        added(world, FRESH, insertOf('expenses', values)),
      );
    },
  ),
  rule(
    'an invoice is entered when it is issued and when it is cancelled, and payments change nothing of it',
    ['invoices', 'ledger_entries'],
    [['issued'], ['cancelled'], [], ['changed']],
    (world) => {
      const [draft, issued] = [world.ids['ours invoices'], world.ids['ours issued']];
      const set = (id: string | undefined, what: string): Statement => [`update public.invoices set ${what} where id = $1`, [id]];
      return each(
        [
          [draft, set(draft, "status = 'issued'")],
          [issued, set(issued, "status = 'cancelled'")],
          [issued, set(issued, "paid_total = 1, payment_status = 'partially_paid'")],
          [issued, set(issued, "notes = 'As the platform may'")],
        ] as const,
        ([id, change]) => added(world, id, change),
      );
    },
  ),
  rule(
    'a payment is entered when it is recorded, changed and deleted',
    ['payments', 'ledger_entries'],
    [['paid'], ['reversed'], ['changed'], [], ['deleted']],
    (world) => {
      const id = world.ids['ours payments'];
      const payment = {
        id: FRESH,
        company_id: OURS,
        invoice_id: world.ids['ours issued'],
        amount: 1,
        payment_date: '2026-01-31',
        created_by: personaId('owner'),
      };
      return each<readonly [string | undefined, Statement], unknown[]>(
        [
          [FRESH, insertOf('payments', payment)],
          [FRESH, insertOf('payments', { ...payment, reverses_payment_id: id })],
          [id, ['update public.payments set amount = 7 where id = $1', [id]]],
          [id, ['update public.payments set is_separate = true where id = $1', [id]]],
          [id, ['delete from public.payments where id = $1', [id]]],
        ],
        ([record, change]) => added(world, record, change),
      );
    },
  ),
  rule(
    'months and settings are entered',
    ['periods', 'companies', 'ledger_entries'],
    [['closed'], ['opened'], [], ['settings'], []],
    (world) => {
      const id = world.ids['ours periods'];
      return each<readonly [string | undefined, Statement], unknown[]>(
        [
          [FRESH, insertOf('periods', { id: FRESH, company_id: OURS, month: '1997-01-01' })],
          [id, ["update public.periods set is_closed = false, reason = 'Late' where id = $1", [id]]],
          [id, ['update public.periods set updated_at = now() where id = $1', [id]]],
          [OURS, setting('tax,tax_number', '41/1')],
          [OURS, ['update public.companies set updated_at = now() where id = $1', [OURS]]],
        ],
        ([record, change]) => added(world, record, change),
      );
    },
  ),
  rule(
    'a receipt that is verified after its expense was booked is entered, before it is not',
    ['file_checks', 'files', 'ledger_entries'],
    [['booked', 'receipt'], [], ['booked']],
    (world) => {
      const id = world.ids['ours expenses'];
      const [file, linked]: [string | undefined, Statement] = [
        world.ids['ours files'],
        ['update public.files set expense_id = $2 where id = $1', [world.ids['ours files'], id]],
      ];
      const found = (sha256: string): Statement =>
        insertOf('file_checks', { file_id: file, company_id: OURS, sha256: sha256.repeat(64), size: 1024 });
      return each(
        [
          [linked, step(world, 'approved'), NOW, found('a')],
          [linked, found('a')],
          [linked, step(world, 'approved'), NOW, found('b')],
        ],
        (changes) => added(world, id, ...changes),
      );
    },
  ),
  rule(
    'what a seed brings is not entered record by record, what somebody does meanwhile is',
    ['expenses', 'ledger_entries'],
    [[], ['booked']],
    async (world) => {
      const seeding: Statement = ["select set_config('kontor.is_seeding', 'on', true)"];
      const somebody: Statement = [`select set_config('request.jwt.claims', '{"sub": "${FRESH}"}', true)`];
      return each([[seeding], [seeding, somebody]], (before) =>
        added(world, world.ids['ours expenses'], ...before, step(world, 'approved')),
      );
    },
  ),
  rule(
    'entries are read with the key for the history, of the own company alone',
    ['ledger_entries'],
    [2, 0, 0, 'not_allowed', 'not_allowed', 1, 1],
    (world) =>
      world.given(
        [
          NOW,
          ['set local session_replication_role = replica'],
          ['delete from public.ledger_entries'],
          entry(OURS),
          entry(THEIRS),
          ['set local session_replication_role = origin'],
        ],
        async () => {
          const count = async (who: 'owner' | 'employee' | 'stranger', company: string) =>
            said(world, who, ['select 1 from public.ledger_entries where company_id = $1', [company]]);
          const call = (who: 'owner' | 'employee', name: string) => said(world, who, [`select public.${name}($1)`, [OURS]]);
          return [
            Number(await count('owner', OURS)) + Number(await count('stranger', THEIRS)),
            await count('owner', THEIRS),
            await count('employee', OURS),
            await call('employee', 'verify_ledger'),
            await call('employee', 'ledger_page'),
            await world.given([...withOnly('employee', 'activity.view'), granted('employee', 'activity.view')], () =>
              call('employee', 'verify_ledger'),
            ),
            await call('owner', 'ledger_page'),
          ];
        },
      ),
  ),
  rule(
    'an entry stays: not even the platform changes or removes one, but the company’s end does',
    ['ledger_entries', 'companies'],
    ['ledger_is_kept', 'ledger_is_kept', 'ledger_is_kept', 0],
    (world) =>
      world.given([NOW, entry(OURS)], async () => {
        const refusal = (sql: string) => world.given([[sql]], async () => 'done').catch((error: Error) => error.message);
        const left = await world.given(
          [ended(OURS), ['delete from public.companies where id = $1', [OURS]], NOW],
          async () => (await world.query('select 1 from public.ledger_entries where company_id = $1', [OURS])).rows.length,
        );
        return [
          await refusal("update public.ledger_entries set label = 'x'"),
          await refusal('delete from public.ledger_entries'),
          await refusal('truncate public.ledger_entries'),
          left,
        ];
      }),
  ),
  rule('the document that cancels an invoice is entered as issued', ['invoices', 'ledger_entries'], [['issued']], (world) =>
    world.given([["update public.invoices set status = 'cancelled' where id = $1", [world.ids['ours issued']]], NOW], async () => {
      const { rows } = await world.query('select id from public.invoices where cancels_id = $1', [world.ids['ours issued']]);
      return each(rows, ({ id }) => kindsOf(world, String(id)));
    }),
  ),
  rule(
    'a record that is changed past the triggers is named, wherever the page of the check begins, and nobody else’s is',
    ['ledger_entries', 'payments', 'periods', 'expenses'],
    [null, 'payments differs', 'periods differs', 'expenses differs', 'payments missing', 'companies differs'],
    (world) =>
      world.given([step(world, 'approved'), NOW, BARE], () =>
        each<Statement[], unknown>(
          [
            [],
            [['update public.payments set amount = amount + 1 where id = $1', [world.ids['ours payments']]]],
            [["update public.periods set reason = 'x' where id = $1", [world.ids['ours periods']]]],
            [['update public.expenses set tax_rate = 1 where id = $1', [world.ids['ours expenses']]]],
            [['delete from public.payments where id = $1', [world.ids['ours payments']]]],
            [["update public.companies set name = name || '.' where id = $1", [OURS]]],
          ],
          (changes) =>
            world.given(changes, async () => {
              const found = await each([1, 2, 10_000], async (limit) => pagedFault(world, limit));
              const theirs = await faultOf(world, THEIRS);
              return theirs === null && new Set(found).size === 1 ? found[0] : [theirs, ...found];
            }),
        ),
      ),
  ),
  rule(
    'pages and the head are the company’s own, after the place that was asked for',
    ['ledger_entries'],
    [true, true, true, true],
    (world) =>
      world.given([NOW], async () => {
        const { rows } = await world.query('select company_id, seq::int, sha256 from public.ledger_entries order by company_id, seq');
        const ours = rows.filter((row) => row['company_id'] === OURS);
        const page = (await told(world, 'owner', ['select public.ledger_page($1, 1) as page', [OURS]])) as { sha256: string }[];
        const ask = ['select public.sync_pull($1, $2) as answer', [OURS, JSON.stringify({ cursors: {}, ledger: 2 })]] as Statement;
        const { ledger } = (await told(world, 'owner', ask)) as { ledger: { seq: number; sha256: string; known: string } };
        return [
          ours.length > 3,
          JSON.stringify(page.map(({ sha256 }) => sha256)) === JSON.stringify(ours.slice(1).map((row) => row['sha256'])),
          ledger.seq === ours.length && ledger.sha256 === ours.at(-1)?.['sha256'],
          ledger.known === ours[1]?.['sha256'],
        ];
      }),
  ),
  rule('what is not in the ledger is named, and carried over once', ['ledger_entries'], ['unentered', 'done', null, 'nothing'], (world) =>
    world.given([NOW, BARE, ['delete from public.ledger_entries where company_id = $1', [OURS]]], async () => {
      const before = (await faultOf(world))?.fault;
      const carried = async () => Number((await world.query('select private.carry_over_ledger() as n')).rows[0]?.['n']);
      return [before, (await carried()) > 3 ? 'done' : 'few', await faultOf(world), (await carried()) === 0 ? 'nothing' : 'again'];
    }),
  ),
  rule('everything booked is in the ledger as it is now', ['ledger_entries'], null, (world) => world.given([NOW], () => faultOf(world))),
];
