import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Bench, ceilingRow } from './report.ts';

type Chunk = {
  file: string;
  isEntry?: boolean;
  isDynamicEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
  src?: string;
};

/** Sizes of the built app against DESIGN §11, from Vite's own manifest: no guess about which chunk loads when. */
export const bytes: Bench = {
  name: 'bytes',
  async *run() {
    const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8')) as Record<string, Chunk>;
    const gzip = (file: string) => gzipSync(readFileSync(join('dist', file)), { level: 9 }).length / 1000;
    const closure = (key: string, seen = new Set<string>()): Set<string> => {
      if (seen.has(key)) return seen;
      seen.add(key);
      for (const next of manifest[key]?.imports ?? []) closure(next, seen);
      return seen;
    };
    const sum = (files: Iterable<string>) => [...new Set(files)].reduce((total, file) => total + gzip(file), 0);
    const filesOf = (keys: Iterable<string>) => [...keys].map((key) => manifest[key]?.file ?? '').filter((file) => file.endsWith('.js'));
    const cssOf = (keys: Iterable<string>) => [...keys].flatMap((key) => manifest[key]?.css ?? []);

    const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry) ?? '';
    const shell = closure(entry);
    yield ceilingRow({ bench: 'bytes: shell JavaScript, gzip', value: sum(filesOf(shell)), unit: 'kB', runs: 1 }, 130);
    yield ceilingRow({ bench: 'bytes: shell CSS, gzip', value: sum(cssOf(shell)), unit: 'kB', runs: 1 }, 10);

    const dataEntries = Object.keys(manifest).filter((key) => manifest[key]?.isDynamicEntry && key.startsWith('src/data/'));
    const data = new Set(dataEntries.flatMap((key) => [...closure(key)]).filter((key) => !shell.has(key)));
    yield ceilingRow(
      { bench: 'bytes: data layer, gzip', value: sum(filesOf(data)), unit: 'kB', runs: 1, note: dataEntries.join(', ') },
      140,
    );

    const routes = Object.keys(manifest).filter((key) => manifest[key]?.isDynamicEntry && /Page\.tsx$/.test(key));
    const largest = routes.map((key) => ({ key, size: gzip(manifest[key]?.file ?? '') })).sort((a, b) => b.size - a.size)[0];
    if (largest)
      yield ceilingRow({ bench: 'bytes: largest route chunk, gzip', value: largest.size, unit: 'kB', runs: 1, note: largest.key }, 50);

    const worker = readFileSync('dist/sw.js', 'utf8');
    const precached = readdirSync('dist', { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => join(file.parentPath, file.name).slice('dist/'.length))
      .filter((file) => worker.includes(`"${file}"`));
    yield ceilingRow(
      { bench: 'bytes: precache over the wire, gzip', value: sum(precached), unit: 'kB', runs: 1, note: `${precached.length} files` },
      1000,
    );
  },
};
