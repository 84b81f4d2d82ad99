import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { DatabaseError, DatabaseUnavailable } from './database-error.ts';
import type { PgliteDatabase } from './pglite.ts';
import type { Answer, Ask, Reply } from './pglite-messages.ts';
import type { Caller, Query, QueryResult } from './port.ts';

type Waiting = { readonly resolve: (answer: Answer) => void; readonly reject: (error: Error) => void };

/** One question, one answer, over the child's IPC channel. */
function createChannel(child: ChildProcess) {
  const waiting = new Map<number, Waiting>();
  const listeners = new Map<string, Set<(payload: string) => void>>();
  let lastId = 0;
  let gone: Error | undefined;

  child.on('message', (message) => {
    const reply = message as Reply;
    if ('notify' in reply) {
      listeners.get(reply.notify)?.forEach((call) => call(reply.payload));
      return;
    }
    const asked = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (reply.ok) asked?.resolve(reply.answer);
    else asked?.reject(reply.failure.fields ? new DatabaseError(reply.failure.fields) : new Error(reply.failure.message));
  });
  child.once('exit', () => {
    gone = new DatabaseGone();
    for (const asked of waiting.values()) asked.reject(gone);
    waiting.clear();
  });
  return {
    listeners,
    ask: (ask: Ask): Promise<Answer> =>
      new Promise((resolve, reject) => {
        if (gone) return reject(gone);
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        child.send({ id: lastId, ask });
      }),
  };
}

/** The database process ended: nothing more can be read or written until the server is started again. */
export class DatabaseGone extends DatabaseUnavailable {
  override readonly name = 'DatabaseGone';
  constructor() {
    super('The database process has ended.');
  }
}

export type PgliteProcessOptions = {
  /** The data folder; null keeps everything in the process's memory. */
  readonly dir: string | null;
  readonly template?: Uint8Array | undefined;
  /** Called with the process's number before it touches the folder. */
  readonly onStart?: ((pid: number) => void) | undefined;
  /** Called when it ends without having been closed. */
  readonly onExit?: (() => void) | undefined;
};

/** The embedded engine in a process of its own. */
export async function openPgliteProcess({ dir, template, onStart, onExit }: PgliteProcessOptions): Promise<PgliteDatabase> {
  const child = fork(fileURLToPath(new URL('./pglite-worker.ts', import.meta.url)), [], {
    serialization: 'advanced',
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const channel = createChannel(child);
  // What the engine prints while it fails to open is its own stack; whoever asked gets the error.
  let printed = '';
  const keep = (text: unknown): void => void (printed += String(text));
  child.stderr?.on('data', keep);
  const printOn = (): void => {
    if (printed !== '') process.stderr.write(printed);
    child.stderr?.off('data', keep).pipe(process.stderr, { end: false });
  };
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let closing = false;
  void exited.then(() => (closing ? undefined : onExit?.()));
  let lastTransaction = 0;

  const rowsOf = async (ask: Ask): Promise<QueryResult> => {
    const answer = await channel.ask(ask);
    if (answer === null || answer instanceof Uint8Array) throw new Error('The database process gave no rows.');
    return answer;
  };
  const queryIn =
    (tx: number | null): Query =>
    (sql, params = []) =>
      rowsOf({ kind: 'query', tx, sql, params });

  const transaction = async <T>(run: (query: Query) => Promise<T>, caller?: Caller): Promise<T> => {
    lastTransaction += 1;
    const tx = lastTransaction;
    await channel.ask({ kind: 'begin', tx, caller });
    try {
      const result = await run(queryIn(tx));
      await channel.ask({ kind: 'commit', tx });
      return result;
    } catch (error) {
      await channel.ask({ kind: 'rollback', tx }).catch(() => undefined);
      throw error;
    }
  };

  const listen = async (name: string, onNotify: (payload: string) => void): Promise<() => Promise<void>> => {
    const calls = channel.listeners.get(name) ?? new Set();
    channel.listeners.set(name, calls.add(onNotify));
    if (calls.size === 1) await channel.ask({ kind: 'listen', channel: name });
    return async () => {
      calls.delete(onNotify);
      if (calls.size === 0 && !closing) await channel.ask({ kind: 'unlisten', channel: name });
    };
  };

  const close = async (): Promise<void> => {
    if (closing) return;
    closing = true;
    await channel.ask({ kind: 'close' }).catch(() => undefined);
    if (child.connected) child.disconnect();
    await exited;
  };

  try {
    if (child.pid !== undefined) onStart?.(child.pid);
    await channel.ask({ kind: 'open', dir, template });
    printOn();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    engine: 'pglite',
    query: queryIn(null),
    exec: async (sql) => void (await channel.ask({ kind: 'exec', sql })),
    transaction,
    queryAs: (caller, sql, params = []) => rowsOf({ kind: 'query-as', caller, sql, params }),
    listen,
    close,
    async dump() {
      const answer = await channel.ask({ kind: 'dump' });
      if (!(answer instanceof Uint8Array)) throw new Error('The database process gave no dump.');
      return answer;
    },
  };
}
