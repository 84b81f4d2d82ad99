import { expect, type Page } from '@playwright/test';
import { text, textsOf } from './texts.ts';

const german = new Set(textsOf('de').values());
/** Not what the app says: what it writes into a new company’s documents, and words that stand in names and addresses of the demo. */
const DATA = /^company:create\.preset\.|^categories:icon\.cloud$|^history:count\.bank_accounts_/;
/** English texts that no German text equals, in the form in which a page shows them. Texts with placeholders are looked for by their longest part. */
const english = [...textsOf('en').entries()]
  .filter(([key, words]) => !DATA.test(key) && !german.has(words) && words !== text('de', key))
  .map(([key, words]) => ({ key, part: longestPart(words) }))
  .filter(({ part }) => part.length >= 5 && ![...german].some((words) => words.includes(part)))
  .map(({ key, part }) => ({
    key,
    pattern: new RegExp(`(?<![\\p{L}])${part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}(?![\\p{L}])`, 'u'),
  }));

function longestPart(words: string): string {
  return (words.split(/\{\{[^}]*\}\}/).toSorted((a, b) => b.length - a.length)[0] ?? '').trim();
}

/** What a person or a screen reader is told on the page. */
async function saidOn(page: Page): Promise<string> {
  const attributes = await page.evaluate(() =>
    [...document.querySelectorAll('[aria-label], [placeholder], [title], [alt]')]
      .filter((element) => element.closest('[lang="en"]:not(html)') === null)
      .flatMap((element) => ['aria-label', 'placeholder', 'title', 'alt'].map((name) => element.getAttribute(name) ?? ''))
      .join('\n'),
  );
  return `${await page.title()}\n${await page.locator('body').innerText()}\n${attributes}`;
}

/** No English text is left on a page that is read in German. */
export async function expectGerman(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  const said = await saidOn(page);
  expect(
    english.filter(({ pattern }) => pattern.test(said)),
    `English on ${page.url()}`,
  ).toEqual([]);
}
