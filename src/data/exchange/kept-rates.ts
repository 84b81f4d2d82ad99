import { patience } from '#data/core/patience.ts';
import type { DeviceDatabase } from '#data/device/device-database.ts';
import type { ExchangeTable, ExchangeYear } from '#domain/exchange/exchange-rates.ts';
import { readSentYear } from '#domain/exchange/sent-year.ts';

/** A year as it lies in `meta` of the device's database, the same for all companies of a person. `table` is null where the server has no rates. */
type KeptYear = { readonly table: ExchangeYear | null; readonly read_at: string };

const keyOf = (year: number) => `exchange:${year}`;

/** The bank publishes once a day; the server looks a few times. */
const FRESH_MS = 6 * 60 * 60_000;
/** How long a tab waits for another one that reads the same. */
const PATIENCE_MS = 20_000;

/** The years that a question about a day may need: in its first months what was published in the year before, too. */
export function yearsFor(day: string): number[] {
  const year = Number(day.slice(0, 4));
  return day.slice(5, 7) <= '02' ? [year - 1, year] : [year];
}

/** The rates that this device has for questions about a day. */
export async function keptRates(device: DeviceDatabase, day: string): Promise<ExchangeTable> {
  const kept = (await device.meta.bulkGet(yearsFor(day).map(keyOf))) as (KeptYear | undefined)[];
  return kept.flatMap((each) => each?.table ?? []);
}

/** A year that was over when it was read stays as it is; examples may make way for what was published. */
const isOver = ({ table }: KeptYear): boolean => table?.source === 'ecb' && Number(table.version.slice(0, 4)) > table.year;
const isFresh = (kept: KeptYear, nowMs: number): boolean => isOver(kept) || Math.abs(nowMs - Date.parse(kept.read_at)) < FRESH_MS;

export type RatesReader = {
  readonly device: DeviceDatabase;
  /** Asks the server for a year: what `exchange_rates` answers. */
  readonly read: (year: number) => Promise<unknown>;
  readonly now: () => Date;
  readonly isOnline: () => boolean;
  readonly locks: LockManager | undefined;
};

async function renewYear({ device, read, now }: RatesReader, year: number): Promise<void> {
  // Another tab may have read it meanwhile.
  const kept = (await device.meta.get(keyOf(year))) as KeptYear | undefined;
  if (kept && isFresh(kept, now().getTime())) return;
  const table = readSentYear(await read(year));
  await device.meta.put({ table, read_at: now().toISOString() } satisfies KeptYear, keyOf(year));
}

/**
 * Brings the rates for questions about a day onto this device, where they are missing or some hours old; one tab asks for all. Offline,
 * or where nobody answers, what is kept stays.
 */
export async function renewRates(reader: RatesReader, day: string): Promise<void> {
  if (!reader.isOnline()) return;
  const renew = async () => {
    for (const year of yearsFor(day)) await renewYear(reader, year);
  };
  const name = `kontor-exchange-${reader.device.userId}`;
  const renewed = reader.locks ? reader.locks.request(name, { signal: patience(PATIENCE_MS) }, renew) : renew();
  await renewed.catch(() => undefined);
}
