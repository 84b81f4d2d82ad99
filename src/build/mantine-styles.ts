import type { Plugin } from 'vite';

const stylesOfModule = /@mantine\/(core|notifications|dates)\/esm\/.*\/(\w+)\.module\.mjs$/;

/**
 * Lets every Mantine component bring its own layered stylesheet, so that a page loads the CSS of what it shows and nobody keeps a list.
 * The dev server bundles dependencies beforehand and takes the whole stylesheet instead.
 */
export function mantineStyles(): Plugin {
  let isServing = false;
  return {
    name: 'kontor-mantine-styles',
    enforce: 'pre',
    configResolved(config) {
      isServing = config.command === 'serve';
    },
    transform(code, id) {
      const [, kit, component] = stylesOfModule.exec(id.split('?')[0] ?? '') ?? [];
      if (isServing || kit !== 'core' || !component) return null;
      return { code: `import '@mantine/core/styles/${component}.layer.css';\n${code}`, map: null, moduleSideEffects: true };
    },
    transformIndexHtml: {
      order: 'pre',
      handler: () =>
        isServing
          ? [{ tag: 'link', attrs: { rel: 'stylesheet', href: '/node_modules/@mantine/core/styles.layer.css' }, injectTo: 'head' }]
          : [],
    },
  };
}
