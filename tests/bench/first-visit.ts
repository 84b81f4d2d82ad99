import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { keptFiles } from './kept-files.ts';
import { type Bench, ceilingRow, comparisonRow } from './report.ts';
import { openStage, PERSON, type Stage } from './stage.ts';

type Traffic = { readonly requests: number; readonly kB: number; readonly files: readonly string[] };

/** Follows what a page loads over the network, in the order asked for; what its service worker fetches for later is not part of it. */
async function followTraffic(page: Page): Promise<{ asked(): number; between(from: number, to: number): Traffic }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const paths = new Map<string, string>();
  const sizes = new Map<string, number>();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => paths.set(requestId, new URL(request.url).pathname));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => sizes.set(requestId, encodedDataLength));
  return {
    asked: () => paths.size,
    between(from, to) {
      const loaded = [...paths].slice(from, to).flatMap(([id, path]) => (sizes.get(id) ? [{ path, size: sizes.get(id) ?? 0 }] : []));
      return {
        requests: loaded.length,
        kB: loaded.reduce((sum, { size }) => sum + size, 0) / 1000,
        files: loaded.map(({ path, size }) => `${path} ${Math.round(size / 100) / 10}`),
      };
    },
  };
}

type Visit = {
  /** All that was asked for before the page could be used. */ readonly signIn: Traffic;
  /** From the first letter typed. */ readonly typing: Traffic;
  readonly dashboard: Traffic;
};

async function visit(stage: Stage): Promise<Visit> {
  const page = await stage.device();
  const traffic = await followTraffic(page);
  await page.goto(`${stage.backend.url}/`);
  await page.getByRole('textbox', { name: 'Email' }).waitFor();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  const standing = traffic.asked();
  await page.getByRole('textbox', { name: 'Email' }).fill(PERSON.email);
  await page.waitForLoadState('networkidle');
  const typed = traffic.asked();
  await page.getByLabel('Password', { exact: true }).fill(PERSON.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForURL(/company|finance/);
  await page.waitForLoadState('networkidle');
  return {
    signIn: traffic.between(0, standing),
    typing: traffic.between(standing, typed),
    dashboard: traffic.between(typed, traffic.asked()),
  };
}

/** What the first visit of a new browser loads, on the wire as the server packs it. */
export const firstVisit: Bench = {
  name: 'first-visit',
  async *run({ builds }) {
    const stage = await openStage(builds, 100);
    try {
      const { signIn, typing, dashboard } = await visit(stage);
      const row = (bench: string, value: number, unit: 'kB' | 'requests', note?: string) => ({
        bench: `first visit: ${bench}`,
        value,
        unit,
        runs: 1,
        ...(note ? { note } : {}),
      });
      yield ceilingRow(row('requests until the sign-in page stands', signIn.requests, 'requests'), 25);
      yield ceilingRow(row('until the sign-in page stands', signIn.kB, 'kB', signIn.files.join(', ')), 300);
      yield comparisonRow(row('while signing in is typed', typing.kB, 'kB', typing.files.join(', ')));
      yield ceilingRow(row('requests after signing in', dashboard.requests, 'requests'), 25);
      yield ceilingRow(row('after signing in', dashboard.kB, 'kB', dashboard.files.join(', ')), 300);
      const kept = keptFiles(readFileSync(join(builds.app, 'sw.js'), 'utf8'));
      yield ceilingRow(row('files kept for offline', kept.length, 'requests'), 120);
    } finally {
      await stage.close();
    }
  },
};
