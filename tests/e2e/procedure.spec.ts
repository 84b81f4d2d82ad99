import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { pdfTexts } from '#tests/support/pdf-text.ts';
import { NORDLICHT } from './pages/sign-in.ts';
import { signedIn } from './support/signed-in.ts';
import { sharedServer, test } from './support/story.ts';
import { visit } from './support/visit.ts';

const server = sharedServer();

test('an owner makes the description of procedures, in German and in English, and a version is made once', async ({ browser }) => {
  const page = await signedIn(browser, server());
  await visit(page, '/settings/procedure');
  const made = async (button: string): Promise<string> => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: button }).click();
    return pdfTexts(await readFile(await (await download).path()))
      .flat()
      .join(' ');
  };
  const german = await made('In German');
  for (const part of ['Verfahrensdokumentation', NORDLICHT, 'Fassung 1', 'Dies ist die erste Fassung.', 'Inhaber', 'Buchungsjournal'])
    expect(german).toContain(part);
  await expect(page.getByText('Version 1 is made.')).toBeVisible();
  const english = await made('In English');
  for (const part of ['Description of procedures', 'Version 1', 'Ledger', 'kept for 8 years'])
    expect(english.toLowerCase()).toContain(part.toLowerCase());
});
