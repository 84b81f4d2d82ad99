import { insertOf, sampleRow } from '#tests/support/builders.ts';
import { type Persona, personaId } from '#tests/support/personas.ts';
import { type Rule, rule } from './rules.ts';
import { FRESH, OURS, THEIRS, type World } from './world.ts';

type Statement = [string, unknown[]];
const touched = ({ count, code }: { count: number; code: string | null }) => (code === null ? count : code);
const lineFor = (recurring_invoice_id: unknown, more: Record<string, unknown> = {}) => {
  const { company_id, ...row } = sampleRow('recurring_invoice_items', { id: FRESH, company_id: OURS, recurring_invoice_id, ...more });
  return insertOf('recurring_invoice_items', more['company_id'] === undefined ? row : { ...row, company_id });
};
const seriesFor = (world: World, more: Record<string, unknown> = {}) =>
  insertOf(
    'recurring_invoices',
    sampleRow('recurring_invoices', { id: FRESH, company_id: OURS, customer_id: world.ids['ours customers'], ...more }),
  );
const without = (key: string): Statement => ['delete from public.company_user_permissions where permission_key = $1', [key]];
const grant = (persona: Persona & 'viewer', key: string): Statement => [
  'insert into public.company_user_permissions (company_id, user_id, permission_key) values ($1, $2, $3)',
  [OURS, personaId(persona), key],
];
const setSeries = (world: World, values: string): Statement => [
  `update public.recurring_invoices set ${values} where id = $1`,
  [world.ids['ours recurring_invoices']],
];

/** What happens to a line when a persona adds, changes and removes one of this recurring invoice. */
async function lineVerbs(world: World, persona: Persona, side: 'ours' | 'theirs' = 'ours') {
  const item = [world.ids[`${side} recurring_invoice_items`]];
  const company_id = side === 'ours' ? OURS : THEIRS;
  return [
    touched(await world.as(persona, ...lineFor(world.ids[`${side} recurring_invoices`], { company_id }))),
    touched(await world.as(persona, "update public.recurring_invoice_items set description = 'Changed' where id = $1", item)),
    touched(await world.as(persona, 'delete from public.recurring_invoice_items where id = $1', item)),
    touched(await world.as(persona, 'select 1 from public.recurring_invoice_items where id = $1', item)),
  ];
}

/** Changes lines as the platform: is it a new version of the recurring invoice, and do devices hear of it? */
async function afterLines(world: World, sql: string, params: unknown[] = []) {
  const look = async () =>
    (
      await world.query(
        `select r.rev, (select l.seq from private.change_log l where l.collection = 'recurring_invoices' and l.row_id = r.id) as seq
         from public.recurring_invoices r where r.id = $1`,
        [world.ids['ours recurring_invoices']],
      )
    ).rows[0] ?? {};
  const before = await look();
  const after = await world.given([[sql, params], ['set constraints all immediate']], look);
  return [after['rev'] !== before['rev'], Number(after['seq']) > Number(before['seq'])];
}

const lines: Rule[] = [
  rule(
    'lines of a recurring invoice follow its keys',
    ['recurring_invoice_items'],
    [
      [1, 1, 1, 1],
      ['42501', 0, 0, 1],
      ['42501', 0, 0, 0],
      ['42501', 0, 0, 0],
    ],
    async (world) => [
      await lineVerbs(world, 'accountant'),
      await lineVerbs(world, 'viewer'),
      await lineVerbs(world, 'stranger'),
      await lineVerbs(world, 'owner', 'theirs'),
    ],
  ),
  rule('having made a recurring invoice once gives no right to its lines', ['recurring_invoice_items'], ['42501', 0, 0, 1], (world) =>
    world.given([setSeries(world, `created_by = '${personaId('viewer')}'`)], () => lineVerbs(world, 'viewer')),
  ),
  rule('who may only create adds lines to own recurring invoices', ['recurring_invoice_items'], ['42501', 1], async (world) => {
    const add = async () => touched(await world.as('viewer', ...lineFor(world.ids['ours recurring_invoices'])));
    const key = grant('viewer', 'recurring_invoices.create');
    return [await world.given([key], add), await world.given([key, setSeries(world, `created_by = '${personaId('viewer')}'`)], add)];
  }),
  rule('lines that will be issued are changed by who may issue', ['recurring_invoice_items'], ['42501', '42501', '42501', 1], (world) =>
    world.given([setSeries(world, "generate_as = 'ready_to_issue'"), without('invoices.issue')], () => lineVerbs(world, 'accountant')),
  ),
  rule(
    'a line takes the company of its recurring invoice',
    ['recurring_invoice_items'],
    ['23503', '42501', null, '23503'],
    async (world) => [
      (await world.as('owner', ...lineFor(world.ids['ours recurring_invoices'], { company_id: THEIRS }))).code,
      (await world.as('owner', ...lineFor(world.ids['theirs recurring_invoices']))).code,
      (await world.as('owner', ...lineFor(world.ids['ours recurring_invoices']))).code,
      (await world.as('owner', ...lineFor(FRESH))).code,
    ],
  ),
  rule('a recurring line forgets a product that its company does not have', ['recurring_invoice_items'], null, async (world) => {
    const [sql, params] = lineFor(world.ids['ours recurring_invoices'], { product_id: world.ids['theirs invoice_products'] });
    return (await world.as('owner', `${sql} returning product_id`, params)).rows[0]?.['product_id'];
  }),
  rule(
    'a recurring line added, changed or removed is a new version of its recurring invoice',
    ['recurring_invoice_items'],
    [
      [true, true],
      [true, true],
      [true, true],
    ],
    async (world) => {
      const item = [world.ids['ours recurring_invoice_items']];
      return [
        await afterLines(world, ...lineFor(world.ids['ours recurring_invoices'])),
        await afterLines(world, 'update public.recurring_invoice_items set quantity = 2 where id = $1', item),
        await afterLines(world, 'delete from public.recurring_invoice_items where id = $1', item),
      ];
    },
  ),
];

const rights: Rule[] = [
  rule('whoever inserts a recurring record is its author', ['recurring_invoices', 'recurring_expenses'], 2, async (world) => {
    const expense = sampleRow('recurring_expenses', { id: FRESH, company_id: OURS, created_by: personaId('owner') });
    const inserts = [seriesFor(world, { created_by: personaId('owner') }), insertOf('recurring_expenses', expense)];
    let own = 0;
    for (const [sql, params] of inserts) {
      const { rows } = await world.as('accountant', `${sql} returning created_by`, params);
      if (rows[0]?.['created_by'] === personaId('accountant')) own++;
    }
    return own;
  }),
  rule(
    'a recurring record points to customers of its company',
    ['recurring_invoices', 'recurring_expenses'],
    ['23503', '23503'],
    async (world) => {
      const customer_id = world.ids['theirs customers'];
      const expense = sampleRow('recurring_expenses', { id: FRESH, company_id: OURS, customer_id });
      return [
        (await world.as('owner', ...seriesFor(world, { customer_id }))).code,
        (await world.as('owner', ...insertOf('recurring_expenses', expense))).code,
      ];
    },
  ),
  rule('generating has its key, and opens nothing else', ['recurring_invoices'], [1, '42501', 1, '42501'], async (world) => {
    const wish = async (who: Persona) => touched(await world.as(who, ...setSeries(world, 'generate_requested = next_generation')));
    const rename = async () => touched(await world.as('viewer', ...setSeries(world, "name = 'Changed'")));
    const only = [grant('viewer', 'recurring_invoices.generate')];
    return [
      await wish('accountant'),
      await world.given([without('recurring_invoices.generate')], () => wish('accountant')),
      await world.given(only, () => wish('viewer')),
      await world.given(only, rename),
    ];
  }),
  rule('what the server will issue is written by who may issue', ['recurring_invoices'], ['42501', '42501', 1], (world) =>
    world.given([without('invoices.issue')], async () => [
      touched(await world.as('accountant', ...seriesFor(world, { generate_as: 'ready_to_issue' }))),
      touched(await world.as('accountant', ...setSeries(world, "generate_as = 'ready_to_issue'"))),
      touched(await world.as('accountant', ...seriesFor(world))),
    ]),
  ),
];

/** What a persona's wish becomes: the refusal, or how many documents of the period there are, and the dates after it. */
async function wished(world: World, kind: 'invoice' | 'expense', values: string, before: Statement[] = []) {
  const series = `public.recurring_${kind}s`;
  const id = world.ids[`ours recurring_${kind}s`];
  return world.given(before, async () => {
    const { rows, message } = await world.as(
      'owner',
      `update ${series} set ${values} where id = $1
       returning last_generated::text as last, next_generation::text as next, generate_requested is null as done,
         (select count(*)::int from public.${kind}s d where d.recurring_${kind}_id = ${series}.id) as seen`,
      [id],
    );
    return message || rows[0];
  });
}

const series: Rule[] = (['invoice', 'expense'] as const).flatMap((kind) => [
  rule(
    `a recurring ${kind} generates the period that is wished for, and says which comes next`,
    [`recurring_${kind}s`],
    [
      { last: '2026-01-31', next: '2026-02-28', done: true },
      { last: null, next: '2026-05-05', done: true },
      'not_a_period',
      'not_a_period',
      'recurring_inactive',
    ],
    async (world) => {
      const id = world.ids[`ours recurring_${kind}s`];
      const first = (await wished(world, kind, "generate_requested = '2026-01-31'")) as Record<string, unknown>;
      const moved = (await wished(world, kind, "start_date = '2026-05-05'")) as Record<string, unknown>;
      const paused: Statement = [`update public.recurring_${kind}s set is_active = false where id = $1`, [id]];
      const short = ({ last, next, done }: Record<string, unknown>) => ({ last, next, done });
      return [
        short(first),
        short(moved),
        await wished(world, kind, "generate_requested = '2026-01-30'"),
        await wished(world, kind, "generate_requested = '2026-02-28'"),
        await wished(world, kind, "generate_requested = '2026-01-31'", [paused]),
      ];
    },
  ),
]);

const settings: Rule[] = [
  rule('the defaults of recurring items belong to the settings of invoices', ['companies'], [1, '42501'], async (world) => {
    const change = async () =>
      touched(
        await world.as(
          'accountant',
          "update public.companies set settings = jsonb_set(settings, '{recurring_defaults,lead_days}', '7') where id = $1",
          [OURS],
        ),
      );
    return [await change(), await world.given([without('settings.invoice')], change)];
  }),
];

export const RECURRING: readonly Rule[] = [...lines, ...rights, ...series, ...settings];
