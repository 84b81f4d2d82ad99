import { testId } from '#tests/support/builders.ts';
import { type Persona, personaId } from '#tests/support/personas.ts';
import { countOf, each, type Person, type Statement, told, withOnly } from './asking.ts';
import { JOINED } from './rules-between.ts';
import { type Rule, rule } from './rules.ts';
import { OURS, THEIRS } from './world.ts';

/** Deleted records in the log, told apart by the last digit of their id. */
const [OPEN, HIDDEN, MINE, OLD, FOREIGN, OTHER, UNHIDDEN] = [1, 2, 3, 4, 5, 6, 7].map((n) => testId(0x8_00 + n));
const logged = (
  id: string | undefined,
  author: Person,
  wasOpen: boolean | null,
  more: { collection?: string; company?: string } = {},
): Statement => [
  `insert into private.change_log (company_id, collection, row_id, seq, deleted, author, was_open)
   values ($1, $2, $3, 900000 + (select count(*) from private.change_log), true, $4, $5)`,
  [more.company ?? OURS, more.collection ?? 'files', id, personaId(author), wasOpen],
];
const LOG: Statement[] = [
  logged(OPEN, 'owner', true),
  logged(HIDDEN, 'owner', false),
  logged(MINE, 'viewer', false),
  // From before it was written down who might see it.
  logged(OLD, 'owner', null),
  logged(FOREIGN, 'owner', true, { company: THEIRS }),
  logged(OTHER, 'owner', true, { collection: 'expense_categories' }),
  // Nothing of its kind is hidden.
  logged(UNHIDDEN, 'owner', false, { collection: 'vendors' }),
];
const ASKED = [OPEN, HIDDEN, MINE, FOREIGN, OTHER];

const named = async (
  who: Persona,
  world: Parameters<Rule['broken']>[0],
  collection = 'files',
  ids: readonly unknown[] = [...ASKED, OLD],
) => {
  const answer = (await told(world, who, ['select private.nameable($1, $2, $3)::text[] as ids', [OURS, collection, ids]])) as string[];
  return answer
    .map((id) => id.slice(-1))
    .toSorted()
    .join('');
};

/** Which ids of records that are gone a device is told: those that its person may have seen. */
export const NAMED_IDS: readonly Rule[] = [
  rule(
    'ids of deleted records are named to who may have seen them',
    ['functions', 'sync_pull'],
    ['1234', '1234', '34', '134', '', ''],
    (world) =>
      world.given([...LOG, ...JOINED], async () => [
        await world.given(withOnly('employee', 'files.view', 'files.view_confidential'), () => named('employee', world)),
        await world.given(withOnly('viewer', 'files.view', 'files.view_confidential'), () => named('viewer', world)),
        await world.given(withOnly('viewer', 'vendors.view'), () => named('viewer', world)),
        await world.given(withOnly('viewer', 'files.view'), () => named('viewer', world)),
        await named('stranger', world),
        await world.given([['delete from public.company_users where company_id = $1 and user_id = $2', [OURS, personaId('guest')]]], () =>
          named('guest', world),
        ),
      ]),
  ),
  rule(
    'those of what every member sees, to every member; and only those that were asked about',
    ['functions', 'sync_pull'],
    ['6', '1', '7', ''],
    (world) =>
      world.given([...LOG, ...withOnly('viewer', 'vendors.view', 'files.view')], async () => [
        await world.given(withOnly('viewer'), () => named('viewer', world, 'expense_categories')),
        await named('viewer', world, 'files', [OPEN]),
        await named('viewer', world, 'vendors', [UNHIDDEN]),
        await named('employee', world, 'vendors', []),
      ]),
  ),
  rule('a key of another company names nothing here', ['functions', 'sync_pull'], '4', (world) =>
    world.given([...LOG, ...JOINED], () => named('guest', world)),
  ),
  rule('the log is not longer for it', ['functions'], true, (world) =>
    world.given(LOG, async () =>
      (await each([OPEN, OLD], (id) => countOf(world, 'private.change_log where row_id = $1', [id]))).every((n) => n === 1),
    ),
  ),
];
