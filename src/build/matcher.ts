import { join } from 'node:path';

const OURS = join(import.meta.dirname, '../data/core/mango-query.ts');

/** What RxDB asks its query library for: its way to it in words of its own files, and the library's comparison of two values. */
const LIBRARY = ['./rx-query-mingo.js', 'mingo/util'];

/** What answers instead, a tenth of the size of what loads first; null for any other module. */
export const matcherFor = (module: string): string | null => (LIBRARY.includes(module) ? OURS : null);
/** The same for a build's list of aliases. */
export const MATCHER = LIBRARY.map((module) => ({ find: new RegExp(`^${module.replaceAll('.', '\\.')}$`), replacement: OURS }));
