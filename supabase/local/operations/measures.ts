/** Counts and sizes in Prometheus' text format 0.0.4 (https://prometheus.io/docs/instrumenting/exposition_formats). */

export type Labels = Readonly<Record<string, string>>;
export type Counter = { add(labels?: Labels, by?: number): void; /** Over all labels. */ total(): number };
export type Histogram = { observe(value: number, labels?: Labels): void };

type Part = { lines(): string[] };
type About = { readonly name: string; readonly help: string };

const escaped = (text: string): string =>
  text
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`);
const labelled = (labels: Labels): string => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
};
const heading = ({ name, help }: About, type: string): string[] => [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];

/** In seconds: most answers take a few milliseconds, a page of many records some hundred. */
const BOUNDS = [0.005, 0.02, 0.1, 0.5, 2, 10];

function createCounter(about: About): Counter & Part {
  const values = new Map<string, number>();
  return {
    add(labels = {}, by = 1) {
      const key = labelled(labels);
      values.set(key, (values.get(key) ?? 0) + by);
    },
    total: () => [...values.values()].reduce((sum, value) => sum + value, 0),
    lines: () => [
      ...heading(about, 'counter'),
      ...(values.size === 0 ? [`${about.name} 0`] : [...values].map(([key, value]) => `${about.name}${key} ${value}`)),
    ],
  };
}

function createHistogram(about: About): Histogram & Part {
  const series = new Map<string, { labels: Labels; counts: number[]; sum: number; count: number }>();
  return {
    observe(value, labels = {}) {
      const key = labelled(labels);
      const one = series.get(key) ?? { labels, counts: BOUNDS.map(() => 0), sum: 0, count: 0 };
      series.set(key, one);
      for (const [place, bound] of BOUNDS.entries()) if (value <= bound) one.counts[place] = (one.counts[place] ?? 0) + 1;
      one.sum += value;
      one.count += 1;
    },
    lines: () => [
      ...heading(about, 'histogram'),
      ...[...series.values()].flatMap(({ labels, counts, sum, count }) => [
        ...BOUNDS.map((bound, place) => `${about.name}_bucket${labelled({ ...labels, le: String(bound) })} ${counts[place]}`),
        `${about.name}_bucket${labelled({ ...labels, le: '+Inf' })} ${count}`,
        `${about.name}_sum${labelled(labels)} ${Number(sum.toFixed(6))}`,
        `${about.name}_count${labelled(labels)} ${count}`,
      ]),
    ],
  };
}

/** Everything that is counted on one server. */
export function createRegistry() {
  const parts: Part[] = [];
  const kept = <P extends Part>(part: P): P => {
    parts.push(part);
    return part;
  };
  return {
    counter: (name: string, help: string): Counter => kept(createCounter({ name, help })),
    histogram: (name: string, help: string): Histogram => kept(createHistogram({ name, help })),
    /** Asked each time; what is null is left out. */
    gauge(name: string, help: string, read: () => number | null): void {
      kept({
        lines() {
          const value = read();
          return value === null ? [] : [...heading({ name, help }, 'gauge'), `${name} ${value}`];
        },
      });
    },
    /** All of it as text. */
    text(): string {
      return `${parts.flatMap((part) => part.lines()).join('\n')}\n`;
    },
  };
}

/** What the parts of a server count while they work. */
export function createMeasures() {
  const registry = createRegistry();
  return {
    registry,
    requests: registry.counter('kontor_requests_total', 'Requests that were answered.'),
    requestSeconds: registry.histogram('kontor_request_seconds', 'Seconds from a request to the end of its answer.'),
    pulls: registry.counter('kontor_pulls_total', 'Pages of changes that devices fetched.'),
    pushes: registry.counter('kontor_pushes_total', 'Packets of changes that devices sent.'),
    statements: registry.counter('kontor_statements_total', 'Statements that the database answered.'),
    slowStatements: registry.counter('kontor_slow_statements_total', 'Statements that took longer than SLOW_STATEMENT_MS.'),
    running: { statements: 0 },
  };
}
export type Measures = ReturnType<typeof createMeasures>;
