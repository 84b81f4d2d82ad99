import * as z from 'zod/mini';
import { ratesUrl, readPublishedRates } from '#domain/exchange/published-rates.ts';
import { asCaller } from '#functions/_shared/database.ts';
import { endpoint } from '#functions/_shared/endpoint.ts';
import type { FunctionEnv } from '#functions/_shared/env.ts';
import { Refusal } from '#functions/_shared/refusal.ts';

const knownSchema = z.record(z.string(), z.record(z.string(), z.string()));

/** Papers are kept for ten years; what is older than that nobody asks for. */
const YEARS = 10;
const BYTES_MAX = 32 * 1024 * 1024;
const PATIENCE_MS = 50_000;

const noAnswer = (detail: string): Refusal => new Refusal(502, 'exchange_rates_unreachable', detail);

/** The text of an answer, up to a size: what is endless is no list of rates. */
async function textOf(body: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let [text, size] = ['', 0];
  for await (const part of body) {
    size += part.byteLength;
    if (size > BYTES_MAX) throw noAnswer('too_large');
    text += decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
}

async function download(url: string, signal: AbortSignal): Promise<string> {
  try {
    const response = await fetch(url, {
      headers: { accept: 'text/csv' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
    });
    if (response.ok && response.body) return await textOf(response.body);
    await response.body?.cancel();
    throw noAnswer(String(response.status));
  } catch (error) {
    throw error instanceof Refusal ? error : noAnswer('no_connection');
  }
}

/** Null: the operator wants no rates fetched. */
function sourceOf({ EXCHANGE_RATES_URL: given = '' }: FunctionEnv): string | null | undefined {
  if (given === 'off') return null;
  if (given !== '' && !URL.canParse(given)) throw noAnswer('EXCHANGE_RATES_URL');
  return given || undefined;
}

/**
 * Fetches the reference rates that the European Central Bank published since the last that are kept. For a scheduler,
 * once a day: the database tells nobody else what is kept. An answer that cannot be believed changes nothing.
 */
export const handler = endpoint(z.object({}), async (call) => {
  const known = knownSchema.parse(await asCaller(call, 'newest_exchange_rates'));
  const source = sourceOf(call.env);
  if (source === null) return { state: 'off' };
  // The day begins in Kiribati.
  const today = new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10);
  const since = Object.keys(known).toSorted()[0] ?? `${Number(today.slice(0, 4)) - YEARS}-01-01`;
  const read = readPublishedRates(await download(ratesUrl(since, source), call.signal), { known, today });
  if ('fault' in read) throw new Refusal(502, 'exchange_rates_refused', `${read.fault.reason} ${read.fault.at}`);
  const changed = z.int().parse(await asCaller(call, 'store_exchange_rates', { p_days: read.days }));
  return { state: 'updated', changed, newest: Object.keys(read.days).toSorted().at(-1) };
});
