import type { Access } from '#domain/access/access.ts';
import { DIRECTORY_NAMES, directories } from '#domain/directories.ts';
import { routeOf } from '#app/routes.tsx';
import { isAllowed } from './navigation.ts';

/** What has a page on which one is made, by its address; `texts` say what "+" means there. */
const AREAS = [
  { texts: 'expenses', path: '/finance/expenses' },
  { texts: 'invoices', path: '/finance/invoices' },
  ...DIRECTORY_NAMES.map((name) => ({ texts: directories[name].texts, path: directories[name].page.path })),
] as const;
export type CreateTarget = { readonly texts: (typeof AREAS)[number]['texts']; readonly path: string };

/** What "+" makes on a phone: a record of the area one is in, anywhere else an expense. Null when the person may make neither. */
export function createTarget(pathname: string, access: Access): CreateTarget | null {
  const here = AREAS.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`));
  const targets = [here ?? AREAS[0], AREAS[0]].map(({ texts, path }) => ({ texts, path: `${path}/create` }));
  return targets.find(({ path }) => isAllowed(access, routeOf(path)?.permissions)) ?? null;
}
