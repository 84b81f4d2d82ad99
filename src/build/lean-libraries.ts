import { join } from 'node:path';
import type { Plugin } from 'vite';
import { MATCHER } from './matcher.ts';

const TEXTS = join(import.meta.dirname, 'page-texts.ts');
const DEXIE = join(import.meta.dirname, '../../node_modules/dexie/dist/modern/dexie.mjs');

/**
 * Layers of Dexie that no database of the app uses: it is opened with `cache: 'disabled'`, in tests too, and nobody hooks into its tables.
 * Where they are not put in, the minifier leaves their code out.
 */
const UNUSED_LAYERS = ['this.use(cacheMiddleware);', 'this.use(hooksMiddleware);'];

/** What loads first without the parts of libraries that the app has no use for. */
export function leanLibraries(): Plugin {
  return {
    name: 'kontor-lean-libraries',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      resolve: {
        alias: [
          { find: /^dexie$/, replacement: DEXIE },
          { find: /^broadcast-channel$/, replacement: join(import.meta.dirname, 'tab-channel.ts') },
          ...MATCHER,
        ],
      },
    }),
    resolveId: (module, importer) => (module === 'react-i18next' && importer !== TEXTS ? TEXTS : null),
    transform(code, id) {
      if (id !== DEXIE) return null;
      return UNUSED_LAYERS.reduce((rest, layer) => {
        const [before, after, ...more] = rest.split(layer);
        if (before === undefined || after === undefined || more.length > 0) throw new Error(`Dexie has no ${layer} any more.`);
        return before + after;
      }, code);
    },
  };
}
