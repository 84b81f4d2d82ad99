type Address = {
  /** This server's own address. */ readonly address: string;
  readonly serviceKey: string;
};
export type Schedule = { /** Ends it; a call that is under way is given up. */ stop(): Promise<void> };

/** Calls a function of this server as hosted Supabase's scheduler does. */
export async function callAsScheduler<T>({ address, serviceKey }: Address, name: string, signal: AbortSignal): Promise<T> {
  const headers = { apikey: serviceKey, authorization: `Bearer ${serviceKey}`, 'content-type': 'application/json' };
  const response = await fetch(`${address}/functions/v1/${name}`, { method: 'POST', headers, body: '{}', signal });
  return (await response.json()) as T;
}

/** Does something again and again, one after the other; `round` says after how many milliseconds it is due again, and may not reject. */
export function schedule(firstAfterMs: number, round: (signal: AbortSignal) => Promise<number>): Schedule {
  const ended = new AbortController();
  let running = Promise.resolve();
  const begin = (): void => {
    running = round(ended.signal).then((nextMs) => {
      if (!ended.signal.aborted) timer = setTimeout(begin, nextMs).unref();
    });
  };
  let timer = setTimeout(begin, firstAfterMs).unref();
  return {
    async stop() {
      ended.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
