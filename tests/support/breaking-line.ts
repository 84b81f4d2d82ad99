import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A way to a server that breaks, on both sides at once, whenever so many bytes have gone to it. */
export type BreakingLine = {
  readonly url: string;
  /** From now on; counting begins anew. Null: it holds. */
  breakEvery(bytes: number | null): void;
  /** Bytes that went to the server altogether, and how often the line broke. */
  readonly carried: () => { readonly bytes: number; readonly breaks: number };
  close(): Promise<void>;
};

export async function breakingLine(target: string): Promise<BreakingLine> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let [every, since, bytes, breaks]: [number | null, number, number, number] = [null, 0, 0, 0];
  const breakAll = () => {
    [since, breaks] = [0, breaks + 1];
    // What was handed over arrives, as it does on the way behind a break; then the end.
    for (const socket of open) socket.destroySoon();
  };
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    far.pipe(near);
    near.on('data', (chunk: Buffer) => {
      const fitting = every === null ? chunk : chunk.subarray(0, every - since);
      bytes += fitting.length;
      since += fitting.length;
      if (!far.write(fitting)) {
        near.pause();
        far.once('drain', () => near.resume());
      }
      if (every !== null && since >= every) breakAll();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    breakEvery(next) {
      [every, since] = [next, 0];
    },
    carried: () => ({ bytes, breaks }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}
