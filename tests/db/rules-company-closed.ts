import { personaId } from '#tests/support/personas.ts';
import { BARE, countOf, each, factorOf, first, type Person, said, type Statement, told } from './asking.ts';
import { invite, token } from './more-rows.ts';
import { acting } from './rules-people.ts';
import { type Rule, rule } from './rules.ts';
import { FRESH, OURS, THEIRS } from './world.ts';
import { SHA, claims, ending, TAKE_BACK, theirsClosed, inBoth, saidOfMembers, peopleOf, closed } from './ending-companies.ts';

/** What a closed company is, and how it is taken back. */
export const COMPANY_CLOSED: readonly Rule[] = [
  rule(
    'a closed company is closed for everybody, and for nobody in another one',
    ['company_users', 'company_user_permissions', 'invites'],
    {
      members: [0, 1],
      rows: [0, 0, 0, 1],
      calls: ['not_a_member', 'not_allowed'],
      invited: 0,
      word: [1, 'Ours', true],
      purge: ['30 days', true, SHA],
    },
    (world) =>
      closed(world, async () => {
        const [word] = (
          await world.query("select actor_id, entity_label, company_id from public.activity_log where type = 'deletion_asked'")
        ).rows;
        const d = await first(
          world,
          'select (purge_after - asked_at)::text as grace, asked_by, export_sha256 from private.company_deletions where company_id = $1',
          [OURS],
        );
        return {
          members: [
            await countOf(world, 'public.company_users where company_id = $1', [OURS]),
            await countOf(world, 'public.company_users where company_id = $1', [THEIRS]),
          ],
          rows: await each(['owner', 'accountant', 'employee', 'stranger'] as const, (who) =>
            said(world, who, ['select 1 from public.companies']),
          ),
          calls: [await said(world, 'owner', ["select public.sync_pull($1, '{}')", [OURS]]), await said(world, 'owner', ending(), claims)],
          invited: await countOf(world, 'public.invites i where private.is_backed(i)'),
          word: [word ? 1 : 0, word?.['entity_label'], word?.['actor_id'] === personaId('owner') && word['company_id'] === OURS],
          purge: [d['grace'], d['asked_by'] === personaId('owner'), d['export_sha256']],
        };
      }, [invite(FRESH), token(FRESH)]),
  ),
  rule(
    'its owner sees when it will be gone, and takes it back with everybody and their rights; nobody else does',
    ['company_users', 'company_user_permissions'],
    {
      listed: ['Ours', null, 'Theirs', null, 'second_factor_required'],
      refused: ['not_allowed', 'not_allowed', 'not_allowed', 'second_factor_required'],
      refusedOther: 'not_allowed',
      back: [true, 0, 0, [[OURS, 'Ours']]],
      silent: [true, true],
      theirs: [1, 1, 1],
    },
    async (world) => {
      const list: Statement = ["select string_agg(name, ' ') as names from public.my_closed_companies()"];
      const before = await peopleOf(world);
      const wordsBefore = await saidOfMembers(world);
      const asked = (who: Person) => told(world, who, list);
      const isSilent = async () => JSON.stringify(await saidOfMembers(world)) === JSON.stringify(wordsBefore);
      // A key that the next version no longer has.
      const formerKey: Statement = ["update private.closed_memberships set keys = keys || '{former.key}'"];
      const takenBack = <T>(look: () => Promise<T>, ...meanwhile: Statement[]) =>
        closed(world, () => world.given(meanwhile, () => acting(world, 'owner', [TAKE_BACK], { look })), inBoth);
      return {
        listed: await closed(world, () =>
          world.given(theirsClosed, async () => [
            ...(await each(['owner', 'admin', 'viewer', 'stranger'] as const, asked)),
            await world.given([factorOf('owner')], () => asked('owner')),
          ]),
        ),
        refused: await closed(world, async () => [
          ...(await each(['admin', 'viewer', 'stranger'] as const, (who) => said(world, who, TAKE_BACK))),
          await world.given([factorOf('owner')], () => said(world, 'owner', TAKE_BACK)),
        ]),
        refusedOther: await closed(world, () => world.given(theirsClosed, () => said(world, 'viewer', TAKE_BACK))),
        back: await takenBack(
          async () => [
            JSON.stringify(await peopleOf(world)) === JSON.stringify(before),
            await countOf(world, 'private.closed_memberships'),
            await countOf(world, 'private.company_deletions'),
            (await world.query("select company_id, entity_label from public.activity_log where type = 'deletion_taken_back'")).rows.map(
              (row) => Object.values(row),
            ),
          ],
          formerKey,
        ),
        silent: [await closed(world, isSilent), await takenBack(isSilent)],
        // Another closed company stays closed.
        theirs: await closed(world, () =>
          world.given(theirsClosed, () =>
            acting(world, 'owner', [TAKE_BACK], {
              look: async () => [
                await countOf(world, 'private.company_deletions'),
                await countOf(world, 'private.closed_memberships'),
                await countOf(world, 'public.company_users where company_id = $1', [THEIRS]),
              ],
            }),
          ),
        ),
      };
    },
  ),
  rule(
    'a closed company makes no documents, others do',
    ['recurring_invoices', 'recurring_expenses'],
    [[OURS, THEIRS], [THEIRS]],
    async (world) => {
      const dueOnes = async () => {
        const { rows } = await world.query(
          "select d::text as id from private.companies_due('2100-01-01') d where d in ($1, $2) order by 1",
          [OURS, THEIRS],
        );
        return rows.map(({ id }) => id);
      };
      return world.given(
        [
          BARE,
          ["update public.recurring_expenses set is_active = true, auto_generate = true, end_date = null, next_generation = '2026-01-01'"],
          ['set local session_replication_role = origin'],
        ],
        async () => [await dueOnes(), await closed(world, dueOnes)],
      );
    },
  ),
];
