import type { Row } from '#local/db/port.ts';
import { insertOf, testId } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';
import { BARE, bare, each, first, setting, type Statement, told } from './asking.ts';
import { checked, entry, NOW, pagedFault, step } from './rules-ledger.ts';
import { type Rule, rule } from './rules.ts';
import { FRESH, OURS, THEIRS, type World } from './world.ts';

/** What the check of a ledger finds first, in one page. */
const fault = (world: World) => pagedFault(world, 10_000);
const linked = (world: World): Statement => [
  'update public.files set expense_id = $2 where id = $1',
  [world.ids['ours files'], world.ids['ours expenses']],
];
const verified = (file: string | undefined, sha256: string): Statement =>
  insertOf('file_checks', { file_id: file, company_id: OURS, sha256: sha256.repeat(64), size: 1024 });
const withOriginal = (file: string | undefined): Statement => [
  `update public.files set original_path = company_id || '/original/' || id || '.jpg', original_mime_type = mime_type, original_size = size, original_sha256 = sha256 where id = $1`,
  [file],
];
const payment = (world: World): Statement =>
  insertOf('payments', {
    id: FRESH,
    company_id: OURS,
    invoice_id: world.ids['ours issued'],
    amount: 1,
    payment_date: '2026-01-31',
    created_by: personaId('owner'),
  });

/** The ledger held to the records, and a ledger that is carried on. */
export const LEDGER_CHECKED: readonly Rule[] = [
  rule(
    'an entry has its place, a kind that is known, and hashes that are whole',
    ['ledger_entries'],
    [1, ...Array.from({ length: 9 }, () => '23514')],
    (world) =>
      each(
        [
          {},
          { seq: 0 },
          { form: 0 },
          { kind: 'other' },
          { collection: 'vendors' },
          { label: 'x'.repeat(301) },
          { receipts: 'x'.repeat(110_001) },
          { payload_sha256: 'a'.repeat(63) },
          { prev_sha256: 'b'.repeat(65) },
          { sha256: 'c'.repeat(63) },
        ] as Row[],
        (columns) => bare(world, entry(OURS, Number(columns['seq'] ?? 1000), columns)),
      ),
  ),
  rule('a chain goes on from its own company’s last entry', ['ledger_entries', 'companies'], [null, null, true], (world) =>
    world.given([NOW, setting('tax,tax_number', '41/1'), setting('tax,tax_number', '41/1', THEIRS), NOW], async () => {
      const [ours, theirs] = [await checked(world, OURS, 0, 10_000), await checked(world, THEIRS, 0, 10_000)];
      return [ours.fault, theirs.fault, ours.head.seq > theirs.head.seq];
    }),
  ),
  rule('a check and a device are told the head of the company that was asked for', ['ledger_entries'], [true, true, true], (world) =>
    world.given([NOW], async () => {
      const { seq } = await first(world, 'select max(seq)::int as seq from public.ledger_entries where company_id = $1', [THEIRS]);
      const { seq: ours } = await first(world, 'select max(seq)::int as seq from public.ledger_entries where company_id = $1', [OURS]);
      const ask: Statement = ['select public.sync_pull($1, $2) as answer', [THEIRS, JSON.stringify({ cursors: {}, ledger: 0 })]];
      const { ledger } = (await told(world, 'stranger', ask)) as { ledger: { seq: number } };
      return [Number(ours) > Number(seq), (await checked(world, THEIRS, 0, 1)).head.seq === seq, ledger.seq === seq];
    }),
  ),
  rule(
    'each record is held to its own facts, beside others of its kind',
    ['ledger_entries', 'payments', 'periods', 'expenses'],
    [null, 'payments differs', 'periods differs'],
    (world) =>
      world.given(
        [
          step(world, 'approved'),
          payment(world),
          insertOf('periods', { id: testId(0xffe), company_id: OURS, month: '1997-01-01' }),
          NOW,
          BARE,
        ],
        () =>
          each<Statement[], unknown>(
            [
              [],
              [['update public.payments set amount = 2 where id = $1', [FRESH]]],
              [["update public.periods set reason = 'x' where id = $1", [testId(0xffe)]]],
            ],
            (changes) => world.given(changes, () => fault(world)),
          ),
      ),
  ),
  rule(
    'an approval that was taken back is free until it is given again',
    ['ledger_entries', 'expenses'],
    [null, null, 'expenses differs'],
    (world) =>
      world.given([step(world, 'approved'), NOW, step(world, 'pending'), NOW, BARE], () =>
        each<Statement[], unknown>(
          [[], [['update public.expenses set amount = amount + 1 where id = $1', [world.ids['ours expenses']]]], [step(world, 'approved')]],
          (changes) => world.given(changes, () => fault(world)),
        ),
      ),
  ),
  rule(
    'what was paid and is changed then is a change, not a second payment',
    ['expenses', 'ledger_entries'],
    ['booked', 'paid', 'changed'],
    (world) =>
      world.given(
        [
          step(world, 'approved'),
          NOW,
          step(world, 'reimbursed'),
          ["update public.expenses set payment_method = 'card' where id = $1", [world.ids['ours expenses']]],
        ],
        async () => {
          const { rows } = await world.query('select kind from public.ledger_entries where record_id = $1 order by seq', [
            world.ids['ours expenses'],
          ]);
          return rows.map(({ kind }) => kind);
        },
      ),
  ),
  rule(
    'the receipts of a booking are its own, whose bytes were found as their records say, and stay so',
    ['ledger_entries', 'files', 'file_checks'],
    ['', 'file:a', '', 'file:a', 'file:a', null, 'expenses receipt'],
    async (world) => {
      const [id, file] = [world.ids['ours expenses'], world.ids['ours files']];
      const receipts = (...before: Statement[]) =>
        world.given([...before, step(world, 'approved'), NOW], async () => {
          const row = await first(world, 'select receipts from public.ledger_entries where record_id = $1', [id]);
          return String(row['receipts']).replace(String(file), 'file').replace('a'.repeat(64), 'a');
        });
      const all = [linked(world), verified(file, 'a'), verified(world.ids['employee kept file'], 'a')];
      return [
        await receipts(linked(world)),
        await receipts(linked(world), verified(file, 'a')),
        await receipts(linked(world), verified(file, 'b')),
        await receipts(...all),
        // The original, though it is the same to the byte, was not looked at.
        await receipts(linked(world), withOriginal(file), verified(file, 'a')),
        ...(await world.given([...all, step(world, 'approved'), NOW, BARE], async () => [
          await fault(world),
          await world.given([["update public.file_checks set sha256 = repeat('c', 64) where file_id = $1", [file]]], () => fault(world)),
        ])),
      ];
    },
  ),
  rule(
    'what one record lacks is named after what is wrong with the entries, and carried over alone; a month that is open lacks nothing',
    ['ledger_entries', 'payments', 'periods'],
    ['payments unentered', 1, 'own label', null, 'periods differs', null],
    (world) =>
      world.given([payment(world), NOW, BARE], async () => {
        const unentered: Statement = ['delete from public.ledger_entries where record_id = $1', [FRESH]];
        const wrong: Statement = ["update public.periods set reason = 'x' where company_id = $1", [OURS]];
        const open: Statement = insertOf('periods', { id: testId(0xffe), company_id: OURS, month: '1997-01-01', is_closed: false });
        return [
          ...(await world.given([unentered], async () => {
            const found = await fault(world);
            const { n } = await first(world, 'select private.carry_over_ledger() as n');
            const { label } = await first(world, 'select label from public.ledger_entries where record_id = $1', [FRESH]);
            const { number } = await first(world, 'select number from public.invoices where id = $1', [world.ids['ours issued']]);
            return [found, n, label === number ? 'own label' : label, await fault(world)];
          })),
          await world.given([unentered, wrong], () => pagedFault(world, 1)),
          await world.given([open], () => fault(world)),
        ];
      }),
  ),
  rule(
    'nothing of a seed is entered record by record, whatever it is',
    ['ledger_entries', 'invoices', 'payments', 'periods', 'companies', 'file_checks'],
    0,
    (world) =>
      world.given([linked(world), step(world, 'approved'), NOW], async () => {
        const count = async () => Number((await first(world, 'select count(*) as n from public.ledger_entries'))['n']);
        const before = await count();
        return world.given(
          [
            ["select set_config('kontor.is_seeding', 'on', true)"],
            ["update public.invoices set status = 'issued' where id = $1", [world.ids['ours invoices']]],
            payment(world),
            insertOf('periods', { id: FRESH, company_id: OURS, month: '1997-01-01' }),
            setting('tax,tax_number', '41/1'),
            verified(world.ids['ours files'], 'a'),
            NOW,
          ],
          async () => (await count()) - before,
        );
      }),
  ),
];
