// @vitest-environment jsdom
import { act, useEffect } from 'react';
import { expect, test } from 'vitest';
import { drawnPage } from '#tests/support/drawn-page.ts';
import { useDrawnPart } from './use-drawn-part.ts';

const YEAR = { from: '2026-01', to: '2026-12' };
const MONTH = { from: '2026-11', to: '2026-11' };
const part = (period: typeof YEAR, currency: string, books = 0) => ({ period, scope: { currency, months: [] }, books });
type Part = ReturnType<typeof part>;
const { root } = drawnPage();

test('no figure of the period or currency before stands under the next one’s name; what is new in the books may come later', () => {
  const seen: [Part, Part | null][] = [];
  function Page({ asked }: { asked: Part }) {
    const drawn = useDrawnPart(asked);
    useEffect(() => void seen.push([asked, drawn]), [asked, drawn]);
    return null;
  }
  for (const asked of [part(YEAR, 'EUR'), part(MONTH, 'EUR'), part(MONTH, 'USD'), part(MONTH, 'USD', 1)])
    act(() => root.render(<Page asked={asked} />));
  const scopeOf = ({ period, scope }: Part) => [period.from, scope.currency];
  expect(seen.map(([, drawn]) => drawn && scopeOf(drawn))).toEqual(seen.map(([asked]) => scopeOf(asked)));
  expect(seen.some(([asked, drawn]) => asked !== drawn)).toBe(true);
  expect(seen.at(-1)?.[1]).toBe(seen.at(-1)?.[0]);
});
