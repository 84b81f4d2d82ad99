import { join } from 'node:path';
import { LIBRARY, MATCHER } from './matcher.ts';
import { defaultClientConditions, type Plugin, type Rollup } from 'vite';

type Bundle = Rollup.OutputBundle;
type GetInfo = (id: string) => { readonly importedIds: readonly string[] } | null;

const root = join(import.meta.dirname, '../..');

/**
 * Cuts the app for a quick first visit. `index` is the shell; `start` is everything that the module behind it imports, in one file,
 * because many small files compress badly; it downloads beside the shell instead of after it has run. Every page is a chunk of its own.
 */
export function startChunks(module: string): Plugin {
  let behind: ReadonlySet<string> | undefined;
  return {
    name: 'kontor-start-chunks',
    apply: 'build',
    config: () => ({
      resolve: {
        // The packages' builds for current browsers; by default they name what was compiled for ES5.
        conditions: ['es2015', ...defaultClientConditions],
        alias: [
          { find: /^dexie$/, replacement: join(root, 'node_modules/dexie/dist/modern/dexie.mjs') },
          { find: LIBRARY, replacement: MATCHER },
          { find: /^\.\/methods\/(indexed-db|localstorage)\.js$/, replacement: join(import.meta.dirname, 'lone-channel.ts') },
        ],
      },
      build: {
        // The scripts of every page would be a tenth of the start; `nameAllImports` leaves them to the pages.
        modulePreload: { resolveDependencies: (_file, files) => files.filter((file) => file.endsWith('.css')) },
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'shell', tags: ['$initial' as const], priority: 2 },
                {
                  name(id: string, context: { getModuleInfo: GetInfo }) {
                    behind ??= ownImports(join(root, module), (each) => context.getModuleInfo(each));
                    return behind.has(id) ? 'start' : null;
                  },
                  priority: 1,
                },
              ],
            },
          },
        },
      },
    }),
    generateBundle: (_options, bundle) => nameAllImports(bundle, startOf(bundle, module)),
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const { shell, start } = startOf(bundle, module);
        return without(start, shell).map((file) => ({
          tag: 'link',
          // Low priority: the shell goes first.
          attrs: { rel: 'modulepreload', fetchpriority: 'low', crossorigin: true, href: `/${file}` },
          injectTo: 'head' as const,
        }));
      },
    },
  };
}

/** The app's own files that a module imports, directly or not. What they take from packages follows them. */
function ownImports(module: string, infoOf: GetInfo): Set<string> {
  const found = new Set<string>();
  const queue = [module];
  for (const id of queue) {
    for (const next of infoOf(id)?.importedIds ?? []) {
      if (!next.startsWith(join(root, 'src')) || found.has(next)) continue;
      found.add(next);
      queue.push(next);
    }
  }
  return found;
}

/** The files that load without anybody asking for a page. */
function startOf(bundle: Bundle, module: string): { shell: Set<string>; start: Set<string> } {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const withImports = (chunk?: Rollup.OutputChunk) => new Set(chunk ? [chunk.fileName, ...allImports(bundle, chunk)] : []);
  const shell = withImports(chunks.find(({ isEntry }) => isEntry));
  return { shell, start: withImports(chunks.find(({ facadeModuleId }) => facadeModuleId === join(root, module))) };
}

function allImports(bundle: Bundle, chunk: Rollup.OutputChunk, found = new Set<string>()): Set<string> {
  for (const file of chunk.imports) {
    const next = bundle[file];
    if (next?.type !== 'chunk' || found.has(file)) continue;
    found.add(file);
    allImports(bundle, next, found);
  }
  return found;
}

/** A page names what its imports import, so that the browser fetches all of it at once instead of one after the other. */
function nameAllImports(bundle: Bundle, { shell, start }: { shell: Set<string>; start: Set<string> }): void {
  for (const chunk of Object.values(bundle)) {
    if (chunk.type !== 'chunk' || !chunk.isDynamicEntry) continue;
    const known = new Set([...shell, ...start, ...chunk.imports]);
    const later = without(allImports(bundle, chunk), known);
    chunk.code += later.map((file) => `import"./${file.replace('assets/', '')}";`).join('');
  }
}

const without = (files: ReadonlySet<string>, known: ReadonlySet<string>): string[] => [...files].filter((file) => !known.has(file));
