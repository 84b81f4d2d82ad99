import type { Row } from '#local/db/port.ts';
import { insertOf, testId } from '#tests/support/builders.ts';
import { BARE, each, factorOf, first, proved, said, setting, type Statement, told } from './asking.ts';
import { NOW } from './rules-ledger.ts';
import { acting } from './rules-people.ts';
import { type Rule, rule } from './rules.ts';
import { FRESH, OURS, THEIRS } from './world.ts';
import { claims, ending, exportOf, trial, fresh, isThere } from './ending-companies.ts';

/** How the end of a company is asked for. */
export const COMPANY_END: readonly Rule[] = [
  rule(
    'the end of a company is asked for by its owner alone, who has shown who they are, and by its name',
    ['companies', 'company_users'],
    {
      people: ['export_needed', 'not_allowed', 'not_allowed', 'not_allowed'],
      unproven: ['reauthentication_needed', 'reauthentication_needed'],
      owing: 'second_factor_required',
      names: ['name_differs', 'name_differs', 'name_differs', 'export_needed'],
      other: 'not_allowed',
    },
    async (world) => ({
      people: await each(['owner', 'admin', 'viewer', 'stranger'] as const, (who) => said(world, who, ending(), claims)),
      unproven: [await said(world, 'owner', ending()), await said(world, 'owner', ending(), proved('token_refresh', 10))],
      owing: await world.given([factorOf('owner')], () => said(world, 'owner', ending(), claims)),
      names: await each(['ours', '', null, ' Ours '], (name) => said(world, 'owner', ending(name), claims)),
      other: await said(world, 'owner', ending('Theirs', true, THEIRS), claims),
    }),
  ),
  rule(
    'a company without books is gone at once, and no other; anything that was booked, or is, keeps it',
    ['companies', 'ledger_entries'],
    { gone: [false, true, [[FRESH, null, null, null]]], settings: [false], unbooked: 'export_needed', booked: 'export_needed' },
    async (world) => {
      const look = async () => [await isThere(world, FRESH), await isThere(world)];
      const tombs = async () =>
        (await world.query('select company_id, export_sha256, ledger_seq, ledger_sha256 from private.deleted_companies')).rows.map((row) =>
          Object.values(row),
        );
      const end = ending('Trial', false, FRESH);
      return {
        gone: await world.given(trial, () =>
          acting(world, 'owner', [end, ["select set_config('role', 'none', true)"], NOW], {
            look: async () => [...(await look()), await tombs()],
            claims,
          }),
        ),
        settings: await world.given([...trial, fresh('companies', FRESH)], () =>
          acting(world, 'owner', [end], { look: async () => [await isThere(world, FRESH)], claims }),
        ),
        unbooked: await world.given([...trial, fresh('expenses')], () => said(world, 'owner', end, claims)),
        booked: await world.given(
          [...trial, BARE, insertOf('periods', { id: testId(0xe_d3), company_id: FRESH, month: '2026-01-01', is_closed: true })],
          () => said(world, 'owner', end, claims),
        ),
      };
    },
  ),
  rule(
    'books go with a complete archive of all that there is, and while the law wants them kept, with the owner’s word that they are',
    ['companies', 'vendors'],
    { asked: ['duty_not_taken', 'duty_not_taken', 1], changed: 'export_needed', over: 1, last: 'duty_not_taken', until: [false, true] },
    async (world) => {
      const old = (day: string): Statement[] => [
        BARE,
        setting('company_details,address,country', 'GB'),
        ['update public.ledger_entries set at = $1 where company_id = $2', [day, OURS]],
        ['update public.invoices set issue_date = $1 where company_id = $2 and issue_date is not null', [day, OURS]],
        ['update public.expenses set booked_at = $1 where company_id = $2 and booked_at is not null', [day, OURS]],
        ['update public.payments set created_at = $1 where company_id = $2', [day, OURS]],
        ['update public.periods set decided_at = $1, created_at = $1 where company_id = $2', [day, OURS]],
        ['set local session_replication_role = origin'],
      ];
      const year = Number((await first(world, 'select extract(year from now())::int as year'))['year']);
      const asked = (keeps: boolean | null, ...before: Statement[]) =>
        world.given([...before, exportOf(OURS)], () => said(world, 'owner', ending('Ours', keeps), claims));
      const until = async (...before: Statement[]) =>
        world.given([...before, exportOf(OURS)], () =>
          acting(world, 'owner', [ending()], {
            look: async () => (await first(world, 'select kept_until is null as over from private.company_deletions'))['over'],
            claims,
          }),
        );
      return {
        asked: await each([false, null, true], (keeps) => asked(keeps)),
        changed: await world.given([exportOf(OURS), ["update public.vendors set notes = 'x' where company_id = $1", [OURS]]], () =>
          said(world, 'owner', ending(), claims),
        ),
        over: await asked(false, ...old(`${year - 7}-12-31`)),
        last: await asked(false, ...old(`${year - 6}-01-01`)),
        until: [await until(), await until(...old(`${year - 7}-12-31`))],
      };
    },
  ),
  rule(
    'its owner is told before what there is, until when it is to be kept, and whether the archive has it all; nobody else is',
    ['companies', 'ledger_entries'],
    {
      told: [true, true, true, false],
      exported: [true, true],
      trial: { has_books: false, kept_until: null, exported_at: null, is_exported: false },
      others: ['not_allowed', 'not_allowed'],
      untils: ['2050-12-31', '2047-12-31', null],
    },
    async (world) => {
      const ask = (company: string): Statement => ['select public.company_end($1)', [company]];
      const answer = async (company: string) => (await told(world, 'owner', ask(company))) as Row;
      const now = await world.given([exportOf(THEIRS)], () => answer(OURS));
      const later = await world.given([exportOf(OURS)], () => answer(OURS));
      const until = async (...before: Statement[]) =>
        world.given(
          [BARE, ...before],
          async () => (await first(world, 'select private.company_kept_until($1)::text as day', [OURS]))['day'],
        );
      const noEntries: Statement[] = [
        ['delete from public.ledger_entries where company_id = $1', [OURS]],
        ['delete from public.payments where company_id = $1', [OURS]],
        ['delete from public.expenses where company_id = $1', [OURS]],
        ['delete from public.periods where company_id = $1', [OURS]],
        ["update public.invoices set issue_date = '2039-05-05' where company_id = $1 and issue_date is not null", [OURS]],
      ];
      return {
        told: [now['has_books'], typeof now['kept_until'] === 'string', now['exported_at'] === null, now['is_exported']],
        exported: [typeof later['exported_at'] === 'string', later['is_exported']],
        trial: await world.given(trial, () => answer(FRESH)),
        others: [await said(world, 'admin', ask(OURS)), await said(world, 'owner', ask(THEIRS))],
        untils: [
          await until(["update public.ledger_entries set at = '2040-02-02' where company_id = $1", [OURS]]),
          await until(...noEntries),
          await until(
            ...noEntries,
            ["update public.invoices set status = 'draft' where company_id = $1", [OURS]],
            [
              "insert into public.ledger_entries select company_id, 1, 'settings', 'companies', id, '', 1, repeat('a', 64), '', repeat('b', 64), repeat('c', 64), now() from (select $1::uuid as company_id, $1::uuid as id) x",
              [OURS],
            ],
          ),
        ],
      };
    },
  ),
];
