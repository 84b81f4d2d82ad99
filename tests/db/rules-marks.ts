import { testId } from '#tests/support/builders.ts';
import { each, first, type Statement, told } from './asking.ts';
import { acting } from './rules-people.ts';
import { type Rule, rule } from './rules.ts';
import { OURS, THEIRS } from './world.ts';

const mark = (company: string, seq: number, token: number): Statement => [
  'insert into private.history_marks (company_id, seq, token) values ($1, $2, $3) on conflict (company_id, seq) do update set token = excluded.token',
  [company, seq, testId(token)],
];
const CLEAN: Statement = ['delete from private.history_marks'];

/** How a server that was set back is told from one that has news. */
export const MARKS: readonly Rule[] = [
  rule(
    'a mark is known to the company that gave it, in its place, until it is too old to be kept',
    ['functions', 'sync_pull'],
    [null, 'restored', 'restored', 'restored', 'expired', 'restored', 'restored'],
    (world) =>
      world.given([CLEAN, mark(OURS, 50, 1), mark(OURS, 60, 2), mark(THEIRS, 1, 3), mark(THEIRS, 70, 4)], () =>
        each([`50:${testId(1)}`, `50:${testId(2)}`, `60:${testId(1)}`, `70:${testId(4)}`, `20:${testId(1)}`, 'nonsense', ''], (text) =>
          told(world, 'owner', ['select private.mark_trouble($1, $2)', [OURS, text]]),
        ),
      ),
  ),
  rule(
    'a company’s history is its own: epoch, head and mark, for its members',
    ['functions', 'sync_pull'],
    [true, null, null, [true, true]],
    async (world) => {
      const { seq } = await first(world, 'select seq from private.company_clocks where company_id = $1', [OURS]);
      const asked = (company: string): Statement => ['select (private.company_history($1)).mark', [company]];
      // Others have a mark at the same place, and ours has others.
      return world.given(
        [CLEAN, mark(THEIRS, Number(seq), 3), mark(OURS, 1, 1), mark(OURS, Number(seq), 2), mark(OURS, 2, 5)],
        async () => [
          (await told(world, 'owner', asked(OURS))) === `${String(seq)}:${testId(2)}`,
          await told(world, 'owner', asked(THEIRS)),
          await told(world, 'stranger', asked(OURS)),
          // Whichever company's clock comes first, it is not the other's.
          await each(
            [
              ['owner', OURS],
              ['stranger', THEIRS],
            ] as const,
            async ([persona, company]) => {
              const { epoch } = await first(world, 'select epoch from private.company_clocks where company_id = $1', [company]);
              return (await told(world, persona, ['select (private.company_history($1)).epoch', [company]])) === String(epoch);
            },
          ),
        ],
      );
    },
  ),
  rule(
    'a push is proved by a mark that was not there before, one that changed nothing by the newest',
    ['sync_push', 'functions'],
    [false, true],
    (world) =>
      world.given([['set constraints all deferred']], async () => {
        const before = await told(world, 'owner', ['select (private.company_history($1)).mark', [OURS]]);
        const push = async (name: string) => {
          const change = { collection: 'vendors', id: testId(0x6_01), op: 'upsert', mutation_id: 'm-1', base_rev: null, doc: { name } };
          return told(world, 'owner', ["select public.sync_push($1, $2) ->> 'mark'", [OURS, JSON.stringify([change])]]);
        };
        return [(await push('Good')) === before, (await world.given([], () => push(''))) === before];
      }),
  ),
  rule('what a push logs at its end lies before its mark', ['sync_push', 'functions'], true, (world) =>
    // What this transaction took for the world is not there for a device's push.
    world.given([['set constraints all deferred'], ["select set_config('kontor.seq_block', '', true)"]], () => {
      const change = { collection: 'vendors', id: testId(0x6_02), op: 'upsert', mutation_id: 'm-1', base_rev: null, doc: { name: 'New' } };
      return acting(
        world,
        'owner',
        [["select set_config('t.mark', public.sync_push($1, $2) ->> 'mark', true)", [OURS, JSON.stringify([change])]]],
        {
          look: () =>
            world.given([['set constraints all immediate']], async () => {
              const row = await first(
                world,
                "select split_part(current_setting('t.mark'), ':', 1)::bigint >= (select l.seq from private.change_log l where l.row_id = $1) as within",
                [testId(0x6_02)],
              );
              return row['within'];
            }),
        },
      );
    }),
  ),
  rule('nobody marks the history of a company that is not theirs', ['functions'], null, (world) =>
    told(world, 'owner', ['select private.mark_push($1, 1)', [THEIRS]]),
  ),
  rule('old marks go, the newest of a company stays', ['functions'], ['2', '9 3'], async (world) => {
    const old = async (company: string) =>
      (
        await first(world, "select string_agg(seq::text, ' ' order by seq desc) as left from private.history_marks where company_id = $1", [
          company,
        ])
      )['left'];
    return world.given(
      [
        CLEAN,
        ['update private.company_clocks set seq = case when company_id = $1 then 2 else 9 end', [OURS]],
        CLEAN,
        ...[1, 2].map((n) => mark(OURS, n, n)),
        ...[1, 3, 9].map((n) => mark(THEIRS, n, n)),
        ["update private.history_marks set made_at = now() - interval '401 days' where not (company_id = $1 and seq = 3)", [THEIRS]],
        ['select public.prune_history()'],
      ],
      async () => [await old(OURS), await old(THEIRS)],
    );
  }),
];
