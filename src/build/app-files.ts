import { createHash } from 'node:crypto';
import type { HtmlTagDescriptor, Plugin, Rollup } from 'vite';
import { LANGUAGES } from '#platform/i18n/languages.ts';
import { appManifest, manifestFile } from '#platform/pwa/app-manifest.ts';
import { buildFile, LATEST_BUILD } from '#platform/pwa/build-manifest.ts';

/** Names of hashed files say what is in them: the same sources make the same id. */
function buildId(bundle: Rollup.OutputBundle): string {
  const files = Object.keys(bundle).filter((file) => /^assets\/.+\.(js|css)$/.test(file));
  return createHash('sha256').update(files.toSorted().join('\n')).digest('hex').slice(0, 12);
}

const link = (attrs: Record<string, string>): HtmlTagDescriptor => ({ tag: 'link', attrs, injectTo: 'head' });

/** Writes the build manifest, as the latest and by its id, and the web app manifests, and tells the page its build and where they are. */
export function appFiles(): Plugin {
  return {
    name: 'kontor-app-files',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => [
        ...(bundle ? [{ tag: 'meta', attrs: { name: 'build-id', content: buildId(bundle) }, injectTo: 'head' as const }] : []),
        link({ rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }),
        link({ rel: 'apple-touch-icon', href: '/icons/apple-touch-icon.png' }),
        link({ rel: 'manifest', href: `/${manifestFile('en')}` }),
      ],
    },
    generateBundle(_options, bundle) {
      const emit = (fileName: string, content: object) => this.emitFile({ type: 'asset', fileName, source: JSON.stringify(content) });
      const build = { buildId: buildId(bundle), builtAt: new Date().toISOString() };
      for (const file of [LATEST_BUILD, buildFile(build.buildId)]) emit(file, build);
      for (const language of LANGUAGES) emit(manifestFile(language), appManifest(language));
    },
  };
}
