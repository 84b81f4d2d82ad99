import { expect, type Page } from '@playwright/test';
import { type Language, text } from '#tests/e2e/support/texts.ts';

export const NORDLICHT = 'Nordlicht Webdesign GmbH';
export const NORDLICHT_ID = '0190d0e0-0000-7000-8000-00000000000a';
export const DEMO_PASSWORD = 'demo-demo-demo';

type Options = { as?: string; password?: string; language?: Language };

export async function fillSignIn(
  page: Page,
  { as = 'demo@example.com', password = DEMO_PASSWORD, language = 'en' }: Options = {},
): Promise<void> {
  await page.getByRole('textbox', { name: text(language, 'auth:field.email') }).fill(as);
  await page.getByLabel(text(language, 'auth:field.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: text(language, 'auth:login.submit'), exact: true }).click();
}

/** Language and colours, before anybody signs in. */
export async function openPreferences(page: Page, language: Language = 'en'): Promise<void> {
  await page.getByRole('button', { name: text(language, 'navigation:preferences') }).click();
}

/** Signs in and ends on the expenses of Nordlicht. */
export async function signIn(page: Page, url: string, options: Options = {}): Promise<void> {
  const { as = 'demo@example.com', language = 'en' } = options;
  await page.goto(`${url}${language === 'de' ? '/de' : ''}/auth/login?next=${encodeURIComponent('/finance/expenses')}`);
  await fillSignIn(page, options);
  if (as === 'demo@example.com') await page.getByRole('main').getByRole('button', { name: NORDLICHT }).click();
  // A new device fetches all data of the company first.
  await expect(page.getByRole('heading', { level: 1, name: text(language, 'expenses:title.list') })).toBeVisible();
}
