import { expect, test } from 'vitest';
import { convertMinor, type ExchangeYear, exchangeRate, parseRate } from './exchange-rates.ts';

const year = (of: Partial<ExchangeYear> & Pick<ExchangeYear, 'days' | 'rates'>): ExchangeYear => ({
  year: 2026,
  source: 'ecb',
  version: `2026-${of.days.at(-1)}`,
  ...of,
});
const usd = { from: 'USD', to: 'EUR' } as const;
const weeks = year({
  days: ['10-29', '10-30', '11-02', '11-03'],
  rates: { USD: ['1.08', '1.09', '1.1', '1.25'], JPY: ['160', '160.5', '161', '162'], GBP: ['0.8', '0.85', null, '0.9'] },
});

test('the rate published last before the day holds, over a weekend that of Friday', () => {
  const found = exchangeRate([weeks], { ...usd, day: '2026-11-01', rates: 'day' });
  expect(found).toEqual({ rate: '0.917431192661', day: '2026-10-30', source: 'ecb', version: '2026-11-03', provisional: false });
});

test('after the newest publication its rate holds for a month and is marked, and then none', () => {
  const on = (day: string) => exchangeRate([weeks], { ...usd, day, rates: 'day' });
  expect(on('2026-11-04')).toMatchObject({ rate: '0.8', day: '2026-11-03', provisional: true });
  expect(on('2026-12-04')).toMatchObject({ day: '2026-11-03', provisional: true });
  expect(on('2026-12-05')).toBeNull();
  expect(on('2026-10-28')).toBeNull();
});

test('a currency that is published no more has no rate', () => {
  const on = (day: string) => exchangeRate([weeks], { from: 'GBP', to: 'EUR', day, rates: 'day' })?.rate;
  expect([on('2026-10-30'), on('2026-11-02'), on('2026-11-03')]).toEqual(['1.176470588235', undefined, '1.111111111111']);
});

test('two currencies meet by way of the euro', () => {
  expect(exchangeRate([weeks], { from: 'USD', to: 'JPY', day: '2026-11-03', rates: 'day' })?.rate).toBe('129.6');
});

test('the average of a month has the decimals of the currency, and stands once a later day is known', () => {
  const november = (currency: string) => exchangeRate([weeks], { from: 'EUR', to: currency, day: '2026-10-05', rates: 'month' });
  expect(november('USD')).toEqual({ rate: '1.085', day: '2026-10-30', source: 'ecb', version: '2026-11-03', provisional: false });
  expect([november('JPY')?.rate, november('GBP')?.rate]).toEqual(['160.25', '0.825']);
});

test('while a month is not over the average of the one before holds, and is marked', () => {
  const on = (day: string) => exchangeRate([weeks], { from: 'EUR', to: 'USD', day, rates: 'month' });
  expect(on('2026-11-03')).toMatchObject({ rate: '1.085', day: '2026-10-30', provisional: true });
  expect(on('2026-12-01')).toMatchObject({ rate: '1.175', day: '2026-11-03', provisional: true });
  expect(on('2027-01-31')).toMatchObject({ rate: '1.175', day: '2026-11-03', provisional: true });
  expect(on('2027-02-01')).toBeNull();
});

test('a day in January goes by the last one of December', () => {
  const table = [year({ days: ['01-04'], rates: { USD: ['1.2'] } }), year({ year: 2025, days: ['12-31'], rates: { USD: ['1.1'] } })];
  expect(exchangeRate(table, { from: 'EUR', to: 'USD', day: '2026-01-02', rates: 'day' })).toMatchObject({
    rate: '1.1',
    day: '2025-12-31',
  });
});

test('without a table, or for the same currency, there is no rate', () => {
  expect(exchangeRate([], { ...usd, day: '2026-11-03', rates: 'day' })).toBeNull();
  expect(exchangeRate([weeks], { from: 'USD', to: 'USD', day: '2026-11-03', rates: 'day' })).toBeNull();
});

test('amounts are converted with the decimals of both currencies, a half away from zero', () => {
  expect(convertMinor(10_000n, '0.0058', 'JPY', 'EUR')).toBe(5800n);
  expect(convertMinor(12_345n, '162', 'EUR', 'JPY')).toBe(19_999n);
  expect(convertMinor(1_000n, '3', 'KWD', 'EUR')).toBe(300n);
  expect(convertMinor(100n, '0.305', 'EUR', 'KWD')).toBe(305n);
  expect([convertMinor(1n, '0.5', 'EUR', 'USD'), convertMinor(-1n, '0.5', 'EUR', 'USD')]).toEqual([1n, -1n]);
});

test('what is no positive number written out is no rate', () => {
  for (const text of ['', '0', '0.00', '-1', '1e3', '1,5', 'NaN', '.5', '1.']) expect(() => parseRate(text), text).toThrow(RangeError);
});
