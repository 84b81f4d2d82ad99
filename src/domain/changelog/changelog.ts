export type Release = {
  readonly version: string;
  /** `YYYY-MM-DD`, or empty for what is not out yet. */ readonly date: string;
  readonly changes: readonly string[];
};

/** The releases of a changelog in Markdown, in its order: headings `## 1.2.0 — 2026-01-31` with a list below. Everything else is left out. */
export function parseChangelog(markdown: string): Release[] {
  const releases: { version: string; date: string; changes: string[] }[] = [];
  for (const line of markdown.split(/\r?\n/)) {
    const heading = /^## +(\S+)(?: +[—–-] +(\d{4}-\d{2}-\d{2}))?\s*$/.exec(line);
    const item = /^[-*] +(.+)$/.exec(line);
    const last = releases.at(-1);
    if (heading) releases.push({ version: heading[1] ?? '', date: heading[2] ?? '', changes: [] });
    else if (item && last) last.changes.push(item[1]?.trim() ?? '');
    else if (last && /^\s+\S/.test(line) && last.changes.length > 0) last.changes.push(`${last.changes.pop()} ${line.trim()}`);
  }
  return releases;
}

/** The changes that came since a visit that saw `seen`; all of a version that it didn't know. Without an earlier visit nothing is new. */
export function newSince(releases: readonly Release[], seen: Seen | null): ReadonlySet<string> {
  if (seen === null) return new Set();
  return new Set(releases.flatMap(({ version, changes }) => changes.slice(seen[version] ?? 0).map((change) => changeKey(version, change))));
}

/** How many changes of each version were there. A changelog grows at the end of a version's list. */
export type Seen = Readonly<Record<string, number>>;

export const seenOf = (releases: readonly Release[]): Seen =>
  Object.fromEntries(releases.map(({ version, changes }) => [version, changes.length]));

export const changeKey = (version: string, change: string): string => `${version} ${change}`;

export const isSeen = (value: unknown): value is Seen =>
  typeof value === 'object' && value !== null && Object.values(value).every((count) => typeof count === 'number');
