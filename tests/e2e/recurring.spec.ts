import { type Browser, expect, type Page } from '@playwright/test';
import { Shell } from './pages/shell.ts';
import { expectGerman } from './support/german.ts';
import { signedIn } from './support/signed-in.ts';
import { sharedServer, test } from './support/story.ts';
import { type Language, text } from './support/texts.ts';

const server = sharedServer();
const CUSTOMER = 'Brauerei Störtebek';
const NAME = 'Wartung Leuchtturm';
const LINE = 'Wartungspauschale Webseite';
const DETAIL = /\/finance\/recurring-invoices\/[0-9a-f-]{36}$/;

async function openList(page: Page, language: Language): Promise<void> {
  const name = text(language, 'entities:recurring_invoices.many');
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: text(language, 'recurring:title.invoices') })).toBeVisible();
}

/** A new series from the 31st of a long month, typed with the keyboard alone from the customer on. */
async function createSeries(page: Page): Promise<void> {
  const main = page.getByRole('main');
  await openList(page, 'en');
  await main
    .getByRole('link', { name: text('en', 'recurring:new.invoices') })
    .first()
    .click();
  await expect(page).toHaveTitle(/Create Recurring Invoice/);
  const customer = main.getByRole('textbox', { name: text('en', 'customers:select.label'), exact: true });
  await expect(customer).toBeFocused();
  await page.keyboard.type(CUSTOMER);
  await expect(page.getByRole('option', { name: CUSTOMER })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(customer).toHaveValue(CUSTOMER);
  await main.getByRole('textbox', { name: text('en', 'recurring:field.name'), exact: true }).fill(NAME);
  await main.getByRole('textbox', { name: text('en', 'recurring:field.start_date') }).fill('31.01.2031');
  await expect(main.getByText('Friday, 31 January 2031')).toBeVisible();
  await expect(main.getByText('Friday, 28 February 2031')).toBeVisible();
  await expect(main.getByText(text('en', 'recurring:dates.shortMonth').replace('{{day}}', '31'))).toBeVisible();
  await main.locator('[data-cell="description"]').first().fill(LINE);
  await main.locator('[data-cell="unit_price"]').first().fill('149.00');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page).toHaveURL(DETAIL);
}

async function generate(page: Page): Promise<void> {
  await page.getByRole('button', { name: text('en', 'recurring:generate.action') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('en', 'recurring:generate.confirm'), exact: true })
    .click();
}

test('a series is written without a connection, its first invoice is asked for, and comes with the connection', async ({ browser }) => {
  const page = await signedIn(browser, server());
  const main = page.getByRole('main');
  const requested = main.getByText(text('en', 'recurring:generate.requestedText'));
  await page.context().setOffline(true);
  await createSeries(page);
  await expect(main.getByText(text('en', 'sync:badge.saved_on_device')).first()).toBeVisible();

  await generate(page);
  await expect(requested).toBeVisible();
  await page.getByRole('button', { name: text('en', 'recurring:generate.withdraw') }).click();
  await expect(requested).toBeHidden();
  await generate(page);
  await expect(requested).toBeVisible();

  await page.context().setOffline(false);
  const made = main.getByRole('listitem').filter({ hasText: 'For 31 Jan 2031' });
  await expect(made).toBeVisible();
  await expect(main.getByText('Friday, 28 February 2031')).toBeVisible();
  await new Shell(page).expectAllSynced();

  await generate(page);
  await expect(main.getByRole('listitem').filter({ hasText: 'For 28 Feb 2031' })).toBeVisible();
  await made.getByRole('link').click();
  await expect(page).toHaveURL(/\/finance\/invoices\/[0-9a-f-]{36}$/);
  await expect(main.getByText(LINE)).toBeVisible();
  await main.getByRole('link', { name: new RegExp(NAME) }).click();
  await expect(page).toHaveTitle(/Recurring Invoice Details/);
  await readInGerman(browser);
});

/** Everything about the series, read by a German. */
async function readInGerman(browser: Browser): Promise<void> {
  const page = await signedIn(browser, server(), { device: 'train' });
  await page.goto(`${server().url}/de/finance/expenses`);
  await openList(page, 'de');
  await expectGerman(page);
  await page.getByRole('main').getByRole('link', { name: NAME }).click();
  await expect(page).toHaveURL(DETAIL);
  await expect(page.getByText('Für den 28.02.2031')).toBeVisible();
  await expectGerman(page);
  await page.getByRole('link', { name: text('de', 'recurring:action.edit') }).click();
  await expect(page.getByText('Montag, 31. März 2031')).toBeVisible();
  await expectGerman(page);
}
