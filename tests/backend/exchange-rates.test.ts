import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startRatesRenewal } from '#local/exchange/rates-renewal.ts';
import type { Log } from '#local/server/log.ts';
import { callFunction } from '#platform/supabase/call-function.ts';
import { type Backend, startBackend } from '#tests/support/backend.ts';
import { until } from '#tests/support/patience.ts';

const NAME = 'exchange-rates-update';
const CURRENCIES = 'AUD BRL CAD CHF CNY CZK DKK GBP HKD HUF IDR ILS INR ISK JPY KRW MXN MYR NOK NZD PHP PLN USD ZAR'.split(' ');
const HEAD = 'KEY,FREQ,CURRENCY,CURRENCY_DENOM,EXR_TYPE,EXR_SUFFIX,TIME_PERIOD,OBS_VALUE';

type Change = { readonly leaveOut?: string; readonly set?: Readonly<Record<string, string>> };
/** What the bank's data portal answers for some days: a row for each currency and day. `set` names rows as `day currency`. */
function csv(days: readonly string[], { leaveOut, set = {} }: Change = {}): string {
  const rows = CURRENCIES.filter((currency) => currency !== leaveOut).flatMap((currency) =>
    days.map((day, n) => {
      const rate = set[`${day} ${currency}`] ?? (1.05 + n / 100).toFixed(4);
      return `EXR.D.${currency}.EUR.SP00.A,D,${currency},EUR,SP00,A,${day},${rate}`;
    }),
  );
  return `${[HEAD, ...rows].join('\r\n')}\r\n`;
}
const WEEK = ['2026-11-09', '2026-11-10', '2026-11-11'];

let bank: Server;
let answer: { status?: number; body: string } = { body: '' };
let asked: URL[] = [];
let backend: Backend;

beforeAll(async () => {
  bank = createServer((request, response) => {
    asked.push(new URL(request.url ?? '', 'http://bank'));
    response.writeHead(answer.status ?? 200, { 'content-type': 'text/csv' }).end(answer.body);
  });
  await new Promise<void>((resolve) => bank.listen(0, '127.0.0.1', () => resolve()));
  const { port } = bank.address() as AddressInfo;
  backend = await startBackend({ database: 'own', functionEnv: { EXCHANGE_RATES_URL: `http://127.0.0.1:${port}/EXR?kind=reference` } });
});
afterEach(async () => {
  asked = [];
  await backend.db.query('delete from private.exchange_rates');
});
afterAll(async () => {
  await backend.stop();
  bank.close();
});

const update = () => callFunction(createClient(backend.url, backend.serviceRoleKey), NAME);
const tell = (body: string, status = 200) => {
  answer = { body, status };
  return update();
};
const kept = async (): Promise<string[]> =>
  (await backend.db.query('select day::text, source from private.exchange_rates order by day')).rows.map(
    ({ day, source }) => `${String(day)} ${String(source)}`,
  );
const rateOn = async (day: string): Promise<unknown> =>
  (await backend.db.query("select private.exchange_rate('EUR', 'CHF', $1, 'day') ->> 'rate' as rate", [day])).rows[0]?.['rate'];

describe('reference exchange rates', () => {
  test('come in once, from where they are known on, and take the place of examples', async () => {
    await backend.db.query("insert into private.exchange_rates values ('2026-01-02', 'example', '{\"CHF\": \"2\"}')");
    expect((await tell(csv(WEEK))).data).toEqual({ state: 'updated', changed: 3, newest: '2026-11-11' });
    expect(asked[0]?.searchParams.get('startPeriod')).toMatch(/^\d{4}-01-01$/);
    expect(await kept()).toEqual(WEEK.map((day) => `${day} ecb`));
    expect(await rateOn('2026-11-12')).toBe('1.07');
    expect((await tell(csv([...WEEK, '2026-11-12']))).data).toEqual({ state: 'updated', changed: 1, newest: '2026-11-12' });
    expect(Object.fromEntries(asked[1]?.searchParams ?? [])).toEqual({
      kind: 'reference',
      startPeriod: '2026-11-09',
      detail: 'dataonly',
      format: 'csvdata',
    });
    expect(await rateOn('2026-11-12')).toBe('1.08');
  });

  test('what the bank corrects is corrected, days without a value are none', async () => {
    await tell(csv(WEEK));
    const corrected = csv([...WEEK, '2026-11-12'], {
      set: { '2026-11-11 CHF': '1.0601', ...Object.fromEntries(CURRENCIES.map((each) => [`2026-11-12 ${each}`, each < 'M' ? '' : 'NaN'])) },
    });
    expect((await tell(corrected)).data).toEqual({ state: 'updated', changed: 1, newest: '2026-11-11' });
    expect(await rateOn('2026-11-12')).toBe('1.0601');
  });

  const day = '2026-11-12';
  const more = [...WEEK, day];
  test.each([
    ['a page of something else', '<html><body>Maintenance</body></html>\n', 'unreadable 1'],
    ['nothing', '', 'unreadable end'],
    ['a list without rows', `${HEAD}\r\n`, 'empty end'],
    ['a list that was cut off within a number', csv(more).slice(0, -3), 'unreadable end'],
    ['a list that was cut off after a currency', csv(more, { leaveOut: 'ZAR' }), 'partial 2026-11-09 ZAR'],
    ['a list that was cut off within a day', csv(more.slice(0, -1)).replaceAll(/.*2026-11-1[01],1.*\r\n/g, ''), 'partial 2026-11-10 AUD'],
    ['a rate that is no number', csv(more, { set: { [`${day} USD`]: '1,08' } }), 'unreadable 93'],
    ['a rate below zero', csv(more, { set: { [`${day} USD`]: '-1.08' } }), 'unreadable 93'],
    ['a rate of nothing', csv(more, { set: { [`${day} USD`]: '0.0' } }), 'unreadable 93'],
    ['a rate with its decimals lost', csv(more, { set: { [`${day} CHF`]: '107' } }), `implausible ${day} CHF`],
    ['a rate the other way round', csv(more, { set: { [`${day} PLN`]: '0.42' } }), `implausible ${day} PLN`],
    ['a day that has not come', csv([...WEEK, '2999-01-02']), 'implausible 2999-01-02'],
    ['a day that does not exist', csv([...WEEK, '2026-02-30']), 'unreadable 5'],
    ['a day told twice', csv([...more, day]), 'unreadable 6'],
    ['another base', csv(more).replaceAll(',EUR,', ',USD,'), 'unreadable 2'],
    ['a currency nobody asked for', csv(more).replaceAll('ZAR', 'XAU'), 'unreadable 94'],
    [
      'half of a day',
      csv(more, { set: Object.fromEntries(['AUD', 'BRL', 'CAD'].map((each) => [`${day} ${each}`, ''])) }),
      `partial ${day}`,
    ],
  ])('%s changes nothing', async (_, body, detail) => {
    await tell(csv(WEEK));
    expect(await tell(body)).toMatchObject({ error: 'exchange_rates_refused', status: 502, detail });
    expect(await kept()).toEqual(WEEK.map((each) => `${each} ecb`));
    expect(await rateOn(day)).toBe('1.07');
  });

  test('a first answer is believed only with a dollar that is one, and with what the bank publishes', async () => {
    const dollars = csv(WEEK, { set: Object.fromEntries(WEEK.map((each) => [`${each} USD`, '107'])) });
    expect(await tell(dollars)).toMatchObject({ detail: 'implausible 2026-11-09 USD' });
    expect(await tell(csv(WEEK).replaceAll(/.*,[A-K]\w\w,EUR.*\r\n/g, ''))).toMatchObject({ detail: 'partial 2026-11-09' });
    expect(await kept()).toEqual([]);
  });

  test('are fetched for the platform alone', async () => {
    const stranger = createClient(backend.url, backend.anonKey);
    expect(await callFunction(stranger, NAME)).toMatchObject({ status: 401 });
    expect(asked).toEqual([]);
  });

  test('a bank that does not answer changes nothing', async () => {
    expect(await tell('busy', 503)).toMatchObject({ error: 'exchange_rates_unreachable', status: 502, detail: '503' });
    expect(await kept()).toEqual([]);
  });
});

describe('the server by itself', () => {
  const renewed = (lines: string[], { until: isDone, ...ms }: { until: () => boolean; everyMs?: number; retryMs?: number }) =>
    new Promise<void>((resolve) => {
      const hear = (message: string, fields: object = {}) => void lines.push(`${message} ${JSON.stringify(fields)}`);
      const log: Log = { info: hear, warn: hear, error: hear };
      const renewal = startRatesRenewal({
        source: null,
        address: backend.url,
        serviceKey: backend.serviceRoleKey,
        log,
        firstAfterMs: 0,
        ...ms,
      });
      const look = setInterval(() => {
        if (!isDone()) return;
        clearInterval(look);
        void renewal.stop().then(resolve);
      }, 5);
    });

  test('asks again after a while, and says once why it could not', async () => {
    answer = { body: 'busy', status: 503 };
    const lines: string[] = [];
    await renewed(lines, {
      retryMs: 1,
      until: () => {
        if (asked.length === 3) answer = { body: csv(WEEK) };
        return lines.length === 2;
      },
    });
    expect(lines).toEqual([
      'exchange rates not renewed, tried again every hour {"why":"exchange_rates_unreachable: 503"}',
      'exchange rates renewed {"newest":"2026-11-11"}',
    ]);
  });

  test('asks again every few hours, and says nothing where nothing is new', async () => {
    answer = { body: csv(WEEK) };
    const lines: string[] = [];
    await renewed(lines, { everyMs: 1, until: () => asked.length >= 4 });
    expect(lines).toHaveLength(1);
  });
});

test('a server whose operator wants none fetched asks nobody', async () => {
  const quiet = await startBackend({ functionEnv: { EXCHANGE_RATES_URL: 'off' } });
  const client = createClient(quiet.url, quiet.serviceRoleKey);
  expect((await callFunction(client, NAME)).data).toEqual({ state: 'off' });
  await quiet.stop();
  const address = `http://127.0.0.1:${(bank.address() as AddressInfo).port}`;
  const log: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const [off, on] = ['off', null].map((source) =>
    startRatesRenewal({ source, address: `${address}/${source ?? 'on'}`, serviceKey: '', log, firstAfterMs: 0, retryMs: 1 }),
  );
  await until(() => asked.filter(({ pathname }) => pathname.startsWith('/on/')).length >= 3);
  await off?.stop();
  await on?.stop();
  expect(asked.filter(({ pathname }) => pathname.startsWith('/off/'))).toEqual([]);
});
