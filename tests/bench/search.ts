import { createSearchIndex, SEARCH_KINDS, type SearchEntry } from '#domain/search/search-index.ts';
import { amountToken } from '#domain/search/search-text.ts';
import { type Bench, ceilingRow, percentile } from './report.ts';

const RUNS = 40;
const ENTRIES = 50_000;
const QUERIES = ['m', 'muller', 'hafen bahn', '1234,5', 'inv-2026-17', 'nothing like this', 'berat', '50.000'];
const NAMES = ['Müller & Söhne', 'Hafenkontor', 'Deutsche Bahn', 'Atelier Lindgrün', 'Brightwater', 'Łódź Meble', 'Weiß AG'];

/** Four in five are these. */
const MANY = ['invoices', 'expenses'] as const;

function entryOf(n: number): SearchEntry {
  const kind = (n % 10 < 8 ? MANY[n % 2] : SEARCH_KINDS[n % SEARCH_KINDS.length]) ?? 'invoices';
  const title = kind === 'invoices' ? `INV-2026-${n}` : `${NAMES[n % NAMES.length]} ${n}`;
  const text = `Beratung und Gestaltung, Abschnitt ${n}, Besprechung vor Ort, ${amountToken((n * 7919) % 100_000)} ${n}@kunde.example`;
  return { kind, id: String(n), title, text, partnerId: n % 2 ? String((n % 500) * 10 + 8) : null, day: `2026-01-${(n % 28) + 1}` };
}

/** Answers of the command palette, without the reading of the records it shows. */
export const searchBench: Bench = {
  name: 'search',
  async *run() {
    const entries = Array.from({ length: ENTRIES }, (_, n) => entryOf(n));
    const index = createSearchIndex();
    const started = performance.now();
    for (const entry of entries) index.set(entry);
    const built = performance.now() - started;
    yield ceilingRow({ bench: 'search.build', value: built, unit: 'ms', runs: 1, rows: ENTRIES }, 1000);
    const times = Array.from({ length: RUNS }, (_, run) => QUERIES[run % QUERIES.length] ?? '').map((query) => {
      const asked = performance.now();
      index.search(query, { limit: 5 });
      return performance.now() - asked;
    });
    yield ceilingRow({ bench: 'search.answer_p95', value: percentile(times, 95), unit: 'ms', runs: RUNS, rows: ENTRIES }, 50);
  },
};
