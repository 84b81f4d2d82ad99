import type { Database, Query, Row } from '#local/db/port.ts';
import { callerOf, type Persona } from '#tests/support/personas.ts';

export type Change = {
  collection: string;
  id: string;
  mutation_id: string;
  base_rev: string | null;
  op: 'upsert' | 'delete';
  doc?: Record<string, unknown>;
};
export type Result = {
  collection: string;
  id: string;
  mutation_id: string;
  status: 'applied' | 'conflict' | 'rejected';
  row: Row | null;
  code: string | null;
  message: string | null;
  details: string | null;
};
export type Page = { rows: Row[]; deleted: string[]; cursor: number; more: boolean };
export type Answer = {
  epoch: string;
  access: string;
  mark: string | null;
  reset: boolean;
  why: string | null;
  collections: Record<string, Page>;
};

/** Pushes and pulls as a persona, each call committed like a request of its own. */
export function deviceOf(db: Database, persona: Persona, company: string, claims: { aal?: 'aal1' | 'aal2' } = {}) {
  const call = async (run: (query: Query) => Promise<Row[]>) => (await db.transaction(run, callerOf(persona, claims)))[0] ?? {};
  const pushed = async (...changes: Change[]) => {
    const row = await call(
      async (query) => (await query('select public.sync_push($1, $2) as answer', [company, JSON.stringify(changes)])).rows,
    );
    return row['answer'] as { results: Result[]; mark: string | null };
  };
  return {
    pushed,
    push: async (...changes: Change[]) => (await pushed(...changes)).results,
    async pull(state: Record<string, unknown>, limit = 1000): Promise<Answer> {
      const row = await call(
        async (query) => (await query('select public.sync_pull($1, $2, $3) as answer', [company, JSON.stringify(state), limit])).rows,
      );
      return row['answer'] as Answer;
    },
    sql: (text: string, params: readonly unknown[] = []) => db.transaction((query) => query(text, params), callerOf(persona, claims)),
  };
}

export const upsert = (
  collection: string,
  id: string,
  mutation_id: string,
  base_rev: string | null,
  doc: Record<string, unknown>,
): Change => ({
  collection,
  id,
  mutation_id,
  base_rev,
  op: 'upsert',
  doc: { ...doc, rev: mutation_id },
});
export const removal = (collection: string, id: string, mutation_id: string, base_rev: string | null): Change => ({
  collection,
  id,
  mutation_id,
  base_rev,
  op: 'delete',
});
