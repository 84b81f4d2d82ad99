import { testId } from '#tests/support/builders.ts';
import { type Persona, personaId } from '#tests/support/personas.ts';
import { each, factorOf, first, type Person, type Statement, told } from './asking.ts';
import { type Rule, rule } from './rules.ts';
import { FRESH, OURS, THEIRS, type World } from './world.ts';

const KNOWN = `50:${testId(1)}`;
const MARKED: Statement = ['insert into private.history_marks (company_id, seq, token) values ($1, 50, $2)', [OURS, testId(1)]];
const removed = (who: Person): Statement => [
  'delete from public.company_users where company_id = $1 and user_id = $2',
  [OURS, personaId(who)],
];
const taken = (company: string): Statement => [
  'insert into public.company_users (company_id, user_id, is_owner, is_admin) values ($1, $2, false, false)',
  [company, personaId('viewer')],
];
const leaving = (company: string): Statement => [
  "insert into private.company_deletions (company_id, purge_after, export_sha256, books) values ($1, now() + interval '30 days', $2, $2)",
  [company, 'a'.repeat(64)],
];

type Asked = { readonly company?: string; readonly epochOf?: string; readonly mark?: string; readonly as?: Persona };
/** Whether the one who asks was removed from a company, whose history its device has. */
async function asked(world: World, { company = OURS, epochOf = OURS, mark = KNOWN, as = 'viewer' }: Asked = {}): Promise<unknown> {
  const { epoch } = await first(world, 'select epoch from private.company_clocks where company_id = $1', [epochOf]);
  return told(world, as, ['select public.was_removed($1, $2, $3)', [company, epoch, mark]]);
}

/** Whose copy of a company may leave a device: what is said wrongly here takes somebody's data away. */
export const REMOVED_FROM_COMPANIES: readonly Rule[] = [
  rule(
    'who was removed from a company is told so, whatever else they belong to, and nobody who belongs to it',
    ['functions', 'company_users'],
    [false, true, false, true, true, false],
    (world) =>
      world.given([MARKED], async () => [
        await asked(world),
        ...(await world.given([removed('viewer')], async () => [await asked(world), await asked(world, { as: 'owner' })])),
        await world.given([removed('viewer'), taken(THEIRS)], () => asked(world)),
        await world.given([removed('viewer'), ["update public.companies set name = 'Another' where id = $1", [OURS]]], () => asked(world)),
        await world.given([removed('viewer'), taken(OURS)], () => asked(world)),
      ]),
  ),
  rule(
    'a server that was set back, or does not know the company, says of nobody that they were removed',
    ['functions'],
    [false, false, false, false],
    (world) =>
      world.given([MARKED, removed('viewer')], () =>
        each([{ mark: `50:${testId(2)}` }, { mark: '' }, { epochOf: THEIRS }, { company: FRESH }], (question) => asked(world, question)),
      ),
  ),
  rule('nobody was removed from a company that is closed and may come back with everybody', ['functions'], [false, true], (world) =>
    world.given([MARKED, removed('viewer')], () => each([OURS, THEIRS], (company) => world.given([leaving(company)], () => asked(world)))),
  ),
  rule(
    'who owes a second factor, or is not signed in, is not told who was removed',
    ['functions'],
    ['second_factor_required', 'permission denied for function was_removed'],
    (world) =>
      world.given([MARKED, removed('viewer'), factorOf('viewer')], async () => [
        await asked(world),
        await asked(world, { as: 'anonymous' }),
      ]),
  ),
];
