import { type Browser, expect, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { Shell } from './pages/shell.ts';
import { DEMO_PASSWORD, fillSignIn } from './pages/sign-in.ts';
import { contextOptions } from './support/browser.ts';
import { newColleague } from './support/colleague.ts';
import { sharedServer, test } from './support/story.ts';
import { visit } from './support/visit.ts';

const server = sharedServer();
const EMAIL = 'two.steps@example.com';

/** The codes of a phone. A code is good once, so the phone is asked for the next one when it was used already. */
function phoneWith(secret: string) {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  let step = 0;
  return () => {
    const timestamp = Date.now();
    step = Math.max(step + 1, Math.floor(timestamp / 30_000) - 1);
    return totp.generate({ timestamp: step * 30_000 });
  };
}

async function device(browser: Browser): Promise<Page> {
  return (await browser.newContext({ ...contextOptions, permissions: ['clipboard-read', 'clipboard-write'] })).newPage();
}

/** Wherever a sign-in leads first: the frame of the signed-in pages is there. */
const expectInside = (page: Page) => expect(page.getByRole('button', { name: /^Account / })).toBeVisible();

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(`${server().url}/auth/login`);
  await fillSignIn(page, { as: email });
  await expectInside(page);
}

async function openSecurity(page: Page): Promise<void> {
  await page.goto(`${server().url}/settings/security`);
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
}

const factorsOf = async (email: string): Promise<number> => {
  const { data } = await server().admin.auth.admin.listUsers();
  const user = data.users.find((each) => each.email === email);
  return user?.factors?.length ?? 0;
};

test('a phone is lost: the second factor goes on, everything else is signed out, and a recovery code lets the person back in', async ({
  browser,
}) => {
  const { url } = server();
  await newColleague(server(), EMAIL);
  const phone = await device(browser);
  await signIn(phone, EMAIL);
  await new Shell(phone).expectAllSynced();
  const desk = await device(browser);
  await signIn(desk, EMAIL);
  await openSecurity(desk);

  // The second factor is set up; the codes for a lost phone are shown once.
  await desk.getByRole('button', { name: 'Set up second factor' }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel('Current password').fill('a wrong password');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('This is not your current password.')).toBeVisible();
  await dialog.getByLabel('Current password').fill(DEMO_PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
  const nextCode = phoneWith(await desk.evaluate(() => navigator.clipboard.readText()));
  await dialog.getByRole('textbox').fill('000000');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog.getByText('The code is not right.')).toBeVisible();
  await dialog.getByRole('textbox').fill(nextCode());
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(desk.getByRole('dialog', { name: 'Your recovery codes' }).getByRole('listitem')).toHaveCount(10);
  const codes = await dialog.getByRole('listitem').allInnerTexts();
  await dialog.getByRole('button', { name: 'I have kept them' }).click();
  await expect(desk.getByText('10 unused codes left')).toBeVisible();

  // The phone was signed in by the password alone: it is out at its next contact, and its data waits for the person.
  await phone.bringToFront();
  await phone.reload();
  await expect(phone.getByText('Your sign-in has expired.')).toBeVisible();
  await expect(phone.getByText(`Data of ${EMAIL} is on this device.`)).toBeVisible();
  await expect(phone.getByRole('textbox', { name: 'Email' })).toHaveValue(EMAIL);

  // Whoever has the password only stands before the second question.
  await fillSignIn(phone, { as: EMAIL });
  await expect(phone.getByRole('heading', { name: 'One more step' })).toBeVisible();
  await phone.goto(`${url}/finance/expenses`);
  await expect(phone.getByRole('heading', { name: 'One more step' })).toBeVisible();
  await phone.getByRole('textbox', { name: 'Code' }).fill(nextCode());
  await phone.getByRole('button', { name: 'Continue' }).click();
  await expectInside(phone);

  // Sign out everywhere from the desk; the phone follows and keeps nothing but a name.
  await openSecurity(desk);
  await expect(desk.getByRole('listitem').filter({ hasText: 'Chrome on Linux' })).toHaveCount(2);
  await desk.getByRole('button', { name: 'Sign out everywhere' }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(desk.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await phone.reload();
  await expect(phone.getByText('Your sign-in has expired.')).toBeVisible();
  await phone.getByRole('button', { name: 'Remove data' }).click();
  await phone.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(phone.getByText('is on this device')).toHaveCount(0);

  // Without the phone: a wrong recovery code, then a right one. It takes the second factor away.
  await fillSignIn(desk, { as: EMAIL });
  await desk.getByRole('button', { name: 'Use a recovery code' }).click();
  await desk.getByRole('textbox', { name: 'Recovery code' }).fill('aaaaa-bbbbb-ccccc-ddddd');
  await desk.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(desk.getByText('This recovery code is not right, or was used before.')).toBeVisible();
  await desk.getByRole('textbox', { name: 'Recovery code' }).fill(` ${codes[3]?.toUpperCase()} `);
  await desk.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expectInside(desk);
  await openSecurity(desk);
  await expect(desk.getByRole('button', { name: 'Set up second factor' })).toBeVisible();
  expect(await factorsOf(EMAIL)).toBe(0);
  await phone.context().close();
  await desk.context().close();
});

test('the password is changed by who knows it, and the profile shows name and picture', async ({ page }) => {
  await newColleague(server(), 'changing@example.com');
  await signIn(page, 'changing@example.com');
  await openSecurity(page);
  await page.getByLabel('Current password', { exact: true }).fill('not this one');
  await page.getByLabel('New password', { exact: true }).fill('lighthouse keeper 8');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('This is not your current password.')).toBeVisible();
  await page.getByLabel('Current password', { exact: true }).fill('demo-demo-demo');
  await page.getByRole('button', { name: 'Change password' }).click();
  // A notification is gone after 2.5 s; what stays is asked for.
  await expect(page.getByLabel('Current password', { exact: true })).toHaveValue('');

  await page.getByRole('textbox', { name: 'New address' }).fill('new.address@example.com');
  await page.getByRole('button', { name: 'Change address' }).click();
  await expect(page.getByText('We sent an email to new.address@example.com and one to changing@example.com.')).toBeVisible();
  const codeField = page.getByRole('textbox', { name: 'Code from the email' });
  const enterCode = async (mailbox: string) => {
    const code = async () => (await server().mailsTo(mailbox))[0]?.code;
    await expect.poll(code).toBeTruthy();
    await codeField.fill((await code()) ?? '');
    await page.getByRole('button', { name: 'Confirm' }).click();
  };
  await enterCode('changing@example.com');
  await expect(codeField).toHaveValue('');
  await enterCode('new.address@example.com');
  await expect(page.getByText('Now: new.address@example.com')).toBeVisible();

  await visit(page, '/settings/profile');
  await page.getByRole('textbox', { name: 'Name' }).fill('Emmi Beck');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByRole('button', { name: 'Account EB' })).toBeVisible();
  const { jpegReceipt } = await import('./support/receipts.ts');
  const { name, mimeType, buffer } = await jpegReceipt(page, 'me.jpg', 7, 900, 600);
  await page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
  await expect(page.getByRole('main').locator('img[src^="data:image/webp"]')).toBeVisible();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload=alert(1)>') });
  await page.getByRole('button', { name: 'Remove picture' }).click();
  await expect(page.getByRole('main').locator('img')).toHaveCount(0);

  await page.context().setOffline(true);
  await expect(page.getByText('changing them needs a connection')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Choose picture' })).toBeDisabled();
});
