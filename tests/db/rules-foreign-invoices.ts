import { first, said, type Statement, withOnly } from './asking.ts';
import { ANOTHER, anotherInDollars, draftInDollars, exchangeOf, idOf, manual, proposal, RATES, short, wrote } from './foreign.ts';
import { closed } from './rules-periods.ts';
import { acting } from './rules-people.ts';
import { type Rule, rule } from './rules.ts';

/** What invoices in foreign currencies are worth in the books. */
export const FOREIGN_INVOICES: readonly Rule[] = [
  rule(
    'issuing fixes the rate of the tax point; a draft has what was entered, a cancellation the rate of its invoice',
    ['invoices'],
    [
      null,
      'manual 0.9 of 2026-01-15: 85.5 EUR',
      null,
      'ecb 0.8 of 2026-01-10: 76 EUR',
      'manual 0.9 of 2026-01-15: 85.5 EUR',
      'ecb 0.8 of 2026-01-10: -76 EUR',
    ],
    (world) =>
      world.given([...RATES, ...draftInDollars(world)], async () => {
        const id = idOf(world);
        const issue: Statement = ["update public.invoices set status = 'ready_to_issue' where id = $1", [id]];
        const rated = (exchange: unknown): Statement => [`update public.invoices set exchange = ${wrote(exchange)} where id = $1`, [id]];
        const look = () => exchangeOf(world, 'invoices', id);
        const asOwner = (...statements: Statement[]) => acting(world, 'owner', statements, { look });
        return [
          await asOwner(rated(proposal)),
          await asOwner(rated(manual('0.9'))),
          await asOwner(rated(manual('0.9')), ["update public.invoices set currency = 'GBP' where id = $1", [id]]),
          await asOwner(rated(proposal), issue),
          await asOwner(rated(manual('0.9')), issue),
          await acting(world, 'owner', [issue, ["update public.invoices set status = 'cancelled' where id = $1", [id]]], {
            look: async () => short((await first(world, 'select exchange from public.invoices where cancels_id = $1', [id]))['exchange']),
          }),
        ];
      }),
  ),
  rule(
    'the rate of an issued invoice stays; one that was missing is supplied once, in open months, with the key to edit',
    ['invoices', 'periods'],
    [
      1,
      'invoice_frozen',
      'invoice_frozen',
      'period_closed',
      'period_closed',
      1,
      'not_allowed',
      'invoice_frozen',
      'invoice_frozen',
      'manual 0.9 of 2026-01-15: 85.5 EUR',
    ],
    (world) =>
      world.given(draftInDollars(world), () => {
        const id = idOf(world);
        const keys = ['invoices.view', 'invoices.update'];
        const cancel: Statement = ["update public.invoices set status = 'cancelled' where id = $1", [id]];
        const supply = (set = '', its = 'id'): Statement => [
          `update public.invoices set exchange = ${wrote(manual('0.9'))}${set} where ${its} = $1`,
          [id],
        ];
        const issued = (...given: Statement[]) =>
          world.given(
            [...withOnly('viewer', ...keys), ["update public.invoices set status = 'ready_to_issue' where id = $1", [id]], ...given],
            () => said(world, 'viewer', supply()),
          );
        const issue: Statement = ["update public.invoices set status = 'ready_to_issue' where id = $1", [id]];
        return (async () => [
          await issued(),
          await issued(supply()).then(async () =>
            world.given([...withOnly('viewer', ...keys), issue, supply()], () =>
              said(world, 'viewer', [`update public.invoices set exchange = ${wrote(manual('0.8'))} where id = $1`, [id]]),
            ),
          ),
          await world.given([...withOnly('viewer', ...keys), issue], () => said(world, 'viewer', supply(", reference = 'x'"))),
          await issued(closed('2026-01-01')),
          await issued(["update public.invoices set issue_date = '2026-03-05' where id = $1", [id]], closed('2026-03-01')),
          await issued(closed('2026-02-01')),
          await world.given([...withOnly('viewer', 'invoices.view', 'invoices.issue'), issue], () => said(world, 'viewer', supply())),
          await issued(cancel),
          await world.given([...withOnly('viewer', ...keys), issue, cancel], () => said(world, 'viewer', supply('', 'cancels_id'))),
          await acting(world, 'owner', [issue, supply()], { look: () => exchangeOf(world, 'invoices', id) }),
        ])();
      }),
  ),
  rule(
    'what is noted of an issued invoice later changes nothing of what it is worth, and supplies no rate; one that comes issued gets its rate at once',
    ['invoices'],
    ['ecb 0.8 of 2026-01-10: 76 EUR', null, 'ecb 0.8 of 2026-01-10: 40 EUR'],
    (world) =>
      world.given(draftInDollars(world), async () => {
        const id = idOf(world);
        const issue: Statement = ["update public.invoices set status = 'ready_to_issue' where id = $1", [id]];
        const note: Statement = ["update public.invoices set internal_notes = 'x' where id = $1", [id]];
        const forget: Statement = ['update private.exchange_rates set rates = \'{"USD": "5"}\''];
        const noted = (...given: Statement[]) =>
          world.given(given, () => acting(world, 'owner', [note], { look: () => exchangeOf(world, 'invoices', id) }));
        const [another = issue] = anotherInDollars(world);
        return [
          await noted(...RATES, issue, forget),
          await noted(issue, ...RATES),
          await world.given(
            [
              ...RATES,
              [
                another[0].replace("2026-01-05', 'USD", "2026-01-15', 'USD"),
                [...(another[1] ?? []).slice(0, 2), null, ...(another[1] ?? []).slice(3)],
              ],
            ],
            () => exchangeOf(world, 'invoices', ANOTHER),
          ),
        ];
      }),
  ),
];
