import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NORDLICHT } from '#local/seed/demo-nordlicht.ts';
import { DEMO_PEOPLE } from '#local/seed/demo-people.ts';
import { seedDemo } from '#local/seed/demo.ts';
import { seedStress } from '#local/seed/stress.ts';
import { engines, openTestDatabase, rolledBack, type TestDatabase } from '#tests/support/database.ts';

const NOW = new Date('2026-03-31T12:00:00Z');
const ROWS = 100_000;
const caller = { role: 'authenticated', claims: { sub: DEMO_PEOPLE.demo.id, role: 'authenticated' } } as const;
type Node = { 'Node Type': string; 'Relation Name'?: string; 'Index Name'?: string; Plans?: Node[]; [key: string]: unknown };
/** Blocks of 8 kB that it looked at, wherever they were. */
const blocksOf = (plan: Node): number => Number(plan['Shared Hit Blocks']) + Number(plan['Shared Read Blocks']);
const nodes = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodes)];

describe.runIf(engines().includes('postgres'))(`row level security at ${ROWS} expenses on postgres`, () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await openTestDatabase('postgres');
    await seedDemo(db, { now: NOW });
    await seedStress(db, ROWS, { now: NOW });
  });
  afterAll(() => db.close());

  const explained = async (sql: string, params: readonly unknown[]) =>
    rolledBack(db, caller, async (query) => {
      await query(`explain (analyze, buffers, format json) ${sql}`, params);
      const { rows } = await query(`explain (analyze, buffers, format json) ${sql}`, params);
      const [answer] = (rows[0] ?? {})['QUERY PLAN'] as [{ Plan: Node }];
      return { nodes: nodes(answer.Plan), blocks: blocksOf(answer.Plan) };
    });

  test('a page of expenses is read by its index and asks for the rights once', async () => {
    const plan = await explained('select * from public.expenses where company_id = $1 order by expense_date desc, id desc limit 50', [
      NORDLICHT.id,
    ]);
    expect(plan.nodes.filter((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'expenses')).toEqual([]);
    expect(plan.nodes.map((node) => node['Index Name'])).toContain('expenses_company_id_expense_date_idx');
    // A helper asked once per row would show as many loops as rows.
    expect(
      Math.max(
        ...plan.nodes
          .filter((node) => node['Node Type'] === 'Function Scan' || node['Node Type'] === 'ProjectSet')
          .map((node) => Number(node['Actual Loops'])),
        1,
      ),
    ).toBe(1);
    // It takes 30; the table has thousands.
    expect(plan.blocks).toBeLessThan(300);
  });

  test('a page of changes deep in the log is read without scanning the table', async () => {
    const state = JSON.stringify({ cursors: { expenses: ROWS / 2 } });
    const { rows } = await db.transaction(
      (query) => query('select public.sync_pull($1, $2, 1000) as answer', [NORDLICHT.id, state]),
      caller,
    );
    const { collections } = (rows[0] ?? {})['answer'] as { collections: { expenses: { rows: unknown[] } } };
    expect(collections.expenses.rows).toHaveLength(1000);
    const { blocks } = await explained('select public.sync_pull($1, $2, 1000)', [NORDLICHT.id, state]);
    // It takes 3,200, three per row; a scan would look at each of the 100,000 rows.
    expect(blocks).toBeLessThan(10_000);
  });
});
