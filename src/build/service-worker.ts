import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { build, type Plugin, type ResolvedConfig } from 'vite';

const SOURCE = 'sw/sw.ts';
const FILE = 'sw.js';
/** What a device keeps to open the app without a network; pictures and manifests are fetched by the browser alone. */
const KEPT = /\.(?:js|css|html|woff2|ttf)$|^locales\/[^/]+\.json$|^favicon\.svg$/;
/** What has a hash in its name needs no revision: such files are taken from the HTTP cache. */
const NAMED_BY_CONTENT = /^assets\//;

type KeptFile = { readonly url: string; readonly revision: string | null };

/** The files of a built app that its worker keeps, by name; a file whose name says nothing of its content has a revision. */
export function keptFiles(dist: string): KeptFile[] {
  return readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(dist, join(parentPath, name)).replaceAll('\\', '/'))
    .filter((url) => url !== FILE && KEPT.test(url))
    .toSorted()
    .map((url) => ({ url, revision: NAMED_BY_CONTENT.test(url) ? null : revision(join(dist, url)) }));
}

const revision = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 32);

/** Builds the service worker once everything that it keeps is written; the app registers it itself (`platform/pwa`). */
export function serviceWorker(): Plugin {
  let app: ResolvedConfig | undefined;
  return {
    name: 'kontor-service-worker',
    apply: 'build',
    configResolved: (config) => void (app = config),
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler(error) {
        if (app && !error) await buildWorker(app);
      },
    },
  };
}

async function buildWorker({ root, mode, logLevel, build: { outDir, target } }: ResolvedConfig): Promise<void> {
  const dist = resolve(root, outDir);
  await build({
    root,
    mode,
    logLevel: logLevel ?? 'warn',
    configFile: false,
    publicDir: false,
    define: { 'process.env.NODE_ENV': JSON.stringify('production'), 'self.__WB_MANIFEST': JSON.stringify(keptFiles(dist)) },
    build: {
      target,
      outDir: dist,
      emptyOutDir: false,
      sourcemap: false,
      reportCompressedSize: false,
      // A classic script: module workers are newer than the browsers we promise.
      lib: { entry: join(root, SOURCE), name: 'app', formats: ['iife'] },
      rolldownOptions: { output: { entryFileNames: FILE } },
    },
  });
}
