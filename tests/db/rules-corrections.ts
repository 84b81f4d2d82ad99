import { insertOf, testId } from '#tests/support/builders.ts';
import { each, first, granted, said, type Statement, withOnly } from './asking.ts';
import {
  APPLES,
  apples,
  cancel,
  corrected,
  correctionId,
  draft,
  issue,
  issuedOriginal,
  item,
  one,
  original,
  ORIGINAL,
  paid,
  pearls,
} from './corrected-scene.ts';
import { type Rule, rule } from './rules.ts';
import { OURS, type World } from './world.ts';

/** What the owner is told about issuing the first draft: 1, or what is wrong with it. */
async function problems(world: World): Promise<unknown> {
  const answer = await said(world, 'owner', issue(correctionId(1)));
  if (answer !== 'cannot_issue') return answer;
  const sql = "select array_to_string(private.correction_problems(i), ',') as problems from public.invoices i where i.id = $1";
  return (await first(world, sql, [correctionId(1)]))['problems'];
}
/** Amounts as numbers: every sum of the document and what belongs to it. */
const sums = (world: World) =>
  one(
    world,
    `select concat_ws(' ', count(*), trim_scale(sum(net_total)), trim_scale(sum(tax_total)), trim_scale(sum(gross_total)),
       trim_scale(sum((exchange ->> 'amount')::numeric))) from public.invoices where $1 in (id, corrects_id, cancels_id)`,
    [ORIGINAL],
  );
/** What is asked of a correction before it is issued. */
const ISSUED: readonly Rule[] = [
  rule(
    'a correction takes back lines of its own invoice, at their tax, no more than is left, and says why',
    ['invoices', 'invoice_items'],
    [
      1,
      1,
      1,
      'corrects_id',
      'corrects_id',
      'reason',
      'items',
      'items.description',
      'items.origin',
      'items.origin',
      'items.origin',
      'items.origin',
      'items.origin',
      'items.left',
      'items.left',
      'items.left',
    ],
    (world) =>
      each(
        [
          [...issuedOriginal(world), ...draft(1, [apples, pearls])],
          // Much of one line is not too much of another.
          [...issuedOriginal(world), ...draft(1, [{ ...apples, quantity: -2 }])],
          // A draft beside it takes nothing.
          [...issuedOriginal(world), ...draft(2, [{ ...apples, quantity: -2 }]), ...draft(1, [{ ...apples, quantity: -2 }])],
          [...original(world), ...draft(1, [apples])],
          [...issuedOriginal(world), cancel, ...draft(1, [apples])],
          [...issuedOriginal(world), ...draft(1, [apples], { reason: ' ' })],
          [...issuedOriginal(world), ...draft(1, [])],
          [...issuedOriginal(world), ...draft(1, [{ ...apples, description: ' ' }])],
          [...issuedOriginal(world), ...draft(1, [{ ...apples, origin_item_id: null }])],
          [...issuedOriginal(world), ...draft(1, [{ ...apples, origin_item_id: world.ids['ours issued item'] }])],
          [...issuedOriginal(world), ...draft(1, [{ ...apples, tax_rate: 7 }])],
          [...issuedOriginal(world), ...draft(1, [{ ...apples, tax_rate: 19, tax_category: 'E', exemption_reason: 'x' }])],
          [...issuedOriginal(world), ...draft(1, [{ ...apples, quantity: 1 }])],
          [...issuedOriginal(world), ...draft(1, [{ ...apples, quantity: -3 }])],
          [...issuedOriginal(world), ...draft(1, [{ ...apples, quantity: -2 }, apples])],
          [...issuedOriginal(world), ...corrected(2, [{ ...apples, quantity: -1, unit_price: 150 }]), ...draft(1, [apples])],
        ],
        (before) => world.given(before, () => problems(world)),
      ),
  ),
  rule(
    'a correction is issued with the key to cancel, as what takes back a part of an invoice',
    ['invoices'],
    ['not_allowed', 1],
    (world) =>
      world.given(
        [...issuedOriginal(world), ...draft(1, [apples]), ...withOnly('viewer', 'invoices.view', 'invoices.issue', 'invoices.update')],
        async () => [
          await said(world, 'viewer', issue(correctionId(1))),
          await world.given([granted('viewer', 'invoices.cancel')], () => said(world, 'viewer', issue(correctionId(1)))),
        ],
      ),
  ),
  rule(
    'a correction is written in today’s layout, whatever that of its invoice was; its cancellation in that of the invoice',
    ['invoices'],
    ['3', '2'],
    (world) =>
      world.given(
        [
          ...original(world),
          issue(ORIGINAL),
          [`update public.invoices set seller = seller || '{"layout": 2}' where id = $1`, [ORIGINAL]],
          ...draft(1, [apples]),
          issue(correctionId(1)),
          [`update public.invoices set status = 'cancelled' where id = $1`, [ORIGINAL]],
        ],
        () =>
          each([correctionId(1), null], (id) =>
            one(world, `select seller ->> 'layout' from public.invoices where id = $1 or ($1::uuid is null and cancels_id = $2)`, [
              id,
              ORIGINAL,
            ]),
          ),
      ),
  ),
  rule('a correction has the customer, the parties, the tax and the days of its invoice', ['invoices'], [true, true, true], (world) => {
    const same = () =>
      one(
        world,
        `select (c.customer_id, c.currency, c.tax_mode, c.service_from) is not distinct from (i.customer_id, i.currency, i.tax_mode, i.service_from)
           and (c.number is null or (c.seller, c.buyer) is not distinct from (i.seller, i.buyer))
         from public.invoices c join public.invoices i on i.id = $2 where c.id = $1`,
        [correctionId(1), ORIGINAL],
      );
    return world.given(
      [
        ...original(world, { service_from: '2026-01-11', tax_mode: 'standard' }),
        issue(ORIGINAL),
        ...draft(1, [apples], { service_from: '2025-05-05' }),
      ],
      async () => [
        await same(),
        (await said(world, 'owner', issue(correctionId(1)))) === 1,
        await world.given([issue(correctionId(1))], same),
      ],
    );
  }),
  rule(
    'a correction belongs to an invoice of its own company, and nothing else names an invoice that it corrects',
    ['invoices'],
    ['1', '23503', '23514', '23514'],
    (world) =>
      each(
        [
          { document_type: 'correction', corrects_id: ORIGINAL },
          { document_type: 'correction', corrects_id: world.ids['theirs issued'] },
          { document_type: 'invoice', corrects_id: ORIGINAL },
          { document_type: 'cancellation', corrects_id: ORIGINAL },
        ],
        (change) =>
          world
            .given([...issuedOriginal(world), ...draft(1, [], change), ['set constraints all immediate']], async () => '1')
            .catch((error: { code?: string }) => error.code ?? 'failed'),
      ),
  ),
  rule('a correction takes no payments', ['payments'], ['not_payable', 1], (world) =>
    world.given([...issuedOriginal(world), ...corrected(1, [apples])], () =>
      each([correctionId(1), ORIGINAL], (invoice) =>
        said(world, 'owner', insertOf('payments', { company_id: OURS, invoice_id: invoice, amount: 5, payment_date: '2026-02-20' })),
      ),
    ),
  ),
];

/** What an invoice knows of its corrections. */
const KNOWN: readonly Rule[] = [
  rule(
    'an invoice lists what was issued to correct it, each once, and no draft; others list nothing of it',
    ['invoices'],
    ['0 0 0 unpaid', '0 1 -119 partially_paid', '0 1 -119 partially_paid', '0 2 -248.7 overpaid'],
    (world) => {
      const listed = () =>
        one(
          world,
          `select concat_ws(' ', (select sum(jsonb_array_length(o.corrections)) from public.invoices o where o.id <> i.id), jsonb_array_length(i.corrections),
             coalesce((select sum((e ->> 'gross_total')::numeric) from jsonb_array_elements(i.corrections) e), 0), i.payment_status)
           from public.invoices i where i.id = $1`,
          [ORIGINAL],
        );
      const sent: Statement = ["update public.invoices set delivery = 'sent', sent_at = now() where id = $1", [correctionId(1)]];
      const some: Statement[] = [paid(1, 100), ...corrected(1, [apples])];
      return each<Statement[], unknown>(
        [draft(1, [apples]), some, [...some, sent], [...some, ...corrected(2, [apples, pearls])]],
        (before) => world.given([...issuedOriginal(world), ...before], listed),
      );
    },
  ),
  rule(
    'corrections and the cancellation of what they left come to nothing, to the cent and in the currency of the books',
    ['invoices', 'invoice_items'],
    ['4 0 0 0', '3 0 0 0', '4 0 0 0 0', '2 0 0 0'],
    (world) => {
      const dust = (n: number) => testId(0xc0_10 + n);
      /** Two at 0.03: a cent of tax on both, on one, and on none of what is left. */
      const small = item(ORIGINAL, dust(0), { quantity: 2, unit_price: 0.03, position: 3 });
      const grain = { quantity: -1, unit_price: 0.03, origin_item_id: dust(0) };
      const only: Statement[] = [
        ...original(world).slice(0, 1),
        item(ORIGINAL, dust(1), { quantity: 2, unit_price: 0.03 }),
        issue(ORIGINAL),
        ...corrected(1, [{ ...grain, origin_item_id: dust(1) }]),
        cancel,
      ];
      const rate = { currency: 'EUR', rate: '0.913742', day: '2026-01-05', source: 'manual', version: '', amount: 0 };
      const dollars = original(world, { currency: 'USD', exchange: JSON.stringify(rate) });
      return each<Statement[], unknown>(
        [
          [
            ...issuedOriginal(world, small),
            ...corrected(1, [grain, apples]),
            ...corrected(2, [{ ...pearls, quantity: -1, unit_price: 0.37 }]),
            cancel,
          ],
          only,
          [...dollars, issue(ORIGINAL), ...corrected(1, [apples]), ...corrected(2, [{ ...pearls, quantity: -3 }]), cancel],
          // Nothing was corrected: the same, with every line, also one that costs nothing.
          [...issuedOriginal(world, small), cancel],
        ],
        (before) => world.given(before, () => sums(world)),
      );
    },
  ),
  rule('each correction keeps the tax that it was issued with, whatever came after it', ['invoices'], [0, -0.01], (world) => {
    const line = testId(0xc0_11);
    const grain = { quantity: -1, unit_price: 0.03, origin_item_id: line };
    return world.given(
      [
        ...issuedOriginal(world, item(ORIGINAL, line, { quantity: 3, unit_price: 0.03, position: 3 })),
        ...corrected(1, [grain]),
        ...corrected(2, [grain]),
      ],
      async () => [
        Number(
          await one(
            world,
            `select count(*) from public.invoices i cross join lateral private.document_totals(i) t
             where i.corrects_id = $1 and (i.net_total, i.tax_total, i.tax_breakdown) is distinct from (t.net_total, t.tax_total, t.tax_breakdown)`,
            [ORIGINAL],
          ),
        ),
        Number(await one(world, 'select sum(tax_total) from public.invoices where corrects_id = $1', [ORIGINAL])),
      ],
    );
  }),
  rule(
    'a cancellation has the lines as they were, what corrections left of them, and every line where nothing was corrected',
    ['invoice_items'],
    ['-2 100, -10 1, -1 0', '-1 100, -10 1', '-1 175.5, -10 1', '-10 1'],
    (world) => {
      const free = item(ORIGINAL, testId(0xc0_12), { quantity: 1, unit_price: 0, position: 3 });
      return each<Statement[], unknown>(
        [[], corrected(1, [apples]), corrected(1, [{ ...apples, unit_price: 24.5 }]), corrected(1, [{ ...apples, quantity: -2 }])],
        (before) =>
          world.given([...issuedOriginal(world, free), ...before, cancel], () =>
            one(
              world,
              `select string_agg(concat_ws(' ', trim_scale(t.quantity), trim_scale(t.unit_price)), ', ' order by t.position)
               from public.invoice_items t join public.invoices c on c.id = t.invoice_id where c.cancels_id = $1`,
              [ORIGINAL],
            ),
          ),
      );
    },
  ),
  rule(
    'what was taken back wholly is not cancelled any more; what is left of, or cost nothing, is',
    ['invoices'],
    ['invalid_transition', 1, 1],
    (world) =>
      each<Statement[], unknown>(
        [
          [...issuedOriginal(world), ...corrected(1, [{ ...apples, quantity: -2 }, pearls])],
          [...issuedOriginal(world), ...corrected(1, [apples])],
          [...original(world).slice(0, 1), item(ORIGINAL, APPLES, { quantity: 1, unit_price: 0 }), issue(ORIGINAL)],
        ],
        (before) => world.given(before, () => said(world, 'owner', cancel)),
      ),
  ),
];

/** A correction takes back a part of an invoice, once (decision 0032). */
export const CORRECTIONS: readonly Rule[] = [...ISSUED, ...KNOWN];
