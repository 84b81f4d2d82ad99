import type { Database } from '#local/db/port.ts';
import { COLLECTION_NAMES } from '#domain/registry.ts';

type Page = { rows: Record<string, unknown>[]; cursor: number; more: boolean };

/** Every document of a company as a device of this person gets it. */
export async function pulledDocuments(db: Database, companyId: string, userId: string): Promise<Map<string, Record<string, unknown>[]>> {
  const documents = new Map<string, Record<string, unknown>[]>();
  let cursors: Record<string, number> = Object.fromEntries(COLLECTION_NAMES.map((collection) => [collection, 0]));
  for (let more = true; more;) {
    const { rows } = await db.transaction(
      (query) => query('select public.sync_pull($1, $2, 1000) as answer', [companyId, JSON.stringify({ cursors })]),
      { role: 'authenticated', claims: { sub: userId, role: 'authenticated' } },
    );
    const { collections } = (rows[0] ?? {})['answer'] as { collections: Record<string, Page> };
    more = Object.values(collections).some((page) => page.more);
    cursors = Object.fromEntries(Object.entries(collections).map(([collection, page]) => [collection, page.cursor]));
    for (const [collection, page] of Object.entries(collections))
      documents.set(collection, [...(documents.get(collection) ?? []), ...page.rows]);
  }
  return documents;
}
