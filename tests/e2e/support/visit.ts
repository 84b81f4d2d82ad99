import { expect, type Page } from '@playwright/test';

/**
 * Goes to an address of the app as a link does, in the same language: without starting it anew, which takes longer than most of what a story does. What
 * was there before stays until the next page can be drawn. To other filters of the same list it leads by way of another page, or what they found
 * before could be taken for what they find. A story that asks what a start finds uses `page.goto`.
 */
export async function visit(page: Page, path: string): Promise<void> {
  const before = await page.evaluateHandle(() => ({ title: document.title, heading: document.querySelector('h1') }));
  const isElsewhere = await page.evaluate((to) => {
    const from = location.pathname;
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
    return new URL(to, location.href).pathname !== from;
  }, path);
  if (isElsewhere) await page.waitForFunction(({ title, heading }) => document.title !== title || heading?.isConnected !== true, before);
  await expect(page.locator('h1').first()).toBeVisible();
  await expect(page.locator('main')).toHaveCount(1);
  await expect(page.getByText(/^(Loading|Wird geladen)/).locator('visible=true')).toHaveCount(0);
}
