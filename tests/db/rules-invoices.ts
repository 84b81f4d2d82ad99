import { insertOf, sampleRow } from '#tests/support/builders.ts';
import { type Persona, personaId } from '#tests/support/personas.ts';
import { type Rule, rule } from './rules.ts';
import { FRESH, OURS, THEIRS, type World } from './world.ts';

const lineFor = (invoice_id: unknown, more: Record<string, unknown> = {}) => {
  const { company_id, ...row } = sampleRow('invoice_items', { id: FRESH, company_id: OURS, invoice_id, ...more });
  return insertOf('invoice_items', more['company_id'] === undefined ? row : { ...row, company_id });
};
const touched = ({ count, code }: { count: number; code: string | null }) => (code === null ? count : code);

/** What happens to a line when a persona adds, changes and removes one of this invoice. */
async function lineVerbs(world: World, persona: Persona, invoice: string, item: string) {
  return [
    touched(await world.as(persona, ...lineFor(world.ids[invoice], { company_id: invoice.startsWith('ours') ? OURS : THEIRS }))),
    touched(await world.as(persona, "update public.invoice_items set description = 'Changed' where id = $1", [world.ids[item]])),
    touched(await world.as(persona, 'delete from public.invoice_items where id = $1', [world.ids[item]])),
    touched(await world.as(persona, 'select 1 from public.invoice_items where id = $1', [world.ids[item]])),
  ];
}

/** Changes lines as the platform and reads the invoice's net, version and place in the log. */
async function afterLines(world: World, sql: string, params: unknown[] = []) {
  const look = async () =>
    (
      await world.query(
        `select i.net_total::float8 as net, i.rev, (select l.seq from private.change_log l where l.collection = 'invoices' and l.row_id = i.id) as seq
         from public.invoices i where i.id = $1`,
        [world.ids['ours invoices']],
      )
    ).rows[0] ?? {};
  const before = await look();
  const after = await world.given([[sql, params], ['set constraints all immediate']], look);
  return [after['net'], after['rev'] !== before['rev'], Number(after['seq']) > Number(before['seq'])];
}

const lines: Rule[] = [
  rule(
    'lines of a draft follow the keys of invoices',
    ['invoice_items'],
    [
      [1, 1, 1, 1],
      ['42501', 0, 0, 1],
      ['42501', 0, 0, 0],
    ],
    async (world) => [
      await lineVerbs(world, 'accountant', 'ours invoices', 'ours invoice_items'),
      await lineVerbs(world, 'viewer', 'ours invoices', 'ours invoice_items'),
      await lineVerbs(world, 'stranger', 'ours invoices', 'ours invoice_items'),
    ],
  ),
  rule('lines of another company are out of reach', ['invoice_items'], ['42501', 0, 0, 0], (world) =>
    lineVerbs(world, 'owner', 'theirs invoices', 'theirs invoice_items'),
  ),
  rule('having made an invoice once gives no right to its lines', ['invoice_items'], ['42501', 0, 0, 1], (world) =>
    world.given([['update public.invoices set created_by = $1 where id = $2', [personaId('viewer'), world.ids['ours invoices']]]], () =>
      lineVerbs(world, 'viewer', 'ours invoices', 'ours invoice_items'),
    ),
  ),
  rule('who may only create adds lines to own drafts', ['invoice_items'], ['42501', 1], async (world) => {
    const grant = ["insert into public.company_user_permissions values ($1, $2, 'invoices.create')", [OURS, personaId('viewer')]] as [
      string,
      unknown[],
    ];
    const own = ['update public.invoices set created_by = $1 where id = $2', [personaId('viewer'), world.ids['ours invoices']]] as [
      string,
      unknown[],
    ];
    const add = async () => touched(await world.as('viewer', ...lineFor(world.ids['ours invoices'])));
    return [await world.given([grant], add), await world.given([grant, own], add)];
  }),
  rule('lines of an issued invoice are frozen', ['invoice_items'], ['P0001', 'P0001', 'P0001', 1], (world) =>
    lineVerbs(world, 'owner', 'ours issued', 'ours issued item'),
  ),
  rule('a line takes the company of its invoice', ['invoice_items'], ['23503', '42501', null, '23503'], async (world) => [
    (await world.as('owner', ...lineFor(world.ids['ours invoices'], { company_id: THEIRS }))).code,
    (await world.as('owner', ...lineFor(world.ids['theirs invoices']))).code,
    (await world.as('owner', ...lineFor(world.ids['ours invoices']))).code,
    (await world.as('owner', ...lineFor(FRESH))).code,
  ]),
  rule('a line forgets a product that its company does not have', ['invoice_items'], [null, true], async (world) => {
    const productOf = async (product: string) => {
      const [sql, params] = lineFor(world.ids['ours invoices'], { product_id: world.ids[product] });
      return (await world.as('owner', `${sql} returning product_id`, params)).rows[0]?.['product_id'];
    };
    return [await productOf('theirs invoice_products'), (await productOf('ours invoice_products')) === world.ids['ours invoice_products']];
  }),
  rule(
    'a line added, changed or removed is a changed invoice with new totals',
    ['invoice_items'],
    [
      [285, true, true],
      [190, true, true],
      [0, true, true],
    ],
    async (world) => [
      await afterLines(world, ...lineFor(world.ids['ours invoices'])),
      await afterLines(world, 'update public.invoice_items set quantity = 2 where id = $1', [world.ids['ours invoice_items']]),
      await afterLines(world, 'delete from public.invoice_items where id = $1', [world.ids['ours invoice_items']]),
    ],
  ),
];

const set = (world: World, persona: Persona, invoice: string, values: string) =>
  world.as(persona, `update public.invoices set ${values} where id = $1`, [world.ids[invoice]]);

const invoices: Rule[] = [
  rule(
    'an issued invoice has number, date and parties, and is not issued or changed again',
    ['invoices'],
    ['invoice_frozen', 'invalid_transition', 'invoice_frozen', ''],
    async (world) => [
      (await set(world, 'owner', 'ours issued', "reference = 'Changed'")).message,
      (await set(world, 'owner', 'ours issued', "status = 'draft'")).message,
      (await world.as('owner', 'delete from public.invoices where id = $1', [world.ids['ours issued']])).message,
      (await set(world, 'owner', 'ours issued', "internal_notes = 'Changed', delivery = 'sent'")).message,
    ],
  ),
  rule('issuing and cancelling have their keys', ['invoices'], [1, '42501', 1, '42501'], async (world) => {
    const without = (key: string): [string, unknown[]] => ['delete from public.company_user_permissions where permission_key = $1', [key]];
    const issue = async () => touched(await set(world, 'accountant', 'ours invoices', "status = 'ready_to_issue'"));
    const cancel = async () => touched(await set(world, 'accountant', 'ours issued', "status = 'cancelled'"));
    return [
      await issue(),
      await world.given([without('invoices.issue')], issue),
      await cancel(),
      await world.given([without('invoices.cancel')], cancel),
    ];
  }),
  rule('whoever inserts an invoice is its author', ['invoices'], personaId('accountant'), async (world) => {
    const [sql, params] = insertOf('invoices', sampleRow('invoices', { id: FRESH, company_id: OURS, created_by: personaId('owner') }));
    return (await world.as('accountant', `${sql} returning created_by`, params)).rows[0]?.['created_by'];
  }),
  rule('an invoice cannot point to customers of another company', ['invoices', 'customers'], '23503', async (world) => {
    const row = sampleRow('invoices', { id: FRESH, company_id: OURS, customer_id: world.ids['theirs customers'] });
    return (await world.as('owner', ...insertOf('invoices', row))).code;
  }),
  rule('a cancelled invoice has its cancellation document', ['invoices'], { number: true, cancels: true, gross: -226.1 }, (world) =>
    world.given([["update public.invoices set status = 'cancelled' where id = $1", [world.ids['ours issued']]]], async () => {
      const { rows } = await world.query(
        `select c.number is not null and c.number <> i.number as number, c.cancels_id = i.id as cancels, c.gross_total::float8 as gross
         from public.invoices i join public.invoices c on c.id = i.cancelled_by_id where i.id = $1`,
        [world.ids['ours issued']],
      );
      return rows[0] as never;
    }),
  ),
];

const paymentFor = (invoice_id: unknown, more: Record<string, unknown> = {}) =>
  insertOf('payments', sampleRow('payments', { id: FRESH, company_id: OURS, invoice_id, ...more }));

const payments: Rule[] = [
  rule(
    'a payment belongs to an issued invoice of its company, in its currency',
    ['payments'],
    ['', 'not_issued', 'missing_parent', 'currency_mismatch'],
    async (world) => [
      (await world.as('owner', ...paymentFor(world.ids['ours issued']))).message,
      (await world.as('owner', ...paymentFor(world.ids['ours invoices']))).message,
      (await world.as('owner', ...paymentFor(world.ids['theirs issued']))).message,
      (await world.as('owner', ...paymentFor(world.ids['ours issued'], { currency: 'USD' }))).message,
    ],
  ),
  rule('whoever inserts a payment is its author', ['payments'], personaId('accountant'), async (world) => {
    const [sql, params] = paymentFor(world.ids['ours issued'], { created_by: personaId('owner') });
    return (await world.as('accountant', `${sql} returning created_by`, params)).rows[0]?.['created_by'];
  }),
  rule(
    'a payment made, changed or removed is news of its invoice',
    ['payments'],
    [
      [100, 'partially_paid'],
      [226.1, 'paid'],
      [0, 'unpaid'],
    ],
    async (world) => {
      const look = async () => {
        const { rows } = await world.query(
          'select paid_total::float8 as paid, payment_status as state from public.invoices where id = $1',
          [world.ids['ours issued']],
        );
        return [rows[0]?.['paid'], rows[0]?.['state']];
      };
      const insert = paymentFor(world.ids['ours issued'], { created_by: personaId('owner') });
      return [
        await world.given([insert], look),
        await world.given([insert, ['update public.payments set amount = 226.10 where id = $1', [FRESH]]], look),
        await world.given([insert, ['delete from public.payments where id = $1', [FRESH]]], look),
      ];
    },
  ),
];

export const INVOICES: readonly Rule[] = [...lines, ...invoices, ...payments];
