import type { BrowserContext, Page } from '@playwright/test';
import { NORDLICHT } from '#local/seed/demo-nordlicht.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE } from '#local/seed/demo-people.ts';
import { seedDemo } from '#local/seed/demo.ts';
import { seedStress } from '#local/seed/stress.ts';
import { createSite } from '#local/site.ts';
import { createStaticFiles } from '#local/static.ts';
import { createDevice, type Device } from '#tests/e2e/support/device.ts';
import { type Backend, startBackend } from '#tests/support/backend.ts';
import type { Builds } from './builds.ts';

export const PERSON = { id: DEMO_PEOPLE.demo.id, email: DEMO_PEOPLE.demo.email, password: DEMO_PASSWORD };
export const TARGET = { userId: PERSON.id, companyId: NORDLICHT.id };

export type Stage = {
  readonly backend: Backend;
  /** A browser profile on disk of its own: Playwright's plain contexts keep IndexedDB in memory. */
  device(): Promise<Page>;
  close(): Promise<void>;
};

/** The whole product on one origin, filled with `rows` expenses; the bench's page lies under `/bench/`. */
export async function openStage(builds: Builds, rows: number): Promise<Stage> {
  const page = createStaticFiles(builds.page);
  const backend = await startBackend({
    database: 'own',
    site: (keys) => {
      const app = createSite({ dist: builds.app, keys });
      return async (request) => {
        const url = new URL(request.url);
        if (!url.pathname.startsWith('/bench/')) return app(request);
        url.pathname = url.pathname.slice('/bench'.length);
        return page(new Request(url, request));
      };
    },
  });
  const devices: Device[] = [];
  const close = async (): Promise<void> => {
    for (const device of devices) await device.remove();
    await backend.stop();
  };
  try {
    const now = new Date();
    await seedDemo(backend.db, { now });
    await seedStress(backend.db, rows, { now });
  } catch (error) {
    await close();
    throw error;
  }
  return {
    backend,
    async device() {
      const device = createDevice();
      devices.push(device);
      const context = await device.open();
      return firstPage(context);
    },
    close,
  };
}

const firstPage = async (context: BrowserContext): Promise<Page> => context.pages()[0] ?? (await context.newPage());

/**
 * A further tab in a window of its own, with both in sight. One that lies behind another draws no frame for a press, and Chromium holds back all that
 * follows a press until there is one, or for 50 ms: nobody presses there, and nobody looks.
 */
export async function tabInSight(page: Page): Promise<Page> {
  const context = page.context();
  const opened = context.waitForEvent('page');
  const cdp = await context.newCDPSession(page);
  await cdp.send('Target.createTarget', { url: 'about:blank', newWindow: true });
  const tab = await opened;
  await page.bringToFront();
  return tab;
}

/** The bench's page on a fresh device, signed in. */
export async function benchPage(stage: Stage): Promise<Page> {
  const page = await stage.device();
  page.on('pageerror', (error) => console.error(`page: ${error.message}`));
  await page.goto(`${stage.backend.url}/bench/index.html`);
  await page.waitForFunction(() => 'bench' in window);
  await page.evaluate(({ email, password }) => window.bench.signIn(email, password), PERSON);
  return page;
}
