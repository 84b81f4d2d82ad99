import { expect } from '@playwright/test';
import { signedIn } from './support/signed-in.ts';
import { sharedServer, test } from './support/story.ts';
import { type Language, text } from './support/texts.ts';
import { visit } from './support/visit.ts';

const server = sharedServer();
const numberIn = (words: string) => /\d+/.exec(words)?.[0] ?? '';

for (const language of ['en', 'de'] as const satisfies readonly Language[])
  test(`each line of the month’s end leads to as many records as it counts, of a month and of a quarter (${language})`, async ({
    browser,
  }) => {
    const page = await signedIn(browser, server());
    const main = page.getByRole('main');
    const start = `${language === 'de' ? '/de' : ''}/reports/month-end`;
    await page.goto(server().url + start);
    const periods = page.getByRole('combobox', { name: text(language, 'reports:monthEnd.period') });
    const quarters = periods.locator(`optgroup[label="${text(language, 'reports:monthEnd.quarters')}"] option`);
    const quarter = (await quarters.first().getAttribute('value')) ?? '';
    for (const period of [await periods.inputValue(), quarter]) {
      const back = `${start}?period=${period}`;
      await page.goto(server().url + back);
      const lines = main.locator('li[data-check]');
      await expect(lines.first()).toBeVisible();
      const counted = await lines.evaluateAll((items) =>
        items.map((item) => {
          const words = item.querySelector('[data-words]');
          const links = [...item.querySelectorAll('ul a')].map((link) => link.getAttribute('href'));
          return { kind: item.getAttribute('data-check'), words: words?.textContent ?? '', to: words?.getAttribute('href'), links };
        }),
      );
      expect(counted.map(({ kind }) => kind)).toContain('no_receipt');
      for (const { kind, words, to, links } of counted) {
        // What no single list has is named, each on its own; of documents without a rate each kind has its list.
        if (!to && kind !== 'unrated') expect(String(links.length), words).toBe(numberIn(words));
        if (!to?.includes('?')) continue;
        await visit(page, to);
        await expect(main.locator('[data-list-total]'), `${words} ${to}`).toHaveText(new RegExp(`^${numberIn(words)} `));
        await visit(page, back);
      }
    }
  });

test('missing numbers are looked for until the server has answered, and unknown without a connection: neither is nothing left to do', async ({
  browser,
}) => {
  const page = await signedIn(browser, server());
  const line = page.getByRole('main').locator('li[data-check="number_gaps"]');
  let answer = (): void => undefined;
  const isAnswered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/rpc/number_gaps', async (route) => {
    await isAnswered;
    await route.fulfill({ json: [] });
  });
  await page.goto(`${server().url}/reports/month-end`);
  await expect(line).toHaveText('Looking for missing invoice numbers …');
  answer();
  await expect(line).toHaveCount(0);
  await page.goto(`${server().url}/reports`);
  await page.context().setOffline(true);
  await visit(page, '/reports/month-end');
  await expect(line).toHaveText('Missing invoice numbers are known when connected');
  await visit(page, '/finance/invoices/numbers');
  await expect(page.getByRole('main').getByRole('alert')).toContainText('This needs a connection, and there is none right now.');
});
