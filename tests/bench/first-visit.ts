import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type Bench, ceilingRow } from './report.ts';
import { openStage, PERSON, type Stage } from './stage.ts';

type Traffic = { readonly requests: number; readonly kB: number; readonly files: readonly string[] };

/** Follows what a page loads over the network; what its service worker fetches for later is not part of it. */
async function followTraffic(page: Page): Promise<() => Traffic> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const paths = new Map<string, string>();
  const sizes = new Map<string, number>();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => paths.set(requestId, new URL(request.url).pathname));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => sizes.set(requestId, encodedDataLength));
  return () => {
    const loaded = [...sizes].filter(([, size]) => size > 0);
    const files = loaded.map(([id, size]) => `${paths.get(id) ?? '?'} ${Math.round(size / 100) / 10}`);
    return { requests: loaded.length, kB: loaded.reduce((sum, [, size]) => sum + size, 0) / 1000, files };
  };
}

async function visit(stage: Stage): Promise<{ readonly signIn: Traffic; readonly dashboard: Traffic }> {
  const page = await stage.device();
  const traffic = await followTraffic(page);
  await page.goto(`${stage.backend.url}/`);
  await page.getByRole('textbox', { name: 'Email' }).fill(PERSON.email);
  await page.waitForLoadState('networkidle');
  const signIn = traffic();
  await page.getByLabel('Password', { exact: true }).fill(PERSON.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForURL(/company|finance/);
  await page.waitForLoadState('networkidle');
  return { signIn, dashboard: traffic() };
}

/** What the first visit of a new browser loads, on the wire as the server packs it. */
export const firstVisit: Bench = {
  name: 'first-visit',
  async *run({ builds }) {
    const stage = await openStage(builds, 100);
    try {
      const { signIn, dashboard } = await visit(stage);
      const row = (bench: string, value: number, unit: 'kB' | 'requests', note?: string) => ({
        bench: `first visit: ${bench}`,
        value,
        unit,
        runs: 1,
        ...(note ? { note } : {}),
      });
      yield ceilingRow(row('requests until the sign-in page stands', signIn.requests, 'requests'), 25);
      yield ceilingRow(row('until the sign-in page stands', signIn.kB, 'kB', signIn.files.join(', ')), 300);
      yield ceilingRow(row('requests after signing in', dashboard.requests - signIn.requests, 'requests'), 25);
      yield ceilingRow(row('after signing in', dashboard.kB - signIn.kB, 'kB', dashboard.files.slice(signIn.files.length).join(', ')), 300);
      const kept = [...readFileSync(join(builds.app, 'sw.js'), 'utf8').matchAll(/"url":"([^"]+)"/g)];
      yield ceilingRow(row('files kept for offline', kept.length, 'requests'), 120);
    } finally {
      await stage.close();
    }
  },
};
