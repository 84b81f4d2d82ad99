import { testId } from '#tests/support/builders.ts';
import { type Persona, personaId } from '#tests/support/personas.ts';
import { countOf, each, factorOf, first, type Statement, told } from './asking.ts';
import { JOINED } from './rules-between.ts';
import { acting } from './rules-people.ts';
import { type Rule, rule } from './rules.ts';
import { FRESH, OURS, THEIRS, type World } from './world.ts';

export type Change = Record<string, unknown>;
type Result = { status: string; message: string | null; row: Record<string, unknown> | null };

export const change = (id: unknown, base_rev: unknown, doc: object = { name: 'Changed' }, more: Change = {}): Change => ({
  collection: 'vendors',
  id,
  op: 'upsert',
  mutation_id: 'm-1',
  base_rev,
  doc,
  ...more,
});
const push = (changes: unknown, company = OURS): Statement => [
  'select public.sync_push($1, $2) as answer',
  [company, JSON.stringify(changes)],
];
const short = ({ status, message, row }: Result) =>
  `${status}${message === null ? '' : ` ${message.split(' ')[0]}`}${row ? ` ${String(row['name'] ?? row['description'] ?? row['rev'])}` : ''}`;

/** What a push of these changes answers, change by change. */
export async function pushed(
  world: World,
  who: Persona,
  changes: readonly Change[],
  claims: Record<string, unknown> = {},
): Promise<unknown> {
  const answer = await told(world, who, push(changes), claims);
  return typeof answer === 'string' ? answer : (answer as { results: Result[] }).results.map(short);
}
/** The same question again, after a first push that stays. */
export const again = (world: World, who: Persona, before: readonly Change[], ask: () => Promise<unknown>, company = OURS) =>
  acting(world, who, [push(before, company)], { look: ask });

export const revOf = async (world: World, name: string, table = 'vendors') =>
  (await first(world, `select rev from public.${table} where id = $1`, [world.ids[name]]))['rev'];
export const other = testId(0x3_01);
const second: Statement = ['insert into public.vendors (id, company_id, name, rev) values ($1, $2, $3, $4)', [other, OURS, 'Other', 'd-1']];

const shape: Rule[] = [
  rule(
    'a push is a list of at most 200 changes by a member who used the second factor',
    ['sync_push', 'functions'],
    [[], 'invalid_input', 'too_many_changes', 'not_a_member', 'second_factor_required'],
    async (world) => [
      await pushed(world, 'viewer', []),
      await told(world, 'owner', push({})),
      await told(world, 'owner', push(Array.from({ length: 201 }, () => ({})))),
      await pushed(world, 'stranger', []),
      await world.given([factorOf('owner')], () => pushed(world, 'owner', [])),
    ],
  ),
  rule(
    'a change says what, of what kind, and by which id it is known',
    ['sync_push', 'functions'],
    [
      ['rejected unknown_collection'],
      ['rejected invalid_change'],
      ['rejected invalid_change'],
      ['rejected invalid_change'],
      ['rejected invalid_change'],
      ['rejected invalid_change'],
      ['rejected invalid_change'],
      ['applied Changed'],
    ],
    (world) =>
      each(
        [
          { collection: 'nope' },
          { mutation_id: '' },
          { mutation_id: null },
          { mutation_id: 'x'.repeat(81) },
          { id: null },
          { op: 'merge' },
          { op: null },
          { mutation_id: 'x'.repeat(80) },
        ],
        (more) => pushed(world, 'owner', [change(FRESH, null, undefined, more)]),
      ),
  ),
  rule('what is no id is refused alone, with nothing read for it', ['sync_push'], ['rejected invalid', 'applied Changed'], async (world) =>
    pushed(world, 'owner', [change('x', null), change(FRESH, null, undefined, { mutation_id: 'm-2' })]),
  ),
  rule(
    'a refusal brings the row as it is, to who sees it',
    ['sync_push'],
    [['rejected not_allowed Deutsche Bahn AG'], ['rejected not_allowed']],
    async (world) => [
      await pushed(world, 'viewer', [change(world.ids['ours vendors'], await revOf(world, 'ours vendors'))]),
      await pushed(world, 'viewer', [change(FRESH, null)]),
    ],
  ),
  rule(
    'a fault of the server is nobody’s refusal: the push fails as a whole and is sent again',
    ['sync_push', 'functions'],
    ['40001', '53100', '57014', '57P01', '58030', 'XX000', 'PT401', '40P01', '55P03', 'rejected'],
    (world) =>
      each(['40001', '53100', '57014', '57P01', '58030', 'XX000', 'PT401', '40P01', '55P03', 'P0001'], (code) =>
        world.given(
          [
            [
              `create function pg_temp.broken() returns trigger language plpgsql as $$ begin raise exception 'x' using errcode = '${code}'; end $$`,
            ],
            ['create trigger aa_broken before insert on public.vendors for each row execute function pg_temp.broken()'],
            ['grant execute on all functions in schema pg_temp to public'],
          ],
          async () => {
            const { code: failed, rows } = await world.as('owner', ...(push([change(FRESH, null)]) as [string, unknown[]]));
            const answer = rows[0]?.['answer'] as { results: Result[] } | undefined;
            return failed ?? answer?.results[0]?.status;
          },
        ),
      ),
  ),
];

const versions: Rule[] = [
  rule(
    'a change is made on the version that it names, else it is a conflict with the newer row',
    ['sync_push', 'vendors'],
    [['applied Changed'], ['conflict Deutsche'], ['conflict Deutsche'], ['conflict'], ['applied'], ['conflict Deutsche'], ['applied']],
    async (world) => {
      const id = world.ids['ours vendors'];
      const rev = await revOf(world, 'ours vendors');
      const remove = { op: 'delete' };
      const answers = [
        await pushed(world, 'owner', [change(id, rev)]),
        await pushed(world, 'owner', [change(id, 'older')]),
        await pushed(world, 'owner', [change(id, null)]),
        await pushed(world, 'owner', [change(FRESH, 'older')]),
        await pushed(world, 'owner', [change(id, rev, undefined, remove)]),
        await pushed(world, 'owner', [change(id, 'older', undefined, remove)]),
        await pushed(world, 'owner', [change(FRESH, 'older', undefined, remove)]),
      ];
      return answers.map((answer) => (answer as string[]).map((text) => text.replace(/Deutsche.*/, 'Deutsche')));
    },
  ),
  rule(
    'a change or a deletion touches its own row and no other',
    ['sync_push', 'vendors'],
    [['Changed', 'Other', 'Twin'], ['Other', 'Twin'], 3, 1],
    (world) =>
      world.given(
        [second, ['insert into public.vendors (id, company_id, name, rev) values ($1, $2, $3, $4)', [testId(0x3_02), OURS, 'Twin', 'd-1']]],
        async () => {
          const id = world.ids['ours vendors'];
          const rev = await revOf(world, 'ours vendors');
          const names = async () =>
            (await world.query('select name from public.vendors where company_id = $1 order by name', [OURS])).rows.map(({ name }) => name);
          return [
            await again(world, 'owner', [change(id, rev)], names),
            await again(world, 'owner', [change(id, rev, undefined, { op: 'delete' })], names),
            // Its twin has this very version, too.
            await again(
              world,
              'owner',
              [change(other, 'd-1', undefined, { op: 'delete' })],
              async () =>
                (await countOf(world, 'public.vendors where company_id = $1', [THEIRS])) +
                (await countOf(world, 'public.vendors where company_id = $1', [OURS])),
            ),
            await again(world, 'owner', [change(other, 'd-1')], () =>
              countOf(world, "public.vendors where company_id = $1 and name = 'Changed'", [OURS]),
            ),
          ];
        },
      ),
  ),
  rule(
    'whoever may write in two companies writes into the one that was asked, never into a row of the other',
    ['sync_push', 'vendors'],
    [['conflict'], ['applied'], 'Deutsche Bahn AG'],
    (world) =>
      world.given([...JOINED, ['update public.company_users set is_admin = true where user_id = $1', [personaId('guest')]]], async () => {
        const theirs = world.ids['theirs vendors'];
        const rev = await revOf(world, 'theirs vendors');
        return [
          await pushed(world, 'guest', [change(theirs, rev)]),
          await pushed(world, 'guest', [change(theirs, rev, undefined, { op: 'delete' })]),
          await again(
            world,
            'guest',
            [change(theirs, rev), change(theirs, rev, undefined, { op: 'delete', mutation_id: 'm-2' })],
            async () => (await first(world, 'select name from public.vendors where id = $1', [theirs]))['name'],
          ),
        ];
      }),
  ),
];

const order: Rule[] = [
  rule(
    'changes are made one after the other, parents before children, each once, and answered in the order they came',
    ['sync_push', 'functions'],
    [
      ['applied One', 'applied Two'],
      ['applied Train', 'applied Changed'],
    ],
    async (world) => {
      const more = { collection: 'expenses', mutation_id: 'm-2' };
      const doc = { description: 'Train', amount: 1, currency: 'EUR', expense_date: '2026-01-30', vendor_id: FRESH };
      return [
        await pushed(world, 'owner', [change(FRESH, null, { name: 'One' }), change(FRESH, 'm-1', { name: 'Two' }, { mutation_id: 'm-2' })]),
        await pushed(world, 'owner', [change(other, null, doc, more), change(FRESH, null)]),
      ];
    },
  ),
];

const applied = (more: Partial<Record<'company' | 'mutation' | 'collection' | 'row', string>> = {}): Statement => [
  'insert into private.applied_mutations (company_id, mutation_id, collection, row_id, user_id) values ($1, $2, $3, $4, $5)',
  [more.company ?? OURS, more.mutation ?? 'm-1', more.collection ?? 'vendors', more.row ?? FRESH, personaId('owner')],
];
const repeated: Rule[] = [
  rule(
    'a change that was applied is not applied again, whatever happened since',
    ['sync_push', 'functions'],
    [['applied Newer'], ['applied'], ['applied Changed'], 1],
    async (world) => {
      const insert = [change(FRESH, null)];
      const newer: Statement = ["update public.vendors set name = 'Newer' where id = $1", [FRESH]];
      const gone: Statement = ['delete from public.vendors where id = $1', [FRESH]];
      const repeat = () => pushed(world, 'owner', insert);
      return [
        await again(world, 'owner', insert, () => world.given([newer], repeat)),
        await again(world, 'owner', insert, () => world.given([gone], repeat)),
        // The version alone tells, should the memory be lost.
        await again(world, 'owner', insert, () => world.given([['delete from private.applied_mutations']], repeat)),
        await again(world, 'owner', insert, () =>
          countOf(world, "private.applied_mutations where mutation_id = 'm-1' and company_id = $1 and row_id = $2", [OURS, FRESH]),
        ),
      ];
    },
  ),
  rule(
    'the same word for another row, kind, company or change is another change',
    ['sync_push', 'functions'],
    [['applied'], ['applied Changed'], ['applied Changed'], ['applied Changed'], ['applied Changed']],
    (world) =>
      each([{}, { row: other }, { collection: 'customers' }, { company: THEIRS }, { mutation: 'm-2' }], (more) =>
        world.given([applied(more)], () => pushed(world, 'owner', [change(FRESH, null)])),
      ),
  ),
  rule('whoever is no member there hears nothing of what was applied', ['functions'], [1, 0, 0, 1, 0], (world) =>
    world.given([...JOINED, applied(), applied({ company: THEIRS, mutation: 'm-3' })], () =>
      each(
        [
          ['owner', OURS, 'm-1'],
          ['stranger', OURS, 'm-1'],
          ['owner', THEIRS, 'm-3'],
          ['guest', THEIRS, 'm-3'],
          ['guest', OURS, 'm-3'],
        ] as [Persona, string, string][],
        ([who, company, mutation]) =>
          told(world, who, [
            'select cardinality(private.applied_among($1, array[$2::jsonb]))',
            [company, JSON.stringify(change(FRESH, null, {}, { mutation_id: mutation }))],
          ]),
      ),
    ),
  ),
  rule('what was applied is remembered once, for who did it', ['functions'], ['owner'], (world) =>
    again(world, 'owner', [change(FRESH, null)], async () =>
      (
        await world.query(
          "select (select display_name from public.company_users c where c.company_id = m.company_id and c.user_id = m.user_id) as who from private.applied_mutations m where m.mutation_id = 'm-1'",
        )
      ).rows.map(({ who }) => who),
    ),
  ),
  rule('a stranger’s word is not remembered', ['functions'], [0, 0], (world) =>
    each([OURS, THEIRS], (company) =>
      acting(
        world,
        company === OURS ? 'stranger' : 'owner',
        [
          [
            'select private.remember_mutations($1, array[$2::jsonb])',
            [company, JSON.stringify(change(FRESH, null, {}, { mutation_id: 'm-9' }))],
          ],
        ],
        {
          look: () => countOf(world, "private.applied_mutations where mutation_id = 'm-9'"),
        },
      ),
    ),
  ),
];

/** What devices send: shapes, versions, repetitions and documents with lines. */
export const PUSH: readonly Rule[] = [...shape, ...versions, ...order, ...repeated];
