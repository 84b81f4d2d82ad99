import { describe, expect, test } from 'vitest';
import { allowedRedirect } from '#local/auth/redirects.ts';
import { returnPath } from '#app/access-redirect.ts';
import { csvText, parseCsv } from '#domain/csv/csv-text.ts';

describe('a spreadsheet opens what was exported and runs none of it', () => {
  test.each(['=1+1', '=HYPERLINK("https://evil.example")', '+49 40 1', '-2+3', '@SUM(A1)', '\t=1', '\r=1', "=cmd|' /C calc'!A0"])(
    '%j',
    (cell) => {
      const text = csvText([[cell]], ';');
      expect(text.replace('\ufeff', '').replace(/^"/, '')).toMatch(/^'/);
      expect(parseCsv(text, ';')[0]?.cells).toEqual([cell]);
    },
  );

  test('a delimiter, a quote or a line break does not make a new cell', () => {
    const cells = ['a;=1', 'b"\r\n=2', ';"=3'];
    expect(parseCsv(csvText([cells], ';'), ';').map((row) => row.cells)).toEqual([cells]);
  });
});

const ELSEWHERE = [
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  '/%09/evil.example'.replace('%09', '\t'),
  ' https://evil.example',
  'https:evil.example',
  'http://app.example@evil.example',
  'https://app.example.evil.example',
];

describe('the way back after signing in stays in the app', () => {
  test.each(ELSEWHERE)('%j in ?next=', (next) => {
    expect(returnPath(`?next=${encodeURIComponent(next)}`)).toBeNull();
  });

  test.each(ELSEWHERE)('%j as redirect_to of a mail', (wish) => {
    expect(new URL(allowedRedirect(wish, 'https://app.example', [])).origin).toBe('https://app.example');
  });
});
