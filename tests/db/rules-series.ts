import { insertOf, sampleRow } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';
import { each, first, said, setting, type Statement } from './asking.ts';
import { type Rule, rule } from './rules.ts';
import { FRESH, OURS, THEIRS, type World } from './world.ts';

const KINDS = ['invoice', 'expense'] as const;
type Kind = (typeof KINDS)[number];
export type Side = 'ours' | 'theirs';
export const id = (world: World, kind: Kind, side: Side = 'ours') => world.ids[`${side} recurring_${kind}s`];
export const set = (world: World, kind: Kind, values: string, side: Side = 'ours'): Statement => [
  `update public.recurring_${kind}s set ${values} where id = $1`,
  [id(world, kind, side)],
];
/** A document that was made for a period, as the platform keeps it. */
const made = (world: World, kind: Kind, period: string, side: Side = 'ours'): Statement => [
  `update public.${kind}s set recurring_${kind}_id = $2, recurring_period = $3 where id = $1`,
  [world.ids[`${side} ${kind}s`], id(world, kind, side), period],
];
/** Another series of ours, and a document that was made of it. */
const another = (world: World, kind: Kind, period: string): Statement[] => {
  const customer = kind === 'invoice' ? { customer_id: world.ids['ours customers'] } : {};
  const document = world.ids[kind === 'invoice' ? 'ours issued' : 'employee pending'];
  return [
    insertOf(
      `recurring_${kind}s`,
      sampleRow(`recurring_${kind}s`, { id: FRESH, company_id: OURS, created_by: personaId('owner'), ...customer }),
    ),
    [`update public.${kind}s set recurring_${kind}_id = $2, recurring_period = $3 where id = $1`, [document, FRESH, period]],
  ];
};
const documents = (world: World, kind: Kind, side: Side = 'ours') =>
  first(
    world,
    `select coalesce(string_agg(recurring_period::text, ' ' order by recurring_period), '') as periods from public.${kind}s where recurring_${kind}_id = $1`,
    [id(world, kind, side)],
  ).then((row) => row['periods']);
export const state = (world: World, kind: Kind, side: Side = 'ours') =>
  first(
    world,
    `select coalesce(last_generated::text, '') as last, next_generation::text as next, generation_error as error from public.recurring_${kind}s where id = $1`,
    [id(world, kind, side)],
  );
const run = (now: string, company = OURS): Statement => ["select private.generate_company_due($1, $2, '1 day')", [company, now]];

/** What the daily run at noon of this day made of the series, after these changes to it. */
const generated = (world: World, kind: Kind, now: string, ...before: Statement[]) =>
  world.given(
    [...before, run(`${now}T12:00:00Z`)],
    async () => `${String(await documents(world, kind))}${String((await state(world, kind))['error'])}`,
  );

const due: Rule[] = KINDS.flatMap((kind) => [
  rule(
    `a recurring ${kind} is generated when it is active, automatic, due with its lead, and not over`,
    [`recurring_${kind}s`],
    ['2026-01-31', '', '', '', '2026-01-31', '', '', '2026-01-31', '2026-01-31 2026-02-28'],
    async (world) => [
      await generated(world, kind, '2026-01-31'),
      await generated(world, kind, '2026-01-30'),
      await generated(world, kind, '2026-01-31', set(world, kind, 'is_active = false')),
      await generated(world, kind, '2026-01-31', set(world, kind, 'auto_generate = false')),
      await generated(world, kind, '2026-01-26', set(world, kind, 'lead_days = 5')),
      await generated(world, kind, '2026-01-25', set(world, kind, 'lead_days = 5')),
      await generated(world, kind, '2026-01-31', set(world, kind, "start_date = '2026-02-01'")),
      await generated(world, kind, '2026-03-01', set(world, kind, "end_date = '2026-02-01'")),
      await generated(world, kind, '2026-03-01', set(world, kind, "end_date = '2026-02-28'")),
    ],
  ),
  rule(`the run of one company leaves the recurring ${kind}s of another`, [`recurring_${kind}s`], ['2026-01-31', ''], (world) =>
    world.given([run('2026-01-31T12:00:00Z')], async () => [await documents(world, kind), await documents(world, kind, 'theirs')]),
  ),
  rule(
    `the day of a recurring ${kind} is that of its company’s time zone`,
    [`recurring_${kind}s`, 'companies'],
    ['', '2026-01-31'],
    (world) =>
      each(['Pacific/Pago_Pago', 'Pacific/Kiritimati'], (zone) =>
        world.given(
          [
            setting('company_details,basics,timezone', 'Europe/Berlin', THEIRS),
            setting('company_details,basics,timezone', zone),
            run('2026-01-31T09:00:00Z'),
          ],
          () => documents(world, kind),
        ),
      ),
  ),
  rule(
    `a period of a recurring ${kind} is generated once, whatever was made of another series or company`,
    [`recurring_${kind}s`],
    ['2026-01-31', '2026-01-31', '2026-01-31', '2026-01-31'],
    (world) =>
      each(
        [
          [made(world, kind, '2026-01-31')],
          [made(world, kind, '2026-01-31', 'theirs')],
          [run('2026-01-31T12:00:00Z')],
          another(world, kind, '2026-01-31'),
        ],
        (before) => generated(world, kind, '2026-01-31', ...before),
      ),
  ),
  rule(
    `a recurring ${kind} that stands still and goes on skips what lay between, unless somebody says since when`,
    [`recurring_${kind}s`],
    [true, '2026-03-31', '2026-01-31', '2026-01-31'],
    async (world) => {
      const next = async (...before: Statement[]) => String((await world.given(before, () => state(world, kind)))['next']);
      const stopped = set(world, kind, 'is_active = false');
      return [
        (await next(stopped, set(world, kind, 'is_active = true'))) > '2026-03-31',
        await next(stopped, set(world, kind, "is_active = true, skip_before = '2026-03-01'")),
        await next(set(world, kind, "generation_error = ''")),
        // What is changed while it stands still skips nothing yet.
        await next(stopped, set(world, kind, 'lead_days = 1')),
      ];
    },
  ),
  rule(
    `a wish beyond the end or between the periods of a recurring ${kind} is refused, the last one is not`,
    [`recurring_${kind}s`],
    ['not_a_period', 'not_a_period', 1],
    async (world) => {
      const wish = (values: string, ...before: Statement[]) => world.given(before, () => said(world, 'owner', set(world, kind, values)));
      return [
        await wish("generate_requested = '2026-01-31'", set(world, kind, "end_date = '2026-01-30'")),
        await wish("generate_requested = '2026-01-30'"),
        await wish("generate_requested = '2026-01-31'", set(world, kind, "end_date = '2026-01-31'")),
      ];
    },
  ),
  rule(
    `a recurring ${kind} that comes back goes on after what it made, not after what others made`,
    [`recurring_${kind}s`],
    ['2026-02-28', '2026-02-28', '2026-02-28'],
    (world) =>
      each([[], [made(world, kind, '2026-05-31', 'theirs')], another(world, kind, '2026-05-31')] as Statement[][], (more) =>
        world.given(
          [
            made(world, kind, '2026-01-31'),
            ...more,
            [
              `create temporary table kept on commit drop as select * from public.recurring_${kind}s where id = $1`.replace(
                '$1',
                `'${id(world, kind)}'`,
              ),
            ],
            [`alter table public.${kind}s disable trigger user`],
            [`update public.${kind}s set recurring_${kind}_id = null where id = '${world.ids[`ours ${kind}s`]}'`],
            [`delete from public.recurring_${kind}s where id = '${id(world, kind)}'`],
            [`update kept set last_generated = null`],
            [`update public.${kind}s set recurring_${kind}_id = '${id(world, kind)}' where id = '${world.ids[`ours ${kind}s`]}'`],
            [`insert into public.recurring_${kind}s select * from kept`],
          ],
          async () => (await state(world, kind))['next'],
        ),
      ),
  ),
  rule(
    `a time zone that nobody knows is said at what is due in this company, once`,
    [`recurring_${kind}s`, 'companies'],
    [['unknown_timezone', '', ''], ['', '', ''], true],
    (world) => {
      const broken: Statement[] = [
        ['alter table public.companies disable trigger user'],
        setting('company_details,basics,timezone', 'Mars/Olympus'),
      ];
      const errors = async (now: string) =>
        world.given([...broken, run(now)], async () => [
          (await state(world, kind))['error'],
          (await state(world, kind, 'theirs'))['error'],
          await documents(world, kind),
        ]);
      return (async () => [
        await errors('2026-01-31T12:00:00Z'),
        await errors('2026-01-30T12:00:00Z'),
        await world.given([...broken, run('2026-01-31T12:00:00Z')], async () => {
          const rev = () => first(world, `select rev from public.recurring_${kind}s where id = $1`, [id(world, kind)]);
          const before = await rev();
          return world.given([run('2026-01-31T12:00:00Z')], async () => (await rev())['rev'] === before['rev']);
        }),
      ])();
    },
  ),
  rule(
    `what keeps a recurring ${kind} from being generated is said at it alone, and changes nothing when it is the same again`,
    [`recurring_${kind}s`],
    [true, '', true, 'broken'],
    (world) => {
      const broken: Statement[] = [
        [
          `create function pg_temp.broken() returns trigger language plpgsql as $$ begin
            if new.recurring_${kind}_id = '${id(world, kind)}' then raise exception 'broken' using errcode = 'P0001'; end if; return new; end $$`,
        ],
        [`create trigger aa_broken before insert on public.${kind}s for each row execute function pg_temp.broken()`],
        run('2026-01-31T12:00:00Z'),
      ];
      return world.given(broken, async () => {
        const ours = await first(world, `select generation_error as error, rev from public.recurring_${kind}s where id = $1`, [
          id(world, kind),
        ]);
        const again = await world.given([run('2026-01-31T12:00:00Z')], () =>
          first(world, `select rev from public.recurring_${kind}s where id = $1`, [id(world, kind)]),
        );
        return [ours['error'] !== '', (await state(world, kind, 'theirs'))['error'], again['rev'] === ours['rev'], ours['error']];
      });
    },
  ),
  rule(
    `a failure of the server is no fault of the recurring ${kind}`,
    [`recurring_${kind}s`],
    ['40001', '53100', '57014', '57P01', '58030', 'XX000', '40P01', '55P03'],
    (world) =>
      each(['40001', '53100', '57014', '57P01', '58030', 'XX000', '40P01', '55P03'], async (code) => {
        const failing: Statement[] = [
          [
            `create function pg_temp.broken() returns trigger language plpgsql as $$ begin raise exception 'x' using errcode = '${code}'; end $$`,
          ],
          [`create trigger aa_broken before insert on public.${kind}s for each row execute function pg_temp.broken()`],
          run('2026-01-31T12:00:00Z'),
        ];
        return world.given(failing, async () => 'kept').catch((error: { code: string }) => error.code);
      }),
  ),
  rule(
    `the next run looks at companies whose recurring ${kind}s are due`,
    [`recurring_${kind}s`],
    ['ours theirs', '', 'theirs', 'theirs', 'theirs', 'ours theirs'],
    (world) => {
      const others = KINDS.filter((other) => other !== kind).map((other): Statement => [
        `update public.recurring_${other}s set is_active = false`,
      ]);
      const companies = (now: string, ...before: Statement[]) =>
        world.given([...others, ...before], async () => {
          const { rows } = await world.query('select d from private.companies_due($1) d order by 1', [`${now}T12:00:00Z`]);
          return rows.map(({ d }) => (d === OURS ? 'ours' : d === THEIRS ? 'theirs' : 'else')).join(' ');
        });
      const all = (values: string, company = OURS): Statement => [
        `update public.recurring_${kind}s set ${values} where company_id = $1`,
        [company],
      ];
      return (async () => [
        await companies('2026-01-31'),
        await companies('2026-01-30'),
        await companies('2026-01-31', all('is_active = false')),
        await companies('2026-01-31', all('auto_generate = false')),
        await companies('2026-01-31', all("start_date = '2026-02-01'")),
        await companies('2025-12-02', all('lead_days = 60'), all('lead_days = 60', THEIRS)),
      ])();
    },
  ),
]);

/** When recurring records are due, what keeps them, and what they make. */
export const SERIES: readonly Rule[] = [...due];
