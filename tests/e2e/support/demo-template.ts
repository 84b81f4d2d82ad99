import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServerProcess } from './server-process.ts';

/** Makes the demo's data folder once; every test file works on a copy. Answers what removes it again. */
async function makeDemoTemplate(): Promise<() => void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kontor-e2e-template-'));
  const server = await startServerProcess({ dataDir, seed: 'demo' });
  await server.stop();
  process.env['KONTOR_E2E_TEMPLATE'] = dataDir;
  return () => rmSync(dataDir, { recursive: true, force: true });
}

// oxlint-disable-next-line import/no-default-export -- Playwright asks for it
export default makeDemoTemplate;
