import type { Measures } from '#local/operations/measures.ts';
import type { Log } from '#local/server/log.ts';
import { DatabaseUnavailable } from './database-error.ts';
import type { Database, Query } from './port.ts';

export type Watching = {
  readonly log: Log;
  readonly measures: Measures;
  /** A statement that takes longer, in ms, the wait for its turn included, is logged. */
  readonly slowMs: number;
};

const TEXT_MAX = 400;

/** A statement's text without anything that somebody may have typed: parameters are not part of it, and literals are left out. */
export function statementText(sql: string): string {
  const bare = sql
    .replaceAll(/\$([a-z_]*)\$[\s\S]*?\$\1\$/gi, '?')
    .replaceAll(/\bE'(?:[^'\\]|\\.|'')*'/gi, '?')
    .replaceAll(/'(?:[^']|'')*'/g, '?')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return bare.length > TEXT_MAX ? `${bare.slice(0, TEXT_MAX)} …` : bare;
}

/** The database, with its slow statements logged, its statements counted, and a line in the log when it goes away and comes back. */
export function watchDatabase<T extends Database>(db: T, { log, measures, slowMs }: Watching): T {
  let awaySince: number | null = null;
  const noteAnswer = (): void => {
    if (awaySince === null) return;
    log.info('the database answers again', { seconds: Math.round((performance.now() - awaySince) / 1000) });
    awaySince = null;
  };
  const noteFailure = (error: unknown): void => {
    if (!(error instanceof DatabaseUnavailable)) return noteAnswer();
    if (awaySince === null) log.error('the database does not answer', { reason: error.message });
    awaySince ??= performance.now();
  };
  async function watched<R>(sql: string, run: () => Promise<R>): Promise<R> {
    const [began, beside] = [performance.now(), measures.running.statements];
    measures.running.statements += 1;
    try {
      const result = await run();
      noteAnswer();
      return result;
    } catch (error) {
      noteFailure(error);
      throw error;
    } finally {
      measures.running.statements -= 1;
      measures.statements.add();
      const ms = Math.round(performance.now() - began);
      if (ms >= slowMs) {
        measures.slowStatements.add();
        log.warn('slow statement', { ms, beside, statement: statementText(sql) });
      }
    }
  }
  const watchedQuery =
    (query: Query): Query =>
    (sql, params) =>
      watched(sql, () => query(sql, params));
  return {
    ...db,
    query: watchedQuery(db.query),
    exec: (sql) => watched(sql, () => db.exec(sql)),
    queryAs: (caller, sql, params) => watched(sql, () => db.queryAs(caller, sql, params)),
    transaction: (run, caller) =>
      db
        .transaction((query) => run(watchedQuery(query)), caller)
        .catch((error: unknown) => {
          noteFailure(error);
          throw error;
        }),
  };
}
