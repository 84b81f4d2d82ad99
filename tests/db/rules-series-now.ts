import { personaId } from '#tests/support/personas.ts';
import { countOf, each, first, type Statement, told, withOnly } from './asking.ts';
import { acting } from './rules-people.ts';
import { type Rule, rule } from './rules.ts';
import { OURS, type World } from './world.ts';
import { id, set, state, type Side } from './rules-series.ts';

const ask = (world: World, period: string | null = null, side: Side = 'ours', what = 'period'): Statement => [
  `select public.generate_recurring_invoice($1, $2) ->> '${what}' as answer`,
  [id(world, 'invoice', side), period],
];
/** Generating a recurring invoice at once. */
export const SERIES_NOW: readonly Rule[] = [
  rule(
    'generating now has its key, in the own company, and needs an active series',
    ['recurring_invoices', 'functions'],
    ['2026-01-31', 'not_allowed', 'recurring_invoice_not_found', 'recurring_invoice_not_found', 'recurring_inactive', '2026-01-31'],
    async (world) => [
      await told(world, 'owner', ask(world)),
      await told(world, 'viewer', ask(world)),
      await told(world, 'owner', ask(world, null, 'theirs')),
      await told(world, 'stranger', ask(world)),
      await world.given([set(world, 'invoice', 'is_active = false')], () => told(world, 'owner', ask(world))),
      await world.given(withOnly('viewer', 'recurring_invoices.generate'), () => told(world, 'viewer', ask(world))),
    ],
  ),
  rule(
    'without a period it is the next that is due, or else the newest again',
    ['recurring_invoices', 'functions'],
    ['2026-02-28', '2026-01-31', '2026-01-31', '2026-02-28', '2026-01-31', 'true', 'false', 'false', '2999-01-31', '2026-03-15'],
    async (world) => {
      const generatedOnce = set(world, 'invoice', "generate_requested = '2026-01-31'");
      const after = (...more: Statement[]) => world.given([generatedOnce, ...more], () => told(world, 'owner', ask(world)));
      return [
        await after(),
        await after(set(world, 'invoice', "end_date = '2026-02-27'")),
        await world.given(
          [set(world, 'invoice', "start_date = '2999-01-31'"), set(world, 'invoice', "generate_requested = '2999-01-31'")],
          async () => String(await told(world, 'owner', ask(world))).replace('2999', '2026'),
        ),
        await after(set(world, 'invoice', "end_date = '2026-02-28'")),
        await told(world, 'owner', ask(world)),
        await world.given([generatedOnce], () => told(world, 'owner', ask(world, '2026-01-31', 'ours', 'already_generated'))),
        await told(world, 'owner', ask(world, '2026-01-31', 'ours', 'already_generated')),
        await world.given([generatedOnce], () => told(world, 'owner', ask(world, '2026-02-28', 'ours', 'already_generated'))),
        // Never generated, and not due yet.
        await world.given([set(world, 'invoice', "start_date = '2999-01-31'")], () => told(world, 'owner', ask(world))),
        // Of this series, written last, and of no other.
        await world.given([set(world, 'invoice', "start_date = '2026-03-15'")], () => told(world, 'owner', ask(world))),
      ];
    },
  ),
  rule(
    'nothing is generated of a version that nobody saw, while a call that is repeated is answered',
    ['recurring_invoices', 'functions'],
    ['false', 'series_changed', 'true', 'false'],
    async (world) => {
      const seen = async (rev: string | null) =>
        told(world, 'owner', [
          "select public.generate_recurring_invoice($1, '2026-01-31', $2) ->> 'already_generated' as answer",
          [id(world, 'invoice'), rev],
        ]);
      const { rev } = await first(world, 'select rev from public.recurring_invoices where id = $1', [id(world, 'invoice')]);
      return [
        await seen(String(rev)),
        await seen('srv-older'),
        await world.given([set(world, 'invoice', "generate_requested = '2026-01-31'")], () => seen(String(rev))),
        await seen(null),
      ];
    },
  ),
  rule(
    'it makes the lines and changes the plan of this series alone',
    ['recurring_invoices', 'functions'],
    [[1, 49], '2026-02-28', true],
    (world) =>
      world.given(
        [
          [
            'insert into public.recurring_invoices (id, company_id, name, start_date, created_by, customer_id, currency) select gen_random_uuid(), company_id, name, start_date, created_by, customer_id, currency from public.recurring_invoices where id = $1',
            [id(world, 'invoice')],
          ],
        ],
        () =>
          acting(world, 'owner', [ask(world)], {
            look: async () => {
              const lines = await first(
                world,
                'select count(*)::int as lines, sum(t.unit_price)::float8 as price from public.invoice_items t join public.invoices i on i.id = t.invoice_id where i.recurring_invoice_id = $1',
                [id(world, 'invoice')],
              );
              return [
                [lines['lines'], lines['price']],
                (await state(world, 'invoice'))['next'],
                (await countOf(world, "public.recurring_invoices where company_id = $1 and next_generation = '2026-01-31'", [OURS])) > 0,
              ];
            },
          }),
      ),
  ),
  rule(
    'the series that was asked is the one that is generated',
    ['recurring_invoices', 'functions'],
    ['2026-03-15', '2026-01-31'],
    async (world) => {
      const other = await first(world, 'select id from public.recurring_invoices where company_id = $1 and id <> $2 limit 1', [
        OURS,
        id(world, 'invoice'),
      ]);
      return world.given([set(world, 'invoice', "start_date = '2026-03-15'")], () =>
        each([id(world, 'invoice'), other['id']], (series) =>
          told(world, 'owner', ["select public.generate_recurring_invoice($1, null) ->> 'period' as period", [series]]),
        ),
      );
    },
  ),
  rule('what another series made is none of this one', ['recurring_invoices', 'functions'], 'false', async (world) => {
    const other = await first(world, 'select id from public.recurring_invoices where company_id = $1 and id <> $2 limit 1', [
      OURS,
      id(world, 'invoice'),
    ]);
    return world.given([["update public.recurring_invoices set generate_requested = '2026-01-31' where id = $1", [other['id']]]], () =>
      told(world, 'owner', ask(world, '2026-01-31', 'ours', 'already_generated')),
    );
  }),
  rule('what was generated is named to who may see it', ['recurring_invoices', 'functions'], [true, false, false, true], async (world) => {
    const seen = async (who: 'owner' | 'stranger' | 'viewer', claims = {}) => {
      const { rows } = await world.as(who, "select id from private.generated_invoice($1, '2026-01-31')", [id(world, 'invoice')], claims);
      return (rows[0]?.['id'] ?? null) !== null;
    };
    const wished = set(world, 'invoice', "generate_requested = '2026-01-31'");
    return world.given([wished], async () => [
      await seen('owner'),
      await seen('stranger'),
      await world.given(
        [
          [
            "insert into auth.mfa_factors (id, user_id, factor_type, status) values (gen_random_uuid(), $1, 'totp', 'verified')",
            [personaId('owner')],
          ],
        ],
        () => seen('owner'),
      ),
      await seen('viewer'),
    ]);
  }),
];
