import { testId } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';
import { countOf, each, type Statement } from './asking.ts';
import { JOINED } from './rules-between.ts';
import { item } from './rules-push-lines.ts';
import { again, change, type Change, pushed } from './rules-push.ts';
import { type Rule, rule } from './rules.ts';
import { FRESH, OURS, THEIRS, type World } from './world.ts';

const [A, B, C] = [testId(0x4_01), testId(0x4_02), testId(0x4_03)];
const vendor = (id: string, name: string, company = OURS): Statement => [
  'insert into public.vendors (id, company_id, name, rev) values ($1, $2, $3, $4)',
  [id, company, name, 'd-1'],
];
/** Three vendors of the same version, so that a condition that looks at the version alone is noticed. */
const THREE = [vendor(A, 'A'), vendor(B, 'B'), vendor(C, 'C')];
const edit = (id: string, name: string, more: Change = {}) => change(id, 'd-1', { name }, { mutation_id: `m-${name}`, ...more });
const add = (id: string, name: string, more: Change = {}) => change(id, null, { name }, { mutation_id: `m-${name}`, ...more });
const applied = (mutation: string, row: string, collection = 'vendors', company = OURS): Statement => [
  'insert into private.applied_mutations (company_id, mutation_id, collection, row_id, user_id) values ($1, $2, $3, $4, $5)',
  [company, mutation, collection, row, personaId('owner')],
];
const names = async (world: World) =>
  (await world.query("select name from public.vendors where company_id = $1 and rev like any ('{d-%,m-%}') order by id", [OURS])).rows.map(
    ({ name }) => name,
  );

/** Changes of one kind are decided together: each as if it had come alone. `push-runs.test.ts` asks the same of chance. */
export const PUSH_RUNS: readonly Rule[] = [
  rule(
    'among changes that come together each has its own answer, in the order they came',
    ['sync_push', 'vendors'],
    [
      ['applied A2', 'conflict B', 'applied C2'],
      ['applied A2', 'rejected new B', 'applied C2'],
      ['conflict A', 'applied One', 'rejected new'],
      ['A2', 'B', 'C2'],
    ],
    (world) =>
      world.given(THREE, async () => {
        const some = [edit(A, 'A2'), edit(B, 'B2', { base_rev: 'older' }), edit(C, 'C2')];
        return [
          await pushed(world, 'owner', some),
          await pushed(world, 'owner', [edit(A, 'A2'), edit(B, ''), edit(C, 'C2')]),
          await pushed(world, 'owner', [add(A, 'A2'), add(FRESH, 'One'), add(testId(0x4_04), 'Two', { doc: { name: 'x'.repeat(300) } })]),
          await again(world, 'owner', some, () => names(world)),
        ];
      }),
  ),
  rule(
    'a record that is changed twice at once takes its changes one after the other',
    ['sync_push', 'vendors'],
    [
      ['applied A2', 'applied B2', 'applied A3'],
      ['applied A2', 'applied B2', 'conflict A2'],
    ],
    (world) =>
      world.given(THREE, () =>
        each(['m-A2', 'd-1'], (base_rev) => pushed(world, 'owner', [edit(A, 'A2'), edit(B, 'B2'), edit(A, 'A3', { base_rev })])),
      ),
  ),
  rule(
    'what names other columns, is new or goes is decided by itself among the others',
    ['sync_push', 'vendors'],
    [
      ['applied A2', 'applied B', 'applied C2', 'applied New', 'applied', 'applied'],
      ['A2', 'C2', 'New'],
    ],
    (world) =>
      world.given([...THREE, vendor(testId(0x4_04), 'D'), vendor(testId(0x4_05), 'E')], async () => {
        const all = [
          edit(A, 'A2'),
          edit(B, 'B', { doc: { city: 'Kiel' } }),
          edit(C, 'C2'),
          add(FRESH, 'New'),
          edit(testId(0x4_04), 'D2', { op: 'delete' }),
          edit(testId(0x4_05), 'E2', { op: 'delete' }),
        ];
        return [
          await pushed(world, 'owner', all),
          await again(world, 'owner', all, async () =>
            (
              await world.query("select name from public.vendors where name in ('A2', 'C2', 'New', 'D', 'D2', 'E', 'E2') order by name")
            ).rows.map(({ name }) => name),
          ),
        ];
      }),
  ),
  rule(
    'what is malformed goes alone, and those beside it go together',
    ['sync_push', 'vendors'],
    [
      ['applied A2', 'rejected invalid_change', 'applied B2'],
      ['applied A2', 'rejected invalid_change', 'applied B2'],
      ['applied A2', 'rejected invalid', 'applied B2'],
      ['applied A2', 'applied C2', 'applied B2'],
      ['applied A2', 'rejected cannot C', 'applied B2'],
    ],
    (world) =>
      world.given(THREE, () =>
        each([{ mutation_id: '' }, { mutation_id: 'x'.repeat(81) }, { id: 'x' }, { id: C.toUpperCase() }, { doc: null }], (more) =>
          pushed(world, 'owner', [edit(A, 'A2'), edit(C, 'C2', more), edit(B, 'B2')]),
        ),
      ),
  ),
  rule(
    'who may not write changes nothing, however much comes at once',
    ['sync_push', 'vendors'],
    [
      ['rejected not_allowed A', 'rejected not_allowed B'],
      ['rejected not_allowed', 'rejected not_allowed'],
      ['A', 'B', 'C'],
    ],
    (world) =>
      world.given(THREE, async () => [
        await pushed(world, 'viewer', [edit(A, 'A2'), edit(B, 'B2')]),
        await pushed(world, 'viewer', [add(FRESH, 'One'), add(testId(0x4_04), 'Two')]),
        await again(world, 'viewer', [edit(A, 'A2'), edit(B, 'B2')], () => names(world)),
      ]),
  ),
  rule(
    'whoever may write in two companies changes many rows of the one that was asked, and none of the other',
    ['sync_push', 'vendors'],
    [
      ['conflict', 'conflict'],
      ['conflict', 'conflict'],
      ['A', 'B'],
    ],
    (world) =>
      world.given(
        [
          vendor(A, 'A', THEIRS),
          vendor(B, 'B', THEIRS),
          ...JOINED,
          ['update public.company_users set is_admin = true where user_id = $1', [personaId('guest')]],
        ],
        async () => [
          await pushed(world, 'guest', [edit(A, 'A2'), edit(B, 'B2')]),
          await pushed(world, 'guest', [edit(A, 'A2', { base_rev: 'older' }), edit(B, 'B2', { base_rev: 'older' })]),
          await again(world, 'guest', [edit(A, 'A2'), edit(B, 'B2')], async () =>
            (await world.query('select name from public.vendors where id in ($1, $2) order by id', [A, B])).rows.map(({ name }) => name),
          ),
        ],
      ),
  ),
  rule(
    'changes that come together are remembered each, and applied once',
    ['sync_push', 'functions'],
    [['applied Later', 'applied B2', 'applied C3'], 2, ['owner', 'owner']],
    (world) =>
      world.given(THREE, async () => {
        const two = [edit(A, 'A2'), edit(B, 'B2')];
        const later: Statement = ["update public.vendors set name = 'Later', rev = 'd-1' where id = $1", [A]];
        return [
          await again(world, 'owner', two, () => world.given([later], () => pushed(world, 'owner', [...two, edit(C, 'C3')]))),
          await again(world, 'owner', two, () => countOf(world, "private.applied_mutations where mutation_id in ('m-A2', 'm-B2')")),
          await again(world, 'owner', two, async () =>
            (
              await world.query(
                "select c.display_name from private.applied_mutations m join public.company_users c using (company_id, user_id) where m.mutation_id in ('m-A2', 'm-B2')",
              )
            ).rows.map(({ display_name }) => display_name),
          ),
        ];
      }),
  ),
  rule(
    'the word of another row, kind or company says nothing of a change among others',
    ['sync_push', 'functions'],
    [
      ['applied A', 'applied B2'],
      ['applied A2', 'applied B2'],
      ['applied A2', 'applied B2'],
      ['applied A2', 'applied B2'],
      ['applied A2', 'applied B'],
    ],
    (world) =>
      each(
        [
          applied('m-A2', A),
          applied('m-A2', C),
          applied('m-A2', A, 'customers'),
          applied('m-A2', A, 'vendors', THEIRS),
          // The same word for two rows, applied to the second: the first has yet to be.
          applied('m-B2', B),
        ],
        (before) => world.given([...THREE, before], () => pushed(world, 'owner', [edit(A, 'A2'), edit(B, 'B2')])),
      ),
  ),
  rule('one word for two rows counts for the row it was applied to', ['sync_push', 'functions'], ['applied A2', 'applied B'], (world) =>
    world.given([...THREE, applied('m-twice', B)], () =>
      pushed(world, 'owner', [edit(A, 'A2', { mutation_id: 'm-twice' }), edit(B, 'B2', { mutation_id: 'm-twice' })]),
    ),
  ),
  rule(
    'the version alone tells that a change among others was applied',
    ['sync_push'],
    [
      ['applied A', 'applied B2'],
      ['applied A', 'applied B2'],
    ],
    (world) =>
      world.given(THREE, () =>
        each(['older', 'd-1'], (base_rev) => pushed(world, 'owner', [edit(A, 'A2', { mutation_id: 'd-1', base_rev }), edit(B, 'B2')])),
      ),
  ),
  rule(
    'a fault of the server is no refusal of changes that came together',
    ['sync_push', 'functions'],
    ['40001', '53100', '57014', '57P01', '58030', 'XX000', 'PT401', '40P01', '55P03'],
    (world) =>
      each(['40001', '53100', '57014', '57P01', '58030', 'XX000', 'PT401', '40P01', '55P03'], (code) =>
        world.given(
          [
            [
              `create function pg_temp.broken() returns trigger language plpgsql as $$ begin
                if (select count(*) from added) > 1 then raise exception 'x' using errcode = '${code}'; end if; return null; end $$`,
            ],
            // Broken for many at once alone: asked one by one they would go through.
            [
              'create trigger broken after insert on public.vendors referencing new table as added for each statement execute function pg_temp.broken()',
            ],
            ['grant execute on all functions in schema pg_temp to public'],
          ],
          async () => {
            const sql = 'select public.sync_push($1, $2)';
            return (await world.as('owner', sql, [OURS, JSON.stringify([add(A, 'A'), add(B, 'B')])])).code;
          },
        ),
      ),
  ),
  rule('new expenses that come together are numbered in the order they came', ['sync_push', 'expenses'], [1, 2, 3], (world) =>
    again(
      world,
      'owner',
      [C, A, B].map((id, n) =>
        change(
          id,
          null,
          { description: `No ${n}`, amount: 1, expense_date: '2031-01-30' },
          { collection: 'expenses', mutation_id: `m-${n}` },
        ),
      ),
      async () =>
        (
          await world.query("select right(number, 1)::int as n from public.expenses where description like 'No _' order by description")
        ).rows.map(({ n }) => n),
    ),
  ),
  rule(
    'a field that changes do not name keeps what it holds',
    ['sync_push', 'expenses'],
    ['applied Bus', 'applied Bus', 2],
    async (world) => {
      const doc = {
        description: 'Bus',
        amount: 1,
        currency: 'EUR',
        tax_amount: 0,
        expense_date: '2026-01-30',
        status: 'pending',
        rejection_reason: '',
        is_billable: false,
        is_reimbursable: false,
        payment_method: '',
      };
      const two = [A, B].map((id) => change(id, 'd-1', doc, { collection: 'expenses', mutation_id: `m-${id}` }));
      const stored: Statement = [
        `insert into public.expenses (id, company_id, created_by, amount, expense_date, vendor_id, rev)
       select unnest($1::uuid[]), $2, $3, 1, '2026-01-30', $4, 'd-1'`,
        [[A, B], OURS, personaId('owner'), world.ids['ours vendors']],
      ];
      return world.given([stored], async () => [
        ...((await pushed(world, 'owner', two)) as string[]),
        await again(world, 'owner', two, () =>
          countOf(world, "public.expenses where description = 'Bus' and vendor_id = $1", [world.ids['ours vendors']]),
        ),
      ]);
    },
  ),
  rule('documents with lines come with their lines, however many at once', ['sync_push', 'invoice_items'], [1, 1], (world) =>
    again(
      world,
      'owner',
      [A, B].map((id, n) =>
        change(
          id,
          null,
          {
            currency: 'EUR',
            language: 'de',
            items: [item(testId(0x4_10 + n))],
          },
          { collection: 'invoices', mutation_id: `m-${n}` },
        ),
      ),
      () => each([A, B], (id) => countOf(world, 'public.invoice_items where invoice_id = $1', [id])),
    ),
  ),
];
