import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { LANGUAGES } from '#platform/i18n/languages.ts';

const virtualId = 'virtual:locale-versions';

/** Joins `locales/<lng>/<namespace>.json` into one bundle per language. */
export function readLocale(folder: string, language: string): Record<string, unknown> {
  const files = readdirSync(join(folder, language)).filter((file) => file.endsWith('.json'));
  return Object.fromEntries(
    files.sort().map((file) => [file.slice(0, -'.json'.length), JSON.parse(readFileSync(join(folder, language, file), 'utf8'))]),
  );
}

/**
 * Serves and emits `/locales/<lng>.json` and tells the app their content hashes: the bundles are cached for 24 hours,
 * so a new build asks for them under a new `?v=`.
 */
export function locales(folder: string): Plugin {
  const bundle = (language: string) => JSON.stringify(readLocale(folder, language));
  const version = (language: string) => createHash('sha256').update(bundle(language)).digest('hex').slice(0, 10);
  return {
    name: 'kontor-locales',
    resolveId: (id) => (id === virtualId ? `\0${virtualId}` : null),
    load: (id) =>
      id === `\0${virtualId}`
        ? `export const localeVersions = ${JSON.stringify(Object.fromEntries(LANGUAGES.map((lng) => [lng, version(lng)])))};`
        : null,
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const language = LANGUAGES.find((lng) => request.url?.split('?')[0] === `/locales/${lng}.json`);
        if (!language) return next();
        response.setHeader('content-type', 'application/json; charset=utf-8');
        response.setHeader('cache-control', 'no-cache');
        response.end(bundle(language));
      });
    },
    transformIndexHtml: {
      order: 'post',
      // Read by before-paint.js.
      handler: (html, { bundle }) => {
        const addresses = Object.fromEntries(LANGUAGES.map((lng) => [lng, `/locales/${lng}.json?v=${version(lng)}`]));
        return bundle ? html.replace('src="/before-paint.js"', (tag) => `${tag} data-texts='${JSON.stringify(addresses)}'`) : html;
      },
    },
    generateBundle() {
      for (const language of LANGUAGES) this.emitFile({ type: 'asset', fileName: `locales/${language}.json`, source: bundle(language) });
    },
  };
}
