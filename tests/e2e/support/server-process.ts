import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const STOP_WITHIN_MS = 10_000;

export type ServerProcess = {
  readonly url: string;
  /** Ends it as Ctrl-C does. */ stop(): Promise<void>;
  /** It stands still: who asks is neither refused nor answered, as on a line that carries nothing. */ freeze(): void;
  /** It goes on where it stood. */ thaw(): void;
};
type Options = {
  readonly dataDir: string;
  readonly seed: 'demo' | 'none';
  readonly port?: number;
  /** Another build than `dist`. */ readonly dist?: string;
  /** Another tree of the product than this one, an earlier release's. */ readonly root?: string;
};

/** Starts the product's own server as `npm start` does and waits until it says that it is ready. */
export async function startServerProcess({ dataDir, seed, port = 0, dist, root = ROOT }: Options): Promise<ServerProcess> {
  const entry = dist === undefined ? 'supabase/local/main.ts' : 'tests/e2e/support/serve-build.ts';
  const child = spawn(join(ROOT, 'node_modules/.bin/node'), [entry], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      SEED: seed,
      DATABASE_URL: '',
      EXCHANGE_RATES_URL: 'off',
      ...(dist ? { DIST: dist } : {}),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    const hear = (chunk: Buffer): void => {
      said += chunk.toString();
      const ready = /^ready {2}(\S+)/m.exec(said)?.[1];
      if (ready) resolve(ready);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${said}`)));
  });
  return {
    url,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async stop() {
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      const force = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
      await gone;
      clearTimeout(force);
    },
  };
}
