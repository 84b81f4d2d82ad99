import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, test } from 'vitest';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { DateText } from './DateText.tsx';

beforeAll(() => i18next.use(initReactI18next).init({ lng: 'en', resources: {} }));
const shown = (lng: string, day: string, sameYearAs?: string) => {
  void i18next.changeLanguage(lng);
  return renderToStaticMarkup(<DateText day={day} {...(sameYearAs !== undefined && { sameYearAs })} />).replace(
    /^<time[^>]*>|<\/time>$/g,
    '',
  );
};

test('the year of a day can be left out where it goes without saying, and only there', () => {
  expect(shown('en', '2026-01-31', '2026-11-26')).toBe('31 Jan<span data-year="true"> 2026</span>');
  expect(shown('de', '2026-01-31', '2026-11-26')).toBe('31.01.<span data-year="true">2026</span>');
  expect(shown('de', '2025-12-31', '2026-01-01')).toBe('31.12.2025');
  expect(shown('de', '2026-01-31')).toBe('31.01.2026');
});
