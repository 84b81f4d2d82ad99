import type { Row } from '#local/db/port.ts';
import { insertOf, testId } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';
import { BARE, countOf, each, factorOf, first, said, type Statement, told, withOnly } from './asking.ts';
import { acting } from './rules-people.ts';
import { type Rule, rule } from './rules.ts';
import { OURS, THEIRS, type World } from './world.ts';

const NOTE: Statement = ["select public.note_procedure($1, '0.8.0')", [OURS]];
const ASK: Statement = ["select public.procedure_facts($1, '0.8.0')", [OURS]];
const described = (version: number, ago: string, company = OURS): Statement => [
  `insert into public.activity_log (company_id, type, entity_type, entity_id, changes, created_at)
   values ($1, 'procedure_described', 'companies', $1, jsonb_build_object('version', jsonb_build_array(null, $2::int), 'app', '[null, "0.8.0"]'::jsonb,
     'schema', jsonb_build_array(null, private.procedure_facts($1, '0.8.0') -> 'schema')), now() - $3::interval)`,
  [company, version, ago],
];
const entry = (n: number, columns: Row = {}): Statement =>
  insertOf('activity_log', {
    id: testId(0xe_e0 + n),
    company_id: OURS,
    type: 'updated',
    entity_type: 'companies',
    entity_label: 'Ours',
    created_at: '2030-01-01T00:00:00Z',
    ...columns,
  });
/** Nothing in the history that is newer than the last description. */
const quiet: Statement[] = [BARE, ['delete from public.activity_log where true'], described(4, '1 day')];
const facts = async (world: World, ...before: Statement[]): Promise<Row> =>
  world.given(before, async () => (await first(world, "select private.procedure_facts($1, '0.8.0') as facts", [OURS]))['facts'] as Row);
const versionOf = async (world: World, ...before: Statement[]) => (await facts(world, ...before))['version'];

/** The description of the procedure: who makes it, and when it is another one. */
export const PROCEDURE: readonly Rule[] = [
  rule(
    'the procedure is described by who takes the company along, and by nobody else',
    ['companies', 'activity_log'],
    [
      ['told', 1, 'told', 'not_allowed', 'not_a_member'],
      [1, 1, 1, 'not_allowed', 'not_a_member'],
      ['invalid_input', 'invalid_input', 'invalid_input'],
    ],
    async (world) => {
      const people = ['owner', 'admin', 'viewer', 'accountant', 'stranger'] as const;
      const given = [...withOnly('viewer', 'company.export'), ...withOnly('accountant', 'users.view')];
      return [
        await each(people, (who) =>
          world.given(given, async () => {
            const answer = who === 'admin' ? await said(world, who, ASK) : await told(world, who, ASK);
            return typeof answer === 'object' ? 'told' : answer;
          }),
        ),
        await each(people, (who) => world.given(given, () => said(world, who, NOTE))),
        await each([null, '', 'x'.repeat(41)], (app) => said(world, 'owner', ['select public.note_procedure($1, $2)', [OURS, app]])),
      ];
    },
  ),
  rule(
    'a description has the next version when something of the procedure changed, and the same when nothing did',
    ['activity_log'],
    { first: [1, true, null], same: 4, settings: 5, others: [4, 4, 4, 4, 4, 4, 4], app: 5, schema: 5, latest: 9 },
    async (world) => {
      const none = await facts(world, BARE, ['delete from public.activity_log where true']);
      return {
        first: [none['version'], none['is_new'], none['since']],
        same: await versionOf(world, ...quiet),
        settings: await versionOf(world, ...quiet, entry(1)),
        others: await each(
          [
            entry(1, { entity_type: 'vendors' }),
            entry(1, { origin: 'client' }),
            entry(1, { type: 'exported' }),
            entry(1, { company_id: THEIRS }),
            entry(1, { created_at: '2020-01-01T00:00:00Z' }),
            described(7, '1 hour', THEIRS),
            entry(1, { type: 'procedure_described', changes: { version: [null, 7], app: [null, '0.8.0'] }, origin: 'client' }),
          ],
          (other) => versionOf(world, ...quiet, other),
        ),
        app: await world
          .given(quiet, async () => (await first(world, "select private.procedure_facts($1, '0.9.0') ->> 'version' as v", [OURS]))['v'])
          .then(Number),
        schema: await versionOf(world, ...quiet, [
          `update public.activity_log set changes = jsonb_set(changes, '{schema}', '[null, "20200101"]') where type = 'procedure_described'`,
        ]),
        latest: await versionOf(world, ...quiet, described(9, '2 days')),
      };
    },
  ),
  rule(
    'what changed since is listed, the newest first, a hundred at most, and all of it is counted',
    ['activity_log'],
    [2, ['later', 'earlier'], 120, 100],
    async (world) => {
      const some = await facts(
        world,
        ...quiet,
        entry(1, { entity_label: 'earlier' }),
        entry(2, { entity_label: 'later', created_at: '2030-01-02T00:00:00Z' }),
        entry(3, { entity_type: 'vendors', entity_label: 'another kind' }),
        entry(4, { company_id: THEIRS, entity_label: 'theirs' }),
        entry(5, { created_at: '2020-01-01T00:00:00Z', entity_label: 'before' }),
      );
      const many = await facts(world, ...quiet, [
        "insert into public.activity_log (company_id, type, entity_type, created_at) select $1, 'updated', 'periods', '2030-01-01' from generate_series(1, 120)",
        [OURS],
      ]);
      const labels = (some['changes'] as Row[]).map(({ label }) => label);
      return [some['change_count'], labels, many['change_count'], (many['changes'] as Row[]).length];
    },
  ),
  rule(
    'it names who has a second factor, the end of the ledger and the last archive, each of its own company',
    ['ledger_entries', 'company_users'],
    [[personaId('owner')], true, true, true],
    async (world) => {
      const unverified: Statement = [
        "insert into auth.mfa_factors (id, user_id, factor_type, status) values (gen_random_uuid(), $1, 'totp', 'unverified')",
        [personaId('admin')],
      ];
      const exported = (company: string, at: string): Statement => [
        "insert into private.last_exports (company_id, books, sha256, bytes, exported_at) values ($1, repeat('a', 64), repeat('a', 64), 1, $2)",
        [company, at],
      ];
      const found = await facts(
        world,
        factorOf('owner'),
        factorOf('stranger'),
        unverified,
        exported(OURS, '2026-02-02T00:00:00Z'),
        exported(THEIRS, '2026-03-03T00:00:00Z'),
        insertOf('ledger_entries', {
          company_id: THEIRS,
          seq: 90_000,
          kind: 'settings',
          collection: 'companies',
          record_id: THEIRS,
          label: '',
          form: 1,
          payload_sha256: 'a'.repeat(64),
          receipts: '',
          prev_sha256: 'b'.repeat(64),
          sha256: 'c'.repeat(64),
          at: '2026-01-31T10:00:00Z',
        }),
      );
      const last = await first(world, 'select max(seq)::int as seq from public.ledger_entries where company_id = $1', [OURS]);
      const schema = found['schema'];
      return [
        found['second_factors'],
        (found['ledger'] as Row | null)?.['seq'] === last['seq'],
        String(found['exported_at']).startsWith('2026-02-02'),
        schema === null || typeof schema === 'string',
      ];
    },
  ),
  rule(
    'each version is entered in the history once, with what it was made by',
    ['activity_log'],
    [[[OURS, 5, '0.8.0', 'Ours', true]], 1, 0],
    async (world) => {
      const noted = async () =>
        (
          await world.query(
            "select company_id, (changes #>> '{version,1}')::int as version, changes #>> '{app,1}' as app, entity_label, actor_id from public.activity_log where type = 'procedure_described' and (changes #>> '{version,1}')::int > 4",
          )
        ).rows.map(({ actor_id, ...row }) => [...Object.values(row), actor_id === personaId('owner')]);
      const normal: Statement = ['set local session_replication_role = origin'];
      const changed = [
        ...quiet,
        entry(1, { created_at: '2026-01-01T00:00:00Z' }),
        ["update public.activity_log set created_at = now() - interval '1 hour' where type = 'updated'"],
        normal,
      ] as Statement[];
      return [
        await world.given(changed, () => acting(world, 'owner', [NOTE], { look: noted })),
        await world.given(changed, () => acting(world, 'owner', [NOTE, NOTE], { look: async () => (await noted()).length })),
        await world.given([...quiet, normal], () =>
          acting(world, 'owner', [NOTE], {
            look: () =>
              countOf(world, "public.activity_log where type = 'procedure_described' and company_id <> $1", [OURS]).then(
                async (n) => n + (await noted()).length,
              ),
          }),
        ),
      ];
    },
  ),
];
