import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { isKeptLater } from '#sw/kept-later.ts';
import { keptFiles } from './kept-files.ts';
import { type Bench, ceilingRow, comparisonRow } from './report.ts';

type Chunk = { file: string; isEntry?: boolean; isDynamicEntry?: boolean; imports?: string[]; css?: string[] };
type Manifest = Readonly<Record<string, Chunk>>;

/** What index.html asks for beside the shell, so that nobody waits for it twice. */
const PARALLEL = 'src/app/RoutedApp.tsx';
/** The chunk that a signed-in person's page asks for as well. */
const COMPANY = '_company-';
const CLIENT = 'node_modules/@supabase/ssr/dist/module/index.js';
/** Packed already: the server sends them as they are. */
const PACKED = new Set(['.woff2', '.png', '.jpg', '.webp']);

/** Sizes of the built app against DESIGN §11, from Vite's own manifest: no guess about which chunk loads when. */
export const bytes: Bench = {
  name: 'bytes',
  async *run({ builds }) {
    const manifest = JSON.parse(readFileSync(join(builds.app, '.vite/manifest.json'), 'utf8')) as Manifest;
    const wire = (file: string): number => {
      const content = readFileSync(join(builds.app, file));
      return (PACKED.has(extname(file)) ? content : gzipSync(content, { level: 9 })).length / 1000;
    };
    const sum = (files: Iterable<string>): number => [...new Set(files)].reduce((total, file) => total + wire(file), 0);
    const scripts = (keys: Iterable<string>): string[] => [...keys].map((key) => fileOf(manifest, key));
    const styles = (keys: Iterable<string>): string[] => [...keys].flatMap((key) => manifest[key]?.css ?? []);
    const row = (bench: string, value: number, note?: string) => ({
      bench: `bytes: ${bench}, gzip`,
      value,
      unit: 'kB' as const,
      runs: 1,
      ...(note ? { note } : {}),
    });

    const shell = withImports(manifest, 'index.html');
    const start = new Set([...shell, ...withImports(manifest, PARALLEL)]);
    const parallel = [...start].filter((key) => !shell.has(key));
    const both = sum(scripts(start)).toFixed(1);
    yield ceilingRow(row('shell JavaScript', sum(scripts(shell))), 130);
    yield ceilingRow(row('shell CSS', sum(styles(shell))), 10);
    const frame = sum(scripts(parallel));
    yield ceilingRow(row("the app's frame, in parallel", frame, `shell and this together ${both} kB`), 45);
    const company = Object.keys(manifest).filter((key) => key.startsWith(COMPANY) && key.endsWith('.js'));
    const data = sum(scripts(company));
    yield ceilingRow(row('data layer, in parallel when signed in', data, `with the frame ${(frame + data).toFixed(1)} kB`), 100);
    yield comparisonRow(row("the backend's client, loaded with the first request", wire(fileOf(manifest, CLIENT))));

    const pages = Object.keys(manifest).filter((key) => manifest[key]?.isDynamicEntry && key.endsWith('Page.tsx'));
    const own = largest(pages, (key) => wire(fileOf(manifest, key)));
    yield ceilingRow(row('largest route chunk', own.size, own.key), 50);
    const brought = largest(pages, (key) => sum(scripts([...withImports(manifest, key)].filter((each) => !start.has(each)))));
    yield comparisonRow(row('most that a route brings along, shared chunks included', brought.size, brought.key));

    const kept = keptFiles(readFileSync(join(builds.app, 'sw.js'), 'utf8'));
    const precached = kept.filter((file) => !isKeptLater(file));
    yield ceilingRow(row('whole precache', sum(precached), `${precached.length} files`), 1000);
    yield comparisonRow(row('kept on the device after that, when the app has settled', sum(kept.filter(isKeptLater))));
  },
};

function fileOf(manifest: Manifest, key: string): string {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`the build has no ${key} any more`);
  return chunk.file;
}

function withImports(manifest: Manifest, key: string, seen = new Set<string>()): Set<string> {
  fileOf(manifest, key);
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const next of manifest[key]?.imports ?? []) withImports(manifest, next, seen);
  return seen;
}

function largest(keys: readonly string[], sizeOf: (key: string) => number): { key: string; size: number } {
  const [first] = keys.map((key) => ({ key, size: sizeOf(key) })).sort((a, b) => b.size - a.size);
  if (!first) throw new Error('the build has no pages');
  return first;
}
