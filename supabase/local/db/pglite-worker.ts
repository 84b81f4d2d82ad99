/** Entry point of the database process: PGlite behind `process.on('message')`, so that a slow query never freezes HTTP. */
import { asDatabaseError, DatabaseError } from './database-error.ts';
import { openPglite, type PgliteDatabase } from './pglite.ts';
import type { Answer, Ask, Failure, Reply, Request } from './pglite-messages.ts';
import type { Caller, Query } from './port.ts';

type OpenTransaction = { readonly query: Query; readonly end: (commit: boolean) => Promise<void> };

class RolledBack extends Error {}

const transactions = new Map<number, OpenTransaction>();
const listeners = new Map<string, () => Promise<void>>();
let database: PgliteDatabase | undefined;

function opened(): PgliteDatabase {
  if (!database) throw new Error('The database is not open.');
  return database;
}

const say = (reply: Reply): void => void process.send?.(reply);

/** Resolves once the transaction runs; it stays open until `end`. */
function begin(tx: number, caller: Caller | undefined): Promise<void> {
  return new Promise((started, failed) => {
    let finish: (commit: boolean) => void = () => undefined;
    const finished = new Promise<boolean>((resolve) => {
      finish = resolve;
    });
    const done = opened().transaction(async (query) => {
      transactions.set(tx, { query, end: (commit) => (finish(commit), done) });
      started();
      if (!(await finished)) throw new RolledBack();
    }, caller);
    done.catch((error: unknown) => failed(error));
  });
}

async function end(tx: number, commit: boolean): Promise<void> {
  const open = transactions.get(tx);
  transactions.delete(tx);
  await open?.end(commit).catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error;
  });
}

async function listen(channel: string): Promise<void> {
  listeners.set(channel, await opened().listen(channel, (payload) => say({ notify: channel, payload })));
}

async function close(): Promise<void> {
  for (const tx of transactions.keys()) await end(tx, false);
  await database?.close();
  database = undefined;
}

async function answerTo(ask: Ask): Promise<Answer> {
  switch (ask.kind) {
    case 'open':
      database = await openPglite({ dir: ask.dir, template: ask.template });
      return null;
    case 'query': {
      const query = ask.tx === null ? opened().query : transactions.get(ask.tx)?.query;
      if (!query) throw new Error('The transaction has ended.');
      return query(ask.sql, ask.params);
    }
    case 'query-as':
      return opened().queryAs(ask.caller, ask.sql, ask.params);
    case 'dump':
      return opened().dump();
    case 'exec':
      await opened().exec(ask.sql);
      return null;
    case 'begin':
      await begin(ask.tx, ask.caller);
      return null;
    case 'commit':
    case 'rollback':
      await end(ask.tx, ask.kind === 'commit');
      return null;
    case 'listen':
      await listen(ask.channel);
      return null;
    case 'unlisten':
      await listeners.get(ask.channel)?.();
      listeners.delete(ask.channel);
      return null;
    case 'close':
      await close();
      return null;
  }
}

function failureOf(error: unknown): Failure {
  const known = asDatabaseError(error);
  const message = error instanceof Error ? error.message : String(error);
  if (!(known instanceof DatabaseError)) return { fields: null, message };
  const { code, detail, hint, table, column, constraint } = known;
  return { fields: { message, code, detail, hint, table, column, constraint }, message };
}

process.on('message', (request: Request) => {
  answerTo(request.ask).then(
    (answer) => say({ id: request.id, ok: true, answer }),
    (error: unknown) => say({ id: request.id, ok: false, failure: failureOf(error) }),
  );
});
// Ctrl-C reaches the whole process group; the server decides when its database closes.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.on('disconnect', () => {
  close().then(
    () => process.exit(0),
    () => process.exit(1),
  );
});
