import { bootstrap } from '#local/db/bootstrap.ts';
import { openPglite } from '#local/db/pglite.ts';
import { type PlatformSql, readPlatformSql } from '#local/db/platform-sql.ts';
import type { Database } from '#local/db/port.ts';
import { openPostgres } from '#local/db/postgres.ts';
import { type Change, deviceOf, upsert } from '#tests/db/device.ts';
import { LAST_OF_0_6, released } from '#tests/db/releases.ts';
import { buildersFor, testId } from '#tests/support/builders.ts';
import { type Engine, engines } from '#tests/support/database.ts';
import { insertAccounts, insertMembers, personaId } from '#tests/support/personas.ts';
import { postgresBin, startPostgresServer } from '#tests/support/postgres-server.ts';
import { type Bench, type BenchRow, median, ratioRow } from './report.ts';
import { timed } from './timed.ts';

const ROUNDS = 40;
/** The first pushes are planned each for itself. */
const UNTIMED = 8;
const AT_ONCE = 200;

type Step = 'issue one' | 'pay one' | 'approve one' | 'approve 200 at once';
const STEPS: readonly Step[] = ['issue one', 'pay one', 'approve one', 'approve 200 at once'];
/** What one person does in one round, made ready. */
type Round = Readonly<Record<Step, readonly Change[]>>;
type Place = { readonly db: Database; readonly company: string; readonly rounds: readonly Round[] };

async function founded(db: Database, sql: PlatformSql): Promise<Place> {
  await bootstrap(db, sql);
  await insertAccounts(db.query);
  const company = (await buildersFor(db.query, 0x10).company()).id;
  // Roles that came later hold keys that the older schema does not know.
  await insertMembers(db.query, company, ['owner']);
  const rounds: Round[] = [];
  for (let i = 0; i < UNTIMED + ROUNDS; i += 1) rounds.push(await prepared(db, company, i));
  await db.query('analyze');
  return { db, company, rounds };
}

const revOf = (doc: Record<string, unknown>): string => String(doc['rev']);

/** Made by the platform, before anything is measured: whoever is asked as another role between two pushes plans them anew. */
async function prepared(db: Database, company: string, number: number): Promise<Round> {
  const build = buildersFor(db.query, 0x10_000 * (number + 1));
  // What devices send is the whole document.
  const docOf = async (collection: string, id: string) => {
    const { rows } = await db.query('select source from private.synced_collections where collection = $1', [collection]);
    return (await db.query(`select to_jsonb(d) as doc from ${String(rows[0]?.['source'])} d where id = $1`, [id])).rows[0]?.[
      'doc'
    ] as Record<string, unknown>;
  };
  const [draft, issued, paid] = [
    await build.invoices({ company_id: company }),
    await build.issued({ company_id: company }),
    await build.payments({ company_id: company, created_by: personaId('owner') }),
  ];
  await build.invoice_items({ company_id: company, invoice_id: draft.id });
  const payment = { ...(await docOf('payments', paid.id)), invoice_id: issued.id, amount: 10 };
  const approvals: Change[] = [];
  for (let i = 0; i <= AT_ONCE; i += 1) {
    const { id } = await build.expenses({ company_id: company, amount: 119, tax_rate: 19, tax_amount: 19 });
    const doc = { ...(await docOf('expenses', id)), status: 'approved' };
    approvals.push(upsert('expenses', id, `e-${number}-${i}`, revOf(doc), doc));
  }
  const ready = { ...(await docOf('invoices', draft.id)), status: 'ready_to_issue' };
  return {
    'issue one': [upsert('invoices', draft.id, `i-${number}`, revOf(ready), ready)],
    'pay one': [upsert('payments', testId(0x10_000 * (number + 1) + 0xfff), `p-${number}`, null, payment)],
    'approve one': approvals.slice(0, 1),
    'approve 200 at once': approvals.slice(1),
  };
}

/** How long the push of a step takes, in milliseconds; each is a request of its own, committed. */
async function pushed({ db, company, rounds }: Place, step: Step, number: number): Promise<number> {
  const changes = rounds[number]?.[step] ?? [];
  const owner = deviceOf(db, 'owner', company);
  let answers: Awaited<ReturnType<typeof owner.push>> = [];
  const took = await timed(async () => (answers = await owner.push(...changes)));
  const refused = answers.find(({ status }) => status !== 'applied');
  if (refused || answers.length === 0) throw new Error(`${step}: ${refused?.message ?? 'nothing was pushed'}`);
  return took;
}

async function places(engine: Engine): Promise<{ now: Place; before: Place; close(): Promise<void> }> {
  // 0.6.0 booked without a ledger, without tax tables and without tax points.
  const [full, cut] = [readPlatformSql(), released(LAST_OF_0_6)];
  if (engine === 'pglite') {
    const [now, before] = [await openPglite({ dir: null }), await openPglite({ dir: null })];
    const close = async () => {
      await now.close();
      await before.close();
    };
    return { now: await founded(now, full), before: await founded(before, cut), close };
  }
  const server = startPostgresServer();
  const admin = await openPostgres({ url: server.url('postgres'), connections: 1 });
  await admin.exec('create database now');
  await admin.exec('create database before');
  await admin.close();
  const [now, before] = await Promise.all(['now', 'before'].map((name) => openPostgres({ url: server.url(name), connections: 1 })));
  if (!now || !before) throw new Error('The server has no databases.');
  const close = async () => {
    await now.close();
    await before.close();
    server.stop();
  };
  return { now: await founded(now, full), before: await founded(before, cut), close };
}

async function* onEngine(engine: Engine): AsyncIterable<BenchRow> {
  const { now, before, close } = await places(engine);
  try {
    const took = Object.fromEntries(STEPS.map((step) => [step, { now: [] as number[], before: [] as number[] }]));
    for (let i = 0; i < UNTIMED + ROUNDS; i += 1) {
      for (const step of STEPS) {
        // In turns, and each first as often as the other.
        for (const side of i % 2 === 0 ? (['now', 'before'] as const) : (['before', 'now'] as const)) {
          const ms = await pushed(side === 'now' ? now : before, step, i);
          if (i >= UNTIMED) took[step]?.[side].push(ms);
        }
      }
    }
    for (const [step, { now: ours, before: theirs }] of Object.entries(took)) {
      const reference = { what: '0.6.0 in the same run', value: median(theirs) };
      const what = { bench: `booking: ${step}`, value: median(ours), unit: 'ms' as const, runs: ours.length, note: engine, reference };
      yield ratioRow(what, { atMost: 1.1 });
    }
  } finally {
    await close();
  }
}

/** Issuing, paying and approving over `sync_push`, held to what they took before there was a ledger. */
export const booking: Bench = {
  name: 'booking',
  async *run() {
    for (const engine of engines()) if (engine === 'pglite' || postgresBin() !== null) yield* onEngine(engine);
  },
};
