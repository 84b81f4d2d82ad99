import { BARE, each, said, type Statement } from './asking.ts';
import { type Rule, rule } from './rules.ts';
import { OURS, THEIRS, type World } from './world.ts';

const ISSUED = {
  status: 'issued',
  number: 'R-1',
  number_year: 2026,
  number_seq: 9001,
  issue_date: '2026-01-01',
  due_date: '2026-01-15',
  seller: {},
  buyer: {},
};

/** An invoice under the id of the one that the draft replaces, as it would lie there. */
const lying = (world: World, change: Readonly<Record<string, unknown>>): Statement[] => [
  BARE,
  [
    `insert into public.invoices select n.* from public.invoices i
      cross join lateral jsonb_populate_record(null::public.invoices, to_jsonb(i) || jsonb_build_object('id', private.replaced_id(i.id)) || $2::jsonb) n
      where i.id = $1`,
    [world.ids['ours invoices'], JSON.stringify({ ...ISSUED, ...change })],
  ],
  ['set local session_replication_role = origin'],
];
const issue = (world: World): Statement => [
  "update public.invoices set status = 'ready_to_issue' where id = $1",
  [world.ids['ours invoices']],
];

/** What replaces an invoice does not claim the same money beside it (decision 0040). */
export const REPLACEMENTS: readonly Rule[] = [
  rule('a draft is not issued while the invoice that it replaces stands', ['invoices'], [1, 'replaced_stands', 1, 1, 1, 1], (world) =>
    each(
      [
        [],
        lying(world, { company_id: OURS }),
        lying(world, { company_id: OURS, status: 'cancelled' }),
        lying(world, { company_id: OURS, status: 'draft', number: null, issue_date: null, due_date: null }),
        lying(world, { company_id: OURS, document_type: 'cancellation' }),
        lying(world, { company_id: THEIRS }),
      ],
      (before) => world.given(before, () => said(world, 'owner', issue(world))),
    ),
  ),
  rule('a draft that replaces an invoice which stands can be written all the same', ['invoices'], 1, (world) =>
    world.given(lying(world, { company_id: OURS }), () =>
      said(world, 'owner', ["update public.invoices set notes = 'x' where id = $1", [world.ids['ours invoices']]]),
    ),
  ),
];
