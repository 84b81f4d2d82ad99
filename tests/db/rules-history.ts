import { insertOf, sampleRow } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';
import { each, first, said, type Statement, withOnly } from './asking.ts';
import { acting } from './rules-people.ts';
import { type Rule, rule } from './rules.ts';
import { FRESH, OURS, type World } from './world.ts';

/** A change of a record as the log sees it, and what the history calls it. */
const NAMED: readonly [string, object, object, string][] = [
  ['INSERT', {}, { status: 'pending' }, 'created'],
  ['DELETE', { status: 'pending' }, {}, 'deleted'],
  ['UPDATE', { status: 'pending' }, { status: 'pending' }, 'updated'],
  ['UPDATE', {}, {}, 'updated'],
  ['UPDATE', { status: 'pending' }, { status: 'approved' }, 'approved'],
  ['UPDATE', { status: 'approved' }, { status: 'reimbursed' }, 'reimbursed'],
  ['UPDATE', { status: 'rejected' }, { status: 'pending' }, 'resubmitted'],
  ['UPDATE', { status: 'approved' }, { status: 'pending' }, 'reopened'],
  ['UPDATE', { status: 'rejected' }, { status: 'approved' }, 'status_overridden'],
  ['UPDATE', { status: 'approved' }, { status: 'rejected' }, 'status_overridden'],
  ['UPDATE', { payment_status: 'unpaid', status: 'draft' }, { payment_status: 'unpaid', status: 'issued' }, 'issued'],
  ['UPDATE', { payment_status: 'unpaid', status: 'issued' }, { payment_status: 'paid', status: 'issued' }, 'paid'],
  ['UPDATE', { payment_status: 'paid', delivery: 'none' }, { payment_status: 'paid', delivery: 'sent' }, 'sent'],
  ['UPDATE', { payment_status: 'paid', delivery: 'sent' }, { payment_status: 'paid', delivery: 'sent' }, 'updated'],
  ['UPDATE', { last_generated: '2026-01-31' }, { last_generated: '2026-02-28' }, 'generated'],
  ['UPDATE', { last_generated: null, generation_error: '' }, { last_generated: null, generation_error: 'x' }, 'generation_failed'],
  ['UPDATE', { last_generated: null, generation_error: 'x' }, { last_generated: null, generation_error: '' }, 'updated'],
  ['UPDATE', { last_generated: null, generation_error: 'x' }, { last_generated: null, generation_error: 'x' }, 'updated'],
];

const typesOf = async (world: World, id: string) =>
  (await world.query('select type from public.activity_log where entity_id = $1 order by type', [id])).rows.map(({ type }) => type);
const vendor = insertOf('vendors', sampleRow('vendors', { id: FRESH, company_id: OURS }));
const seeding: Statement = ["select set_config('kontor.is_seeding', 'on', true)"];

/** What the history says of a change, and what it is silent about. */
export const HISTORY: readonly Rule[] = [
  rule(
    'the history names each step',
    ['activity_log'],
    NAMED.map(([, , , name]) => name),
    (world) =>
      each(
        NAMED,
        async ([op, before, after]) =>
          (await first(world, 'select private.activity_type($1, $2, $3) as type', [op, JSON.stringify(before), JSON.stringify(after)]))[
            'type'
          ],
      ),
  ),
  rule(
    'the history calls a recurring invoice by its name, or else its own customer’s',
    ['recurring_invoices', 'activity_log'],
    ['New', 'Hafenkontor Müller', 'Rent'],
    async (world) => {
      const label = (name: string, more: string) =>
        world.given(
          [
            [
              `update public.recurring_invoices set name = $1, due_days = 3${more} where id = $2`,
              [name, world.ids['ours recurring_invoices']],
            ],
          ],
          async () =>
            (
              await first(world, "select entity_label from public.activity_log where entity_id = $1 and type = 'updated'", [
                world.ids['ours recurring_invoices'],
              ])
            )['entity_label'],
        );
      const others: Statement = [
        "update public.customers set name = 'Else' where id <> (select customer_id from public.recurring_invoices where id = $1)",
        [world.ids['ours recurring_invoices']],
      ];
      return [
        await label('New', ''),
        await world.given([others, ['update public.customers set notes = notes']], () => label('', '')),
        (
          await world.query(
            'select private.activity_label(\'recurring_expenses\', \'description\', \'{"name": "", "description": "Rent"}\') as label',
          )
        ).rows[0]?.['label'],
      ];
    },
  ),
  rule('what arrives decided is created and decided', ['expenses', 'activity_log'], [['approved', 'created'], ['created']], (world) =>
    each(['approved', 'pending'], (status) =>
      world.given(
        [insertOf('expenses', sampleRow('expenses', { id: FRESH, company_id: OURS, created_by: personaId('owner'), status }))],
        () => typesOf(world, FRESH),
      ),
    ),
  ),
  rule('who may read the history reads it without a right over people', ['activity_log'], true, (world) =>
    world.given(
      withOnly('viewer', 'activity.view'),
      async () => Number(await said(world, 'viewer', ["select 1 from public.activity_log where entity_type = 'vendors'"])) > 0,
    ),
  ),
  rule(
    'a seed brings its own history, a person beside it does not',
    ['vendors', 'activity_log'],
    [[], ['created'], ['created']],
    async (world) => [
      await world.given([seeding, vendor], () => typesOf(world, FRESH)),
      await world.given([vendor], () => typesOf(world, FRESH)),
      await world.given([seeding], () => acting(world, 'owner', [vendor], { look: () => typesOf(world, FRESH) })),
    ],
  ),
  rule('what changes nothing but its version is no news', ['vendors', 'activity_log'], [['created'], ['created', 'updated']], (world) =>
    each(["rev = 'd-2'", "name = 'New'"], (values) =>
      world.given([vendor, [`update public.vendors set ${values} where id = '${FRESH}'`]], () => typesOf(world, FRESH)),
    ),
  ),
];
