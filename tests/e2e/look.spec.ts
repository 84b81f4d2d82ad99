import { readdirSync, readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { directories } from '#domain/directories.ts';
import { Shell } from './pages/shell.ts';
import { openPreferences } from './pages/sign-in.ts';
import { signedIn } from './support/signed-in.ts';
import { sharedServer, test } from './support/story.ts';
import { text } from './support/texts.ts';
import { visit } from './support/visit.ts';

const server = sharedServer();
const DESK = 1366;
const PHONE = 390;

/** Every route of the app, so that a new one is looked at without being named here. */
const APP = new URL('../../src/app/', import.meta.url);
const ROUTES = readdirSync(APP)
  .filter((file) => /(^|-)routes\.tsx$/.test(file))
  .flatMap((file) => [...readFileSync(new URL(file, APP), 'utf8').matchAll(/path: '([^']+)'/g)].map(([, path = '']) => path));
/** Those of the directories come from their descriptors. */
const DIRECTORY_ROUTES = Object.values(directories).flatMap(({ page: { path } }) =>
  ['', '/create', '/import', '/:id/edit', '/:id'].map((end) => `${path}${end}`),
);
const OUTSIDE = ROUTES.filter((path) => path.startsWith('/auth/') || path === '/accessibility');
const INSIDE = [...ROUTES.filter((path) => path !== '/' && !path.startsWith('/auth/')), ...DIRECTORY_ROUTES];

/**
 * Pages of one kind share frame and parts. In other colours and on a phone the gate asks axe about one of each kind, and looks at one of each at
 * every width; `test:deep` sets EVERY_PAGE and asks about all.
 */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^\/finance\/(vendors|customers|products|expense-categories)/, 'directory'],
  [/^\/finance\/recurring-(invoices|expenses)/, 'series'],
  [/^\/settings\/(recurring|expenses|offline|mail|company|bank-accounts)$/, 'settings'],
];
const kindOf = (path: string): string => KINDS.reduce((kind, [pattern, name]) => kind.replace(pattern, name), path);
function firstOfKind(): (path: string) => boolean {
  const seen = new Set<string>();
  return (path) => process.env['EVERY_PAGE'] === '1' || seen.size < seen.add(kindOf(path)).size;
}

/** The pages as addresses: in place of `:id` the first record of its list; a list without one has no such pages yet. */
async function addressesOf(page: Page): Promise<{ path: string; route: string }[]> {
  const firstRecord = new Map<string, string | null>();
  for (const list of new Set(INSIDE.filter((path) => path.includes('/:id')).map((path) => path.replace(/\/:id.*$/, '')))) {
    await visit(page, list);
    // What else a list leads to is no record: to a form, to its numbers.
    const pages = INSIDE.map((path) => `:not([href="${path}"])`).join('');
    const links = page.getByRole('main').locator(`a[href^="${list}/"]${pages}`);
    await expect(links.or(page.getByText(/^No .+ yet$/)).first()).toBeVisible();
    const href = (await links.count()) > 0 ? await links.first().getAttribute('href') : null;
    firstRecord.set(list, href?.slice(list.length + 1).split('/')[0] ?? null);
  }
  const address = (route: string): { path: string; route: string }[] => {
    if (!route.includes('/:id')) return [{ path: route, route }];
    const id = firstRecord.get(route.replace(/\/:id.*$/, ''));
    return id ? [{ path: route.replace(':id', id), route }] : [];
  };
  return [...INSIDE, '/company/select-current?new=1', '/nowhere'].flatMap(address);
}

/** What axe finds, however minor, one line per element. The dark scheme changes nothing but colours. */
async function faults(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  // A colour that is still changing is none that anybody reads.
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  // A document that has axe is not sent its half a megabyte again: twice with every question.
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  // Legacy mode spares a window per run; it only leaves out frames, and the app has none.
  const axe = new AxeBuilder({ page, ...(isThere ? { axeSource: 'void axe' } : {}) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] });
  if (colorScheme === 'light') axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']);
  else axe.withRules('color-contrast');
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary?.split('\n')[1] ?? ''}`),
  );
}

async function expectClean(page: Page, path: string, schemes: readonly ('light' | 'dark')[]): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    expect.soft(await faults(page, colorScheme), `${path}, ${colorScheme}`).toEqual([]);
  }
}

/** Phones, tablets, small windows, 1366 px as it is and at 400, 200 and 125 %, and a wide screen. */
const WIDTHS = [342, 360, 600, 683, 769, 820, 1024, 1093, 1200, 1280, 1366, 1920];
/** The smallest, and one of each kind of window: for pages whose kind was seen at all of them. */
const FEW_WIDTHS = [342, 683, 1024];

async function expectRoom(page: Page, path: string, widths: readonly number[]): Promise<void> {
  const before = page.viewportSize() ?? { width: PHONE, height: 844 };
  const faulty: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ ...before, width });
    // Lists measure themselves before the next frame.
    const found = await page.evaluate(async () => {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const { scrollWidth, clientWidth } = document.documentElement;
      return [...(scrollWidth > clientWidth ? ['scrolls sideways'] : []), ...brokenAmounts()];

      /** Amounts of which one digit stands on another line than the next. */
      function brokenAmounts(): string[] {
        const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        const broken: string[] = [];
        for (let text = texts.nextNode(); text; text = texts.nextNode())
          for (const { index, 0: amount } of (text.nodeValue ?? '').matchAll(
            /(?:[€£$][ \u00a0]?)?\d[\d.,\u202f]*[.,]\d\d(?:[ \u00a0]?[€£$]|\b)/g,
          )) {
            const range = document.createRange();
            range.setStart(text, index);
            range.setEnd(text, index + amount.length);
            const lines = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ bottom }) => Math.round(bottom));
            if (new Set(lines).size > 1) broken.push(`breaks ${amount}`);
          }
        return broken;
      }
    });
    faulty.push(...found.map((fault) => `${width}: ${fault}`));
  }
  expect.soft(faulty, path).toEqual([]);
  await page.setViewportSize(before);
}

async function followSystemColours(page: Page): Promise<void> {
  await new Shell(page).openUserMenu();
  await page.getByRole('button', { name: 'As the system' }).click();
  await page.keyboard.press('Escape');
}

// A phone moves things about; it has no colours of its own.
test('axe finds nothing on any signed-in page, nor in the dark or on a phone; at no width it scrolls sideways or breaks an amount', async ({
  browser,
}) => {
  const page = await signedIn(browser, server(), { width: DESK });
  await followSystemColours(page);
  const isNew = firstOfKind();
  for (const { path, route } of await addressesOf(page)) {
    const isFirst = isNew(route);
    await visit(page, path);
    await expectClean(page, path, isFirst ? ['dark', 'light'] : ['light']);
    await page.setViewportSize({ width: PHONE, height: 844 });
    if (isFirst) await expectClean(page, `${path} on a phone`, ['light']);
    await expectRoom(page, path, isFirst ? WIDTHS : FEW_WIDTHS);
    await page.setViewportSize({ width: DESK, height: 844 });
  }
});

test('bars leave at least half of the smallest screens to a form in which something was typed, in both languages', async ({ browser }) => {
  const page = await signedIn(browser, server(), { width: PHONE });
  // What signing in leads to is there, or going on would meet a page on its way out.
  await new Shell(page).expectAllSynced();
  for (const language of ['en', 'de'] as const)
    for (const [path, field] of [
      ['/finance/expenses/create', 'expenses:field.description'],
      ['/finance/invoices/create', 'invoices:field.reference'],
      ['/finance/vendors/create', 'vendors:field.name'],
      ['/settings/company', 'settings:company.name'],
    ] as const) {
      await page.setViewportSize({ width: PHONE, height: 844 });
      const address = `${language === 'de' ? '/de' : ''}${path}`;
      // A language begins with a start.
      if (path === '/finance/expenses/create') await page.goto(server().url + address);
      else await visit(page, address);
      await page
        .getByRole('main')
        .getByRole('textbox', { name: text(language, field), exact: true })
        .fill('Half a word');
      // It is kept as a draft, or is to be saved: both stand in the bar.
      await expect(page.locator('[data-save-bar]')).toContainText(
        text(language, path.startsWith('/settings') ? 'settings:discard' : 'common:draft.kept'),
      );
      // 1366 × 768 at 400 %, a phone on its side, two with their keyboard open, a small one without.
      for (const [width, height] of [
        [342, 192],
        [844, 390],
        [390, 420],
        [360, 400],
        [360, 560],
      ] as const) {
        await page.setViewportSize({ width, height });
        await page.evaluate(() => scrollTo(0, 400));
        const free = await page.evaluate(() => {
          const isStuck = (element: Element | null): boolean =>
            element !== null && (['fixed', 'sticky'].includes(getComputedStyle(element).position) || isStuck(element.parentElement));
          const lines = Array.from({ length: innerHeight }, (_, y) => document.elementFromPoint(innerWidth / 2, y));
          return lines.filter((element) => !isStuck(element)).length / innerHeight;
        });
        expect.soft(free, `${language} ${path} at ${width} × ${height}`).toBeGreaterThanOrEqual(0.5);
      }
      if (path.startsWith('/settings')) continue;
      // The next story finds no draft.
      await page.reload();
      await page.getByRole('button', { name: text(language, 'common:draft.startFresh') }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: text(language, 'common:draft.discard') })
        .click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
});

test('axe finds nothing on the pages for visitors, light and dark', async ({ page }) => {
  await page.goto(`${server().url}/auth/login`);
  await openPreferences(page);
  await page.getByRole('button', { name: 'As the system' }).click();
  await page.keyboard.press('Escape');
  for (const [width, schemes] of [
    [DESK, ['light', 'dark']],
    [PHONE, ['light']],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    for (const path of OUTSIDE) {
      await visit(page, path);
      await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible();
      await expectClean(page, path, schemes);
    }
  }
});

test('an expense is captured with the keyboard alone', async ({ browser }) => {
  const page = await signedIn(browser, server());
  const { keyboard } = page;
  await keyboard.press('n');
  await expect(page.getByRole('textbox', { name: 'Amount' })).toBeFocused();
  await keyboard.type('18.75');
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: 'Vendor' })).toBeFocused();
  await keyboard.type('Café');
  await expect(page.getByRole('option', { name: 'Café Grünspan' })).toBeVisible();
  await keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Vendor' })).toHaveValue('Café Grünspan');
  const description = page.getByRole('textbox', { name: 'Description' });
  for (let presses = 0; presses < 12 && !(await description.evaluate((field) => field === document.activeElement)); presses += 1)
    await keyboard.press('Tab');
  await keyboard.type('Breakfast meeting');
  const save = page.getByRole('button', { name: 'Save expense' });
  for (let presses = 0; presses < 12 && !(await save.evaluate((button) => button === document.activeElement)); presses += 1)
    await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Café Grünspan' })).toBeVisible();
  await expect(page.getByText('€18.75').first()).toBeVisible();
});

/** What is smaller than `least` px either way, as "name width × height"; a link within a sentence is as high as its line. */
const smallTargets = (page: Page, within: string, least: number): Promise<string[]> =>
  page.evaluate(
    ({ selector, side }) =>
      [...document.querySelectorAll<HTMLElement>(`:is(${selector}) :is(a[href], button, input, select, [role="slider"], [role="option"])`)]
        .filter((target) => target.checkVisibility({ visibilityProperty: true }) && !target.closest('p'))
        .map((target) => ({ target, box: target.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && (Math.round(box.width) < side || Math.round(box.height) < side))
        .map(({ target, box }) => `${target.ariaLabel ?? target.textContent} ${Math.round(box.width)} × ${Math.round(box.height)}`),
    { selector: within, side: least },
  );

test('on a phone what is tapped daily is 44 px, and everything of the dashboard at least 24', async ({ browser }) => {
  const page = await signedIn(browser, server(), { width: PHONE });
  await visit(page, '/finance/dashboard');
  await expect(page.getByRole('button', { name: /^Approve/ }).first()).toBeVisible();
  expect.soft(await smallTargets(page, 'main', 24), 'dashboard').toEqual([]);
  expect.soft(await smallTargets(page, 'nav', 44), 'tab bar').toEqual([]);
  await page.getByRole('navigation').getByRole('button', { name: 'New' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect.soft(await smallTargets(page, '[role="dialog"]', 44), 'what the plus opens').toEqual([]);
  await page.keyboard.press('Escape');
  for (const list of ['/finance/expenses', '/finance/invoices']) {
    await visit(page, list);
    expect.soft(await smallTargets(page, 'main > header, main header', 44), list).toEqual([]);
  }
  await page.locator('[data-row-open]').first().click();
  await page.getByRole('main').getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  expect.soft(await smallTargets(page, '[role="menu"]', 44), 'a menu').toEqual([]);
  await visit(page, '/settings/periods');
  await expect(page.getByRole('button', { name: /^Close / }).first()).toBeVisible();
  expect.soft(await smallTargets(page, 'main', 44), 'months to close').toEqual([]);
  await visit(page, '/settings/security');
  await expect(page.getByRole('button', { name: 'Show password' }).first()).toBeVisible();
  expect.soft(await smallTargets(page, '.mantine-PasswordInput-section', 44), 'the eye of a password').toEqual([]);
});

test('on a phone a settings page has one way back, and so has a page below one', async ({ browser }) => {
  const page = await signedIn(browser, server(), { width: PHONE });
  const main = page.getByRole('main');
  await visit(page, '/settings/user-management');
  await expect(main.getByRole('link', { name: 'Settings', exact: true })).toBeVisible();
  await main.getByText('Jörn Ahlers').click();
  await expect(main.getByRole('link', { name: 'People', exact: true })).toBeVisible();
  await expect(main.getByRole('link', { name: 'Settings', exact: true })).toHaveCount(0);
});
