import { chromium } from 'playwright';
const url = process.env.URL0;
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
const ctx = await browser.newContext({ viewport: { width: 1366, height: 800 }, locale: 'en-GB', timezoneId: 'Europe/Berlin' });
const page = await ctx.newPage();
const errs = [];
page.on('console', (m) => m.type() === 'error' && errs.push(m.text().slice(0, 300)));
page.on('pageerror', (e) => errs.push('PAGEERR ' + String(e).slice(0, 300)));
const shot = (n) => page.screenshot({ path: `/tmp/products-shots/${n}.png` });
const step = async (n, f) => {
  try {
    await f();
  } catch (e) {
    console.log('STEP', n, String(e).slice(0, 400));
    await shot('fail-' + n).catch(() => {});
  }
};
await page.goto(url + '/auth/login');
await page.getByLabel('Email').fill('demo@example.com');
await page.getByLabel('Password', { exact: true }).fill('demo-demo-demo');
await page.getByRole('button', { name: 'Sign in' }).click();
await page.waitForTimeout(2500);
const pick = page.getByText('Nordlicht Webdesign GmbH').first();
if (await pick.isVisible().catch(() => false)) await pick.click();
await page.waitForTimeout(3000);
const go = async (p, wait = 600) => { await page.goto(url + p); await page.waitForTimeout(wait + 1000); };
globalThis.page = page;
export { page, shot, step, go, errs, browser, url, ctx };
