import type { BrowserContext, Page } from '@playwright/test';
import { Shell } from '#tests/e2e/pages/shell.ts';
import { fillSignIn, NORDLICHT } from '#tests/e2e/pages/sign-in.ts';
import { expireSession } from '#tests/e2e/support/expired-session.ts';
import { startTimes } from './app-start.ts';
import { clickToPainted, keyToPainted, type Scroll, scrollThrough } from './app-use.ts';
import { captureFirst, FIRST_ROW, timeWrites } from './app-writes.ts';
import type { EditTimes } from './page/edits.ts';
import { installProbe } from './probe.ts';
import { type Bench, type BenchRow, ceilingRow, median, percentile } from './report.ts';
import { benchPage, openStage, type Stage, tabInSight, TARGET } from './stage.ts';

const STARTS = 7;
const CLICK_ROUNDS = 5;
const WRITES = 30;
const SCROLL = { pixelsPerFrame: 120, ms: 8000 };
const EDITS = 1000;
/** A first load of 100,000 rows takes a while on a busy machine. */
export const PATIENCE_MS = 600_000;

export const APP_ROW = '[data-index] [data-row-open]';
export const APP_FIRST = '[data-index="0"] [data-row-open]';
const BARE_ROW = '[data-row]';

/** What a person waits for, in the built app on the embedded server, beside a bare page on raw IndexedDB with the same rows. */
export const app: Bench = {
  name: 'app',
  async *run({ rows, builds }) {
    const stage = await openStage(builds, rows);
    try {
      const bench = await benchPage(stage);
      await bench.evaluate((target) => window.bench.loadByEngine(target), TARGET);
      await bench.evaluate(() => window.bench.loadRaw());
      await bench.evaluate(() => window.bench.loadForPlainPage());
      const bare = await measureBare(bench.context(), `${stage.backend.url}/bench`);
      yield await pushEdits(stage, bench, rows);

      const device = await signedInDevice(stage);
      yield* starts(stage, device.context(), bare, rows);
      const list = `${stage.backend.url}/finance/expenses`;
      await device.goto(list);
      yield* clicks(device, bare, rows);
      yield* typing(device, list, rows);
      yield* scrolling(device, bare, rows);
      yield* writes(stage, device, bare, rows);
    } finally {
      await stage.close();
    }
  },
};

type Bare = {
  readonly start: number[];
  readonly plainStart: number[];
  readonly click: number[];
  readonly write: number[];
  readonly scroll: Scroll;
};

async function measureBare(context: BrowserContext, url: string): Promise<Bare> {
  await context.addInitScript(installProbe);
  const plainStart = await startTimes(context, `${url}/plain.html`, BARE_ROW, STARTS);
  const start = await startTimes(context, `${url}/bare.html`, BARE_ROW, STARTS);
  const page = await context.newPage();
  await page.goto(`${url}/bare.html`);
  await page.locator(BARE_ROW).first().waitFor();
  const click: number[] = [];
  for (let round = 0; round < CLICK_ROUNDS; round += 1)
    for (const button of ['#highest', '#newest']) click.push(await clickToPainted(page, button, BARE_ROW));
  const write: number[] = [];
  for (let run = 0; run < WRITES; run += 1) write.push(await bareWrite(page));
  const scroll = await scrollThrough(page, { body: '#rows', row: BARE_ROW, ...SCROLL });
  await page.close();
  return { start, plainStart, click, write, scroll };
}

async function bareWrite(page: Page): Promise<number> {
  const painted = page.evaluate((row) => {
    const before = document.querySelector(row)?.textContent;
    return window.probe.shown(() => (document.querySelector(row)?.textContent ?? before) !== before);
  }, BARE_ROW);
  painted.catch(() => undefined);
  await page.evaluate(() => null);
  await page.locator('#write').click();
  const at = await painted;
  return at - (await page.evaluate(() => window.probe.lastInput()));
}

/** Edits made through the data layer while nothing talks to the server, then sent. */
async function pushEdits({ backend }: Stage, page: Page, rows: number): Promise<BenchRow> {
  const ids = await page.evaluate((count) => window.bench.captureExpenses(count), EDITS);
  const all: EditTimes[] = [];
  for (let run = 0; run < 3; run += 1) {
    const text = `Edited offline, run ${run}`;
    const times = await page.evaluate(([which, what]) => window.bench.offlineEdits(which, what), [ids, text] as const);
    all.push(times);
    const { rows: stored } = await backend.db.query('select count(*) as n from public.expenses where description = $1', [text]);
    if (Number(stored[0]?.['n']) !== ids.length)
      throw new Error(`of ${EDITS} edits ${String(stored[0]?.['n'])} arrived, ${times.issues} are issues`);
  }
  const straight: number[] = [];
  for (let run = 0; run < 3; run += 1) {
    const start = performance.now();
    await backend.db.query('update public.expenses set description = $1 where id = any($2::uuid[])', [`Straight, run ${run}`, ids]);
    straight.push(performance.now() - start);
  }
  const middle = (pick: (times: EditTimes) => number) => median(all.map(pick));
  return ceilingRow(
    {
      bench: 'app: 1,000 offline edits pushed',
      value: middle(({ pushMs }) => pushMs),
      unit: 'ms',
      reference: { what: 'the same edits as one update in the database', value: median(straight) },
      runs: all.length,
      rows,
      note: `quiet again, with their history, after ${middle(({ settledMs }) => settledMs).toFixed(0)} ms; each edit was safe on the device in ${middle(({ writeMs }) => writeMs / EDITS).toFixed(1)} ms`,
    },
    3000,
  );
}

/** A device on which the demo's person has signed in and everything is there, the service worker too. */
export async function signedInDevice(stage: Stage): Promise<Page> {
  const page = await stage.device();
  page.context().setDefaultTimeout(PATIENCE_MS);
  await page.context().addInitScript(installProbe);
  await page.goto(`${stage.backend.url}/auth/login?next=${encodeURIComponent('/finance/expenses')}`);
  await fillSignIn(page);
  await page.getByRole('main').getByRole('button', { name: NORDLICHT }).click();
  await page.locator(APP_FIRST).waitFor();
  await page
    .getByRole('banner')
    .getByRole('link', { name: /All synced/ })
    .waitFor();
  await new Shell(page).expectReadyForOffline();
  return page;
}

async function* starts({ backend }: Stage, context: BrowserContext, bare: Bare, rows: number): AsyncIterable<BenchRow> {
  const url = `${backend.url}/finance/expenses`;
  for (const page of context.pages().slice(1)) await page.close();
  await context.pages()[0]?.goto('about:blank');
  await context.setOffline(true);
  const row = (bench: string, times: number[]) =>
    ceilingRow(
      {
        bench,
        value: median(times),
        unit: 'ms',
        reference: { what: 'a page of React and RxDB alone that paints 50 of the same rows', value: median(bare.plainStart) },
        runs: times.length,
        rows,
        note: `worst ${Math.max(...times).toFixed(0)} ms; a bare page that paints 50 rows from IndexedDB ${median(bare.start).toFixed(0)} ms`,
      },
      rows <= 10_000 ? 700 : 1300,
    );
  yield row('app: warm offline start to an interactive list', await startTimes(context, url, APP_ROW, STARTS));
  await expireSession(context);
  yield row('app: the same with an expired token', await startTimes(context, url, APP_ROW, STARTS));
  await context.setOffline(false);
}

const SORTS = ['Sort by Amount', 'Sort by Amount', 'Sort by Date', 'Sort by Date'];
const FILTERS = ['Pending', 'Approved', 'Reimbursed', 'All'];
/** What is typed into the list's search, letter by letter; not all of the rows above may have its first one. */
const TYPED = 'hotel';
/** By then what was chosen stands in the address. */
const ADDRESS_MS = 1000;
/** By then the index of the search is there: it is read 15 s after a start, as long as nobody works; 100,000 rows in some 15 s on a busy machine. */
const indexMs = (rows: number): number => 22_000 + rows / 5;

async function* clicks(page: Page, bare: Bare, rows: number): AsyncIterable<BenchRow> {
  const sorts: number[] = [];
  const filters: number[] = [];
  for (let round = 0; round < CLICK_ROUNDS; round += 1) {
    await page.reload(); // a query asked once is answered from memory afterwards
    await page.locator(APP_FIRST).waitFor();
    await page.waitForTimeout(1000);
    for (const name of SORTS) sorts.push(await clickToPainted(page, `role=button[name="${name}"]`, APP_ROW));
    for (const name of FILTERS) filters.push(await clickToPainted(page, `role=button[name="${name}"][pressed=false]`, APP_ROW));
    await page.waitForTimeout(ADDRESS_MS); // else the next round may begin in any order that was chosen on the way
  }
  const row = (bench: string, times: number[]) =>
    ceilingRow(
      {
        bench,
        value: median(times),
        unit: 'ms',
        reference: { what: 'a click on a bare page that paints 50 rows from IndexedDB', value: median(bare.click) },
        runs: times.length,
        rows,
        note: `p95 ${percentile(times, 95).toFixed(0)} ms`,
      },
      50,
    );
  yield row('app: click on a sort to painted', sorts);
  yield row('app: click on a status filter to painted', filters);
}

/** In the order in which the list comes: the oldest rows are alike, a letter that all of them have shows no others. */
async function* typing(page: Page, list: string, rows: number): AsyncIterable<BenchRow> {
  await page.goto(`${list}?sort=newest`);
  await page.locator(APP_FIRST).waitFor();
  await page.waitForTimeout(indexMs(rows));
  const field = page.getByRole('searchbox').first();
  const letters: number[] = [];
  const cleared: number[] = [];
  for (let round = 0; round < CLICK_ROUNDS; round += 1) {
    await field.focus();
    letters.push(await keyToPainted(page, TYPED[0] ?? '', APP_ROW));
    await page.keyboard.type(TYPED.slice(1), { delay: 300 });
    await page.waitForTimeout(1000);
    await page.keyboard.press('ControlOrMeta+a');
    cleared.push(await keyToPainted(page, 'Backspace', APP_ROW));
  }
  const row = (bench: string, times: number[]) =>
    ceilingRow(
      { bench, value: median(times), unit: 'ms', runs: times.length, rows, note: `worst ${Math.max(...times).toFixed(0)} ms` },
      50,
    );
  yield row("app: a letter in the list's search to painted", letters);
  yield row('app: clearing that search to painted', cleared);
}

async function* scrolling(page: Page, bare: Bare, rows: number): AsyncIterable<BenchRow> {
  await page.evaluate(() => window.scrollTo(0, 0));
  const scroll = await scrollThrough(page, { body: '[role=table] [role=rowgroup]:last-child', row: '[data-index]', ...SCROLL });
  const facts = { runs: scroll.gaps.length, rows };
  yield ceilingRow(
    {
      bench: 'app: longest frame while scrolling',
      value: Math.max(...scroll.gaps),
      unit: 'ms',
      reference: { what: 'scrolling a bare page', value: Math.max(...bare.scroll.gaps) },
      note: `${scroll.rowsPassed} rows passed, ${scroll.gaps.filter((gap) => gap > 50).length} frames over 50 ms`,
      ...facts,
    },
    50,
  );
  yield ceilingRow({ bench: 'app: frames with blank rows while scrolling', value: scroll.blankFrames, unit: 'frames', ...facts }, 0);
}

async function* writes(stage: Stage, writer: Page, bare: Bare, rows: number): AsyncIterable<BenchRow> {
  const url = `${stage.backend.url}/finance/expenses`;
  const tab = await tabInSight(writer);
  await Promise.all([writer, tab].map((page) => page.goto(url)));
  await Promise.all([writer, tab].map((page) => page.locator(APP_FIRST).waitFor()));
  await captureFirst([writer, tab], 'Bench number none');
  const alone = await timeWrites({ writer, tab }, WRITES);
  // Another device has a processor of its own; here it takes part of this one.
  const device = await signedInDevice(stage);
  await device.locator(FIRST_ROW).getByText(`Bench number ${WRITES}`).first().waitFor();
  const beside = await timeWrites({ writer, tab, device }, WRITES, 'With another device');
  const reference = { what: 'a write on a bare page to painted, p95', value: percentile(bare.write, 95) };
  const told = (all: number[]): string => `median ${median(all).toFixed(0)}`;
  const row = (bench: string, all: number[], ceiling: number, more = '') =>
    ceilingRow(
      { bench, value: percentile(all, 95), unit: 'ms', reference, runs: all.length, rows, note: `${told(all)} ms${more}` },
      ceiling,
    );
  const beside95 = (all: number[]): string =>
    `; with another device's browser on the same processor p95 ${percentile(all, 95).toFixed(0)}, ${told(all)} ms`;
  yield row('app: write to painted in the same tab, p95', alone.sameTab, 50, beside95(beside.sameTab));
  yield row('app: write to painted in another tab, p95', alone.otherTab, 100, beside95(beside.otherTab));
  yield row('app: write on one device to painted on another, p95', beside.otherDevice, 500);
}
