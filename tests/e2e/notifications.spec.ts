import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { contextOptions } from './support/browser.ts';
import { NORDLICHT_ID, signIn } from './pages/sign-in.ts';
import { signedIn } from './support/signed-in.ts';
import { sharedServer, test } from './support/story.ts';
import { text } from './support/texts.ts';
import { visit } from './support/visit.ts';

const server = sharedServer();
const LINK = `/company/select-current?company=${NORDLICHT_ID}&next=${encodeURIComponent('/finance/expenses?status=pending')}`;

test('what is told by mail and by push is switched by kind, with the keyboard, and stays switched', async ({ browser }) => {
  const page = await signedIn(browser, server());
  await visit(page, '/settings/notifications');
  const approved = page.getByRole('switch', { name: 'My expense was approved: Email' });
  await expect(page.getByRole('switch', { name: 'An expense awaits my approval: Email' })).toBeChecked();
  await expect(page.getByRole('switch', { name: 'My expense was approved: Push' })).toBeChecked();
  await expect(approved).not.toBeChecked();
  await approved.focus();
  await page.keyboard.press('Space');
  await expect(approved).toBeChecked();
  await expect
    .poll(async () => (await page.reload(), await approved.isChecked().catch(() => false)), { message: 'the server keeps it' })
    .toBe(true);
  expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);
  await approved.press('Space');
  await expect(approved).not.toBeChecked();
});

test('a link from outside opens the list in its company, whoever has to sign in first', async ({ browser }) => {
  const context = await browser.newContext(contextOptions);
  const page = await context.newPage();
  await page.goto(server().url + LINK);
  await page.getByRole('textbox', { name: text('en', 'auth:field.email') }).fill('demo@example.com');
  await page.getByLabel(text('en', 'auth:field.password'), { exact: true }).fill('demo-demo-demo');
  await page.getByRole('button', { name: text('en', 'auth:login.submit'), exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Expenses' })).toBeVisible();
  await expect(page).toHaveURL(/\/finance\/expenses\?status=pending$/);
  await page.goto(`${server().url}/company/select-current?company=${NORDLICHT_ID.replace(/a$/, 'f')}`);
  await expect(page.getByText('The link leads into a company that you do not belong to')).toBeVisible();
  await context.close();
});

test('a push message is shown by the worker, counts on the icon, and a click opens it in its company', async ({ browser }) => {
  const context = await browser.newContext({ ...contextOptions, permissions: ['notifications'] });
  const page = await context.newPage();
  await signIn(page, server().url);
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  await page.evaluate(() => navigator.serviceWorker.ready);
  const cdp = await context.newCDPSession(page);
  const registration = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId);
    });
  });
  await cdp.send('ServiceWorker.enable');
  await worker.evaluate(() => {
    const scope = globalThis as unknown as { clients: object; opened: string[]; badges: number[]; navigator: object };
    Object.assign(scope, { opened: [], badges: [] });
    Object.defineProperty(scope.clients, 'openWindow', { value: async (url: string) => void scope.opened.push(url) });
    Object.defineProperty(scope.navigator, 'setAppBadge', { value: async (count: number) => void scope.badges.push(count) });
  });
  const message = {
    title: 'Nordlicht',
    body: '2 expenses await your approval\n€34.50',
    lang: 'en',
    tag: 'approvals',
    path: LINK,
    badge: 2,
  };
  await cdp.send('ServiceWorker.deliverPushMessage', {
    origin: server().url,
    registrationId: await registration,
    data: JSON.stringify(message),
  });
  const shown = () =>
    page.evaluate(async () =>
      (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body, tag, lang }) => ({ title, body, tag, lang })),
    );
  await expect.poll(shown).toEqual([{ title: message.title, body: message.body, tag: message.tag, lang: message.lang }]);
  const { opened, badges } = await worker.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      opened: string[];
      badges: number[];
      NotificationEvent: new (type: string, init: object) => Event;
    };
    const [notification] = await scope.registration.getNotifications();
    dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }));
    return { opened: scope.opened, badges: scope.badges };
  });
  expect([opened, badges]).toEqual([[LINK], [2]]);
  await expect.poll(shown).toEqual([]);
  await page.goto(server().url + opened[0]!);
  await expect(page).toHaveURL(/\/finance\/expenses\?status=pending$/);
  await context.close();
});

test('push messages are asked for on a press only, and a browser whose push service is away says so', async ({ browser }) => {
  const context = await browser.newContext({ ...contextOptions, permissions: ['notifications'] });
  const page = await context.newPage();
  await signIn(page, server().url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await visit(page, '/settings/notifications');
  await page.getByRole('button', { name: 'Switch on for this device' }).click();
  // This browser has no push service of its own.
  await expect(page.getByText('The browser’s push service could not be reached.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Switch on for this device' })).toBeVisible();
  await context.close();
});
