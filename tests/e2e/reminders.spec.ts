import { expect } from '@playwright/test';
import { LIVE_MS } from '#tests/support/patience.ts';
import { Shell } from './pages/shell.ts';
import { signedIn } from './support/signed-in.ts';
import { sharedServer, test } from './support/story.ts';
import { visit } from './support/visit.ts';

const server = sharedServer();

test('two devices remind of the same invoice without a connection: one reminder leaves, the other device is told; a hold stops the next', async ({
  browser,
}) => {
  const desk = await signedIn(browser, server());
  const train = await signedIn(browser, server(), { device: 'train' });
  const due = (page: typeof desk) => page.getByRole('main').getByRole('region', { name: /reminders? (is|are) due/ });
  for (const page of [desk, train]) {
    await visit(page, '/finance/reminders');
    await expect(due(page).getByRole('listitem').first()).toBeVisible();
    await page.context().setOffline(true);
  }
  const name =
    (await due(desk)
      .getByRole('button', { name: /^Preview the reminder of / })
      .first()
      .getAttribute('aria-label')) ?? '';
  const number = name.replace('Preview the reminder of ', '');

  // Both write the first reminder, each to an address of its own.
  for (const [page, to] of [
    [desk, 'desk@kunde.example'],
    [train, 'train@kunde.example'],
  ] as const) {
    await due(page)
      .getByRole('button', { name: `Preview the reminder of ${number}` })
      .click();
    const dialog = page.getByRole('dialog', { name: `First reminder for ${number}` });
    await expect(dialog.getByRole('textbox', { name: 'Text' })).toHaveValue(new RegExp(number));
    await dialog.getByRole('textbox', { name: 'To', exact: true }).fill(to);
    await dialog.getByRole('button', { name: 'Send when connected' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('region', { name: 'On their way' })).toContainText('Waits for a connection');
    await expect(due(page).getByRole('button', { name: `Preview the reminder of ${number}` })).toBeHidden();
  }
  await desk.context().setOffline(false);
  await expect.poll(async () => (await server().mailsTo('desk@kunde.example')).length, { timeout: LIVE_MS }).toBe(1);
  await expect(desk.getByRole('region', { name: 'On their way' })).toBeHidden({ timeout: LIVE_MS });
  await train.context().setOffline(false);
  const queued = train.getByRole('region', { name: 'On their way' });
  await expect(queued).toContainText('A reminder of this level has already gone out. This one was not sent.', { timeout: LIVE_MS });
  expect(await server().mailsTo('train@kunde.example')).toEqual([]);

  // The invoice says so on both devices, and can be held back.
  await queued.getByRole('link', { name: number }).click();
  const main = train.getByRole('main');
  await expect(main.getByRole('region', { name: 'Reminders' })).toContainText('First reminder on', { timeout: LIVE_MS });
  const mails = main.getByRole('region', { name: 'Emails' });
  await expect(mails).toContainText('desk@kunde.example');
  await mails.getByRole('button', { name: 'Remove' }).click();
  await main.getByRole('button', { name: 'Hold back' }).click();
  await train.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('We talk about it');
  await train.getByRole('dialog').getByRole('button', { name: 'Hold back' }).click();
  await expect(main.getByRole('region', { name: 'Reminders' })).toContainText('Held back: We talk about it');
  await new Shell(train).expectAllSynced();
  await desk.reload();
  await expect(desk.getByRole('region', { name: 'Held back' })).toContainText('We talk about it', { timeout: LIVE_MS });
});
