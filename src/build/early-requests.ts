import { join } from 'node:path';
import type { HtmlTagDescriptor, Plugin, Rollup } from 'vite';
import { COMPANY } from './start-chunks.ts';

type Bundle = Rollup.OutputBundle;
type Files = ReadonlySet<string>;

/** The public script that runs before the first paint and asks for what its tag names. */
const BEFORE_PAINT = 'src="/before-paint.js"';
const FIRST_PAGE = { 'data-signed-in': 'src/features/dashboard/DashboardPage.tsx', 'data-signed-out': 'src/features/auth/LoginPage.tsx' };

const root = join(import.meta.dirname, '../..');

/**
 * Lets the page ask for everything it begins with at once, instead of for one after the other has run: what the module behind the shell
 * imports by tags, and what the first page imports on top of that, which depends on the visitor, by the script that runs before the first paint.
 */
export function earlyRequests(module: string): Plugin {
  return {
    name: 'kontor-early-requests',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return html;
        const shell = withImports(bundle, Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry)?.fileName);
        const start = without(withImports(bundle, fileWith(bundle, module)), shell);
        const firstPages = Object.entries(FIRST_PAGE).map(([visitor, page]) => {
          const files = without(without(withImports(bundle, fileWith(bundle, page)), shell), start);
          return `${visitor}='${JSON.stringify(withStyles(bundle, files))}'`;
        });
        if (withImports(bundle, fileWith(bundle, FIRST_PAGE['data-signed-out'])).has(fileWith(bundle, COMPANY)))
          throw new Error('The sign-in page imports the local data layer: nobody needs that before signing in.');
        return {
          html: html.replace(BEFORE_PAINT, (tag) => [tag, ...firstPages].join(' ')),
          tags: withStyles(bundle, start).map(preload),
        };
      },
    },
  };
}

/** Low priority: the shell goes first. */
const preload = (href: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: {
    ...(href.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' }),
    fetchpriority: 'low',
    crossorigin: true,
    href,
  },
  injectTo: 'head',
});

/** The file that a module ended up in. */
function fileWith(bundle: Bundle, module: string): string {
  const id = join(root, module);
  const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.moduleIds.includes(id));
  if (!chunk) throw new Error(`early-requests.ts names ${module}, which is no part of the app.`);
  return chunk.fileName;
}

/** A file and all that it imports, directly or not. */
function withImports(bundle: Bundle, file: string | undefined, found = new Set<string>()): Set<string> {
  const chunk = file === undefined ? undefined : bundle[file];
  if (chunk?.type !== 'chunk' || found.has(chunk.fileName)) return found;
  found.add(chunk.fileName);
  for (const next of chunk.imports) withImports(bundle, next, found);
  return found;
}

/** Addresses of chunks and of their style sheets. */
function withStyles(bundle: Bundle, files: Files): string[] {
  const stylesOf = (file: string): Iterable<string> => {
    const chunk = bundle[file];
    return chunk?.type === 'chunk' ? (chunk.viteMetadata?.importedCss ?? []) : [];
  };
  return [...files, ...[...files].flatMap((file) => [...stylesOf(file)])].map((file) => `/${file}`);
}

const without = (files: Files, known: Files): Set<string> => new Set([...files].filter((file) => !known.has(file)));
