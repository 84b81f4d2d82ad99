import type { Plugin } from 'vite';

/**
 * Names the chunks of the app behind the first chunk in index.html, so that the data layer downloads beside the shell instead of
 * after it has run. Low priority: the shell goes first.
 */
export function parallelStart(module: string): Plugin {
  return {
    name: 'kontor-parallel-start',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const entry = chunks.find(({ isEntry }) => isEntry);
        const start = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
        const known = new Set([entry?.fileName, ...(entry?.imports ?? [])]);
        const wanted = start ? [start.fileName, ...start.imports].filter((file) => !known.has(file)) : [];
        return wanted.map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', fetchpriority: 'low', crossorigin: true, href: `/${file}` },
          injectTo: 'head' as const,
        }));
      },
    },
  };
}
