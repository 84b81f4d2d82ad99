import { testId } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';
import { countOf, first, type Person, type Statement } from './asking.ts';
import { ended } from './more-rows.ts';
import { entry, NOW } from './rules-ledger.ts';
import { type Rule, rule } from './rules.ts';
import { FRESH, OURS, THEIRS } from './world.ts';
import { SHA, PURGE, due, trial, isThere, closed, after } from './ending-companies.ts';

/** How a company goes, and how it does not. */
export const COMPANY_GONE: readonly Rule[] = [
  rule(
    'a closed company goes when its time is over and nothing of it has changed; what it leaves behind names its archive and the end of its ledger',
    ['companies', 'ledger_entries'],
    { early: [0, true], due: [1, false, true], tomb: [SHA, true, true], changed: [0, true], others: [true, 0] },
    async (world) => {
      const last = await first(world, 'select max(seq)::int as seq from public.ledger_entries where company_id = $1', [OURS]);
      const purged = (...before: Statement[]) =>
        after(world, before, async () => {
          const count = Number((await first(world, PURGE[0]))['purge_companies']);
          await world.query('set constraints all immediate');
          const tomb = await first(
            world,
            `select d.export_sha256, d.ledger_seq::int as seq, d.ledger_sha256 ~ '^[0-9a-f]{64}$' as sha from private.deleted_companies d where d.company_id = $1`,
            [OURS],
          );
          return { count, ours: await isThere(world), theirs: await isThere(world, THEIRS), tomb };
        });
      const early = await purged();
      const gone = await purged(due, entry(THEIRS, 5000));
      const changed = await purged(due, ["update public.vendors set notes = 'x' where company_id = $1", [OURS]]);
      const others = await purged(due, [
        `insert into private.company_deletions (company_id, purge_after, export_sha256, books) values ($1, now() + interval '1 day', $2, $2)`,
        [THEIRS, SHA],
      ]);
      return {
        early: [early.count, early.ours],
        due: [gone.count, gone.ours, gone.theirs],
        tomb: [gone.tomb['export_sha256'], gone.tomb['seq'] === last['seq'], gone.tomb['sha']],
        changed: [changed.count, changed.ours],
        others: [others.theirs, await countOf(world, 'private.deleted_companies')],
      };
    },
  ),
  rule(
    'there is no other way for a company with books: not even the platform deletes it',
    ['companies'],
    ['books_are_kept', 'books_are_kept', 'books_are_kept', 'gone', 'gone', [false, true]],
    async (world) => {
      const drop = (company: string): Statement => ['delete from public.companies where id = $1', [company]];
      const dropped = (...before: Statement[]) =>
        world.given([...before, drop(OURS), NOW], async () => 'gone').catch((error: { message: string }) => error.message);
      return [
        await dropped(),
        await dropped(ended(OURS), ["update private.company_deletions set purge_after = now() + interval '1 second'"]),
        await dropped(ended(THEIRS)),
        await dropped(ended(OURS)),
        await world.given([...trial, drop(FRESH), NOW], async () => 'gone'),
        (
          await world.query(
            "select has_function_privilege(r, 'public.purge_companies()', 'execute') as may from unnest('{authenticated,service_role}'::text[]) r",
          )
        ).rows.map(({ may }) => may),
      ];
    },
  ),
  rule('a company that came again and went again leaves what it was at last', ['companies'], ['f'.repeat(64), null, true], (world) =>
    world.given(
      [
        [
          "insert into private.deleted_companies (company_id, deleted_at, export_sha256, ledger_seq, ledger_sha256) values ($1, '2020-01-01', repeat('a', 64), 1, repeat('a', 64))",
          [FRESH],
        ],
        ...trial,
        [
          'insert into private.company_deletions (company_id, purge_after, export_sha256, books) values ($1, now(), $2, $2)',
          [FRESH, 'f'.repeat(64)],
        ],
        ['delete from public.companies where id = $1', [FRESH]],
      ],
      async () => {
        const tomb = await first(
          world,
          'select export_sha256, ledger_seq, deleted_at = now() as today from private.deleted_companies where company_id = $1',
          [FRESH],
        );
        return [tomb['export_sha256'], tomb['ledger_seq'], tomb['today']];
      },
    ),
  ),
  rule(
    'what was stored for a deleted company is deleted at once; what came after it, and what is another’s, is not',
    ['objects', 'functions'],
    [`${FRESH}/a.pdf`, null, null],
    async (world) => {
      const stored = (company: string, at: string): Statement => [
        "insert into storage.objects (bucket_id, name, version, updated_at) values ('uploads', $1, 'x', $2)",
        [`${company}/a.pdf`, at],
      ];
      const tomb: Statement = ["insert into private.deleted_companies (company_id, deleted_at) values ($1, '2026-05-05')", [FRESH]];
      const listed = (...before: Statement[]) =>
        world.given(
          [tomb, ...before],
          async () => (await first(world, "select string_agg(name, ' ') as names from public.list_orphan_objects()"))['names'],
        );
      return [
        await listed(stored(FRESH, '2026-05-04')),
        await listed(stored(FRESH, '2026-05-05')),
        await listed(stored(testId(0xe_d9), '2026-05-04')),
      ];
    },
  ),
  rule(
    'an account that alone owns a company is not deleted; any other is',
    ['company_users'],
    ['last_owner', 'gone', 'gone', 'gone', 'gone'],
    async (world) => {
      const dropped = (who: Person, ...before: Statement[]) =>
        world
          .given([...before, ['delete from auth.users where id = $1', [personaId(who)]]], async () => 'gone')
          .catch((error: { message: string }) => error.message);
      return [
        await dropped('owner'),
        await dropped('owner', ['update public.company_users set is_owner = true where user_id = $1', [personaId('admin')]]),
        await dropped('admin'),
        // Companies that have no owner keep nobody.
        await dropped('viewer', ['update public.company_users set is_owner = false']),
        await closed(world, () => dropped('owner')),
      ];
    },
  ),
];
