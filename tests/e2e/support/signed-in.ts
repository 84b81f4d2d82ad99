import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { Shell } from '#tests/e2e/pages/shell.ts';
import { signIn } from '#tests/e2e/pages/sign-in.ts';
import { contextOptions } from './browser.ts';
import { deviceRows, emptyTable } from './device-storage.ts';
import type { TestServer } from './server.ts';

type Wish = {
  readonly as?: string;
  /** A person may have several. */ readonly device?: 'desk' | 'train';
  readonly width?: number;
};

const devices = new Map<string, BrowserContext>();
/** Devices that nobody has used since the last story. */
const rested = new Set<BrowserContext>();
/** What a story may leave that the next one would read as a choice of its own. */
const CHOICES = ['kontor_locale', 'kontor_theme'];
const forgetFigures = (page: Page): Promise<void> =>
  page.evaluate(() => Object.keys(localStorage).forEach((key) => key.startsWith('kontor-figures:') && localStorage.removeItem(key)));

async function newDevice(browser: Browser, url: string, as: string): Promise<BrowserContext> {
  const context = await browser.newContext({ ...contextOptions, permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  await signIn(page, url, { as });
  await new Shell(page).expectReadyForOffline();
  await page.close();
  return context;
}

/** After a story: nothing is left open, online again, and language, colours, period and currency are those of a new device. */
export async function putDevicesAway(): Promise<void> {
  for (const context of devices.values()) {
    for (const page of context.pages()) {
      // A page that went elsewhere or ended has nothing to forget.
      await forgetFigures(page).catch(() => undefined);
      await page.close();
    }
    await context.setOffline(false);
    rested.add(context);
    for (const name of CHOICES) await context.clearCookies({ name });
  }
}

const lastSync = async (page: Page): Promise<number> => {
  const states = (await deviceRows(page, 'sync_state')) as { last_synced_at: string | null }[];
  return Math.max(0, ...states.map(({ last_synced_at: at }) => (at ? Date.parse(at) : 0)));
};

/**
 * The expenses of Nordlicht on a device where the person signed in earlier: all data and the app are on it, and it has heard what was new.
 * Its worker's stories share the device, each in a tab of its own. Who signs out, or changes the company, needs another one.
 */
export async function signedIn(
  browser: Browser,
  { url }: TestServer,
  { as = 'demo@example.com', device = 'desk', width }: Wish = {},
): Promise<Page> {
  // Cookies know no port: on another server it would be somebody whose sign-in has ended, on both.
  const name = `${url} ${as} ${device}`;
  const context = devices.get(name) ?? (await newDevice(browser, url, as));
  devices.set(name, context);
  const page = await context.newPage();
  if (width) await page.setViewportSize({ width, height: 844 });
  const start = Date.now();
  await page.goto(`${url}/finance/expenses`);
  await expect(page.getByRole('heading', { level: 1, name: 'Expenses' })).toBeVisible();
  // A start may load the page once more when a part of it did not arrive.
  await expect.poll(() => lastSync(page).catch(() => 0)).toBeGreaterThan(start);
  await new Shell(page).expectAllSynced();
  // What an earlier story typed and left would stand in this one's form.
  if (rested.delete(context)) await emptyTable(page, 'drafts');
  return page;
}
