import { expect, type Locator, type Page } from '@playwright/test';
import { Invoices } from './pages/invoices.ts';
import { DEMO_PASSWORD, NORDLICHT } from './pages/sign-in.ts';
import { signedIn } from './support/signed-in.ts';
import { sharedServer, test } from './support/story.ts';
import { visit } from './support/visit.ts';

const server = sharedServer();
const MOST_PRESSES = 25;

/** Tab until it has the focus; every stop on the way has to be seen. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
    const isSeen = await page.evaluate(() => {
      const { width, height } = document.activeElement?.getBoundingClientRect() ?? new DOMRect();
      return document.activeElement === document.body || (width > 0 && height > 0);
    });
    expect(isSeen).toBe(true);
  }
  await expect(target).toBeFocused();
}

test('signing in takes nothing but the keyboard, and a wrong password is said where the focus is', async ({ page }) => {
  await page.goto(`${server().url}/auth/login`);
  const { keyboard } = page;
  const [email, password] = [page.getByRole('textbox', { name: 'Email' }), page.getByLabel('Password', { exact: true })];
  await tabTo(page, email);
  await keyboard.type('demo@example.com');
  await tabTo(page, password);
  await keyboard.type('wrong-wrong-wrong');
  await keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'Email and password do not match' })).toBeVisible();
  await tabTo(page, password);
  await keyboard.press('ControlOrMeta+A');
  await keyboard.type(DEMO_PASSWORD);
  await tabTo(page, page.getByRole('button', { name: 'Sign in', exact: true }));
  await keyboard.press('Enter');
  const company = page.getByRole('main').getByRole('button', { name: NORDLICHT });
  await expect(company).toBeVisible();
  await tabTo(page, company);
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Finance dashboard' })).toBeVisible();
});

test('lines of an invoice are written, moved and deleted with the keyboard alone, and the focus is never lost', async ({ browser }) => {
  const page = await signedIn(browser, server(), { width: 1366 });
  const { keyboard } = page;
  const invoices = new Invoices(page);
  await invoices.openNew();
  const field = (name: string, line: number) => page.getByRole('textbox', { name: `${name}, line ${line}`, exact: true });
  await tabTo(page, field('Description', 1));
  await keyboard.type('Concept');
  await keyboard.press('Enter');
  await expect(field('Quantity', 1)).toBeFocused();
  for (let presses = 0; presses < MOST_PRESSES && (await invoices.lines.count()) < 2; presses += 1) await keyboard.press('Enter');
  await expect(field('Description', 2)).toBeFocused();
  await keyboard.type('Layout');
  await keyboard.press('Control+ArrowUp');
  await expect(field('Description', 1)).toHaveValue('Layout');
  await expect(field('Description', 1)).toBeFocused();
  await expect(field('Description', 2)).toHaveValue('Concept');
  await keyboard.press('Control+Shift+Backspace');
  await expect(field('Description', 1)).toHaveValue('Concept');
  expect(await page.evaluate(() => document.activeElement?.closest('form') !== null)).toBe(true);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
});

test('the palette opens from anywhere, is walked with arrows, says what is chosen and gives the focus back', async ({ browser }) => {
  const page = await signedIn(browser, server(), { width: 1366 });
  const { keyboard } = page;
  const before = page.getByRole('searchbox').first();
  await before.focus();
  await keyboard.press('ControlOrMeta+K');
  const box = page.getByRole('combobox', { name: 'Search everything' });
  await expect(box).toBeFocused();
  await keyboard.type('vendors');
  const chosen = page.locator('[role=option][aria-selected=true]');
  await expect(chosen).toHaveCount(1);
  const first = await chosen.getAttribute('id');
  await expect(box).toHaveAttribute('aria-activedescendant', first ?? '');
  await keyboard.press('ArrowDown');
  await expect(box).not.toHaveAttribute('aria-activedescendant', first ?? '');
  await keyboard.press('ArrowUp');
  await expect(box).toHaveAttribute('aria-activedescendant', first ?? '');
  await keyboard.press('Escape');
  await keyboard.press('Escape');
  await expect(box).toHaveCount(0);
  await expect(before).toBeFocused();
  await keyboard.press('ControlOrMeta+K');
  await page.getByRole('combobox', { name: 'Search everything' }).fill('vendors');
  await expect(chosen).toContainText('Vendors');
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Vendors' })).toBeVisible();
});

/** One page of each kind. */
const KINDS = [
  '/finance/dashboard',
  '/finance/expenses',
  '/finance/expenses/create',
  '/finance/customers/create',
  '/finance/recurring-invoices',
  '/reports',
  '/reports/month-end',
  '/activity',
  '/sync',
  '/settings',
  '/settings/company',
  '/settings/periods',
];

/** What can be pressed or typed into and has neither a border nor an underline nor a colour of its own against the page. */
const unseen = (page: Page) =>
  page.evaluate(() => {
    const ground = getComputedStyle(document.body).backgroundColor;
    const isSeen = (element: Element): boolean => {
      const style = getComputedStyle(element);
      const hasBorder = style.borderTopStyle !== 'none' && parseFloat(style.borderTopWidth) > 0 && style.borderTopColor !== ground;
      return hasBorder || style.color !== ground || ['checkbox', 'radio'].includes((element as HTMLInputElement).type);
    };
    const all = [...document.querySelectorAll('main :is(button, a[href], input:not([type=hidden]), select, textarea)')];
    const shown = all.filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }));
    const fields = shown.filter((element) => element.matches('input:not([type=checkbox], [type=radio], [type=file]), select, textarea'));
    const frameOf = (element: Element): CSSStyleDeclaration => getComputedStyle(element);
    return {
      count: shown.length,
      unseen: shown.filter((element) => !isSeen(element)).map((element) => element.outerHTML.slice(0, 120)),
      // A field without an edge is a word in the void.
      edgeless: fields
        .filter((element) => !(element as HTMLInputElement).disabled)
        .filter((element) => frameOf(element).borderTopStyle === 'none' && frameOf(element).outlineStyle === 'none')
        .map((element) => element.outerHTML.slice(0, 120)),
    };
  });

test('with forced colours everything that is pressed or typed into is seen on each kind of page, and so is the focus', async ({
  browser,
}) => {
  const page = await signedIn(browser, server(), { width: 1366 });
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  for (const path of KINDS) {
    await visit(page, path);
    const { count, ...faults } = await unseen(page);
    expect.soft(count, path).toBeGreaterThan(0);
    expect.soft(faults, path).toEqual({ unseen: [], edgeless: [] });
    for (let presses = 0; presses < 6; presses += 1) {
      await page.keyboard.press('Tab');
      const ring = await page.evaluate(() => {
        const own = document.activeElement as Element;
        // Where the row or the frame around it shows the focus, it is that.
        const shown = [own, own.parentElement, own.closest('[data-index]')].filter((element) => element !== null);
        return own === document.body || shown.some((element) => getComputedStyle(element).outlineStyle !== 'none');
      });
      expect.soft(ring, `${path}, stop ${presses + 1}`).toBe(true);
    }
  }
});

/** How far one may miss its middle, in CSS pixels, and still press it: half of the 44 that a thumb needs, less what rounding takes. */
const HALF = 21;
/** Names of those that a thumb misses. */
const missed = (targets: Locator) =>
  targets.evaluateAll(
    (elements, half) =>
      elements
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .filter((element) => {
          element.scrollIntoView({ block: 'center' });
          const { left, right, top, bottom } = element.getBoundingClientRect();
          const [x, y] = [(left + right) / 2, (top + bottom) / 2];
          // The whole of a row opens it; a label belongs to its box.
          const own = element.matches('[data-row-open]') ? (element.closest('[data-index]') ?? element) : element;
          const isHit = (dx: number, dy: number) => {
            const hit = document.elementFromPoint(x + dx, y + dy);
            return hit !== null && (own.contains(hit) || (hit.closest('label') as HTMLLabelElement | null)?.control === element);
          };
          return ![isHit(0, 0), isHit(-half, 0), isHit(half, 0), isHit(0, -half), isHit(0, half)].every(Boolean);
        })
        .map(
          (element) => `${element.getAttribute('aria-label') ?? element.textContent} ${JSON.stringify(element.getBoundingClientRect())}`,
        ),
    HALF,
  );

test('what is tapped daily on a phone is as large as a thumb', async ({ browser }) => {
  const page = await signedIn(browser, server(), { width: 390 });
  const expectThumbs = async (name: string, targets: Locator, least = 1) => {
    expect.soft(await targets.count(), name).toBeGreaterThanOrEqual(least);
    expect.soft(await missed(targets), name).toEqual([]);
  };
  await expect(page.getByRole('main').locator('[data-index="2"]')).toBeVisible();
  await expectThumbs('tab bar', page.getByRole('navigation', { name: 'Main navigation' }).locator('a, button'), 4);
  await expectThumbs('head of the app', page.getByRole('banner').locator('a, button'), 2);
  await expectThumbs('filters', page.getByRole('main').locator('button[aria-pressed]'), 3);
  await expectThumbs(
    'rows',
    page.getByRole('main').locator(':is([data-index="0"], [data-index="1"], [data-index="2"]) [data-row-open]'),
    3,
  );
  await expectThumbs('boxes of rows', page.getByRole('main').locator(':is([data-index="0"], [data-index="1"]) [data-row-box]'), 1);
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('button', { name: 'New' }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('link').first()).toBeVisible();
  await expectThumbs('sheet of what is new', sheet.locator('a, button'), 3);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);

  await page.getByRole('main').getByRole('button', { name: 'Pending', exact: true }).click();
  await page.getByRole('main').locator('[data-index="1"] [data-row-open]').click();
  await expect(page.getByRole('button', { name: 'More actions' })).toBeVisible();
  await expectThumbs('acts on an expense', page.locator('main header').locator('a, button'), 2);

  await visit(page, '/finance/expenses/create');
  const save = page.getByRole('button', { name: 'Save expense' });
  await expect(save).toBeVisible();
  await expectThumbs('save', save.or(page.locator('[data-save-bar] a')), 2);
  await expectThumbs('fields', page.getByRole('main').locator('form :is(input[type=text], select, textarea, [data-save-bar] button)'), 5);

  await visit(page, '/finance/dashboard');
  await expect(page.getByRole('button', { name: /^Approve / }).first()).toBeVisible();
  await expectThumbs('approve in place', page.getByRole('button', { name: /^(?:Approve|Reject|Remind of|Send|Record payment) / }));
});
