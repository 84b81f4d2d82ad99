import { useEffect } from 'react';
import { DEFAULT_LANGUAGE } from '#platform/i18n/languages.ts';

const SMALL_WORDS = ['a', 'of', 'the'];

/** `Create recurring expense` as a headline, `Create Recurring Expense`: so spec §2 titles the English pages. The page itself is calmer. */
export const headline = (title: string): string =>
  title.replace(/\p{L}[\p{L}’]*/gu, (word) => (SMALL_WORDS.includes(word) ? word : `${word[0]?.toUpperCase()}${word.slice(1)}`));

/** The tab's title. */
export function useDocumentTitle(title: string, language: string): void {
  useEffect(() => {
    document.title = language === DEFAULT_LANGUAGE ? headline(title) : title;
  }, [title, language]);
}
