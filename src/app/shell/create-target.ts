import type { Access } from '#domain/access/access.ts';
import { DIRECTORY_NAMES, directories } from '#domain/directories.ts';
import { routeOf } from '#app/routes.tsx';
import { isAllowed } from './navigation.ts';

export const NEW_EXPENSE = '/finance/expenses/create';

/** What "+" offers everywhere, most wanted first; `texts` say what it is called. */
const ALWAYS = [
  { texts: 'expenses', path: NEW_EXPENSE },
  { texts: 'invoices', path: '/finance/invoices/create' },
] as const;
/** Where one more thing is made, by its address. */
const AREAS = DIRECTORY_NAMES.map((name) => ({ texts: directories[name].texts, path: directories[name].page.path }));

export type CreateTarget = { readonly texts: (typeof ALWAYS | typeof AREAS)[number]['texts'] | 'payments'; readonly path: string };

/** Opens the list of payments with the question of what was paid. */
export const NEW_PAYMENT = '/finance/payments?new=1';

/** What "+" makes on a phone, by the rights of the person: a record of the area one is in first, then what is made every day. */
export function createTargets(pathname: string, access: Access): CreateTarget[] {
  const here = AREAS.filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`)).map(({ texts, path }) => ({
    texts,
    path: `${path}/create`,
  }));
  const pages = [...here, ...ALWAYS].filter(({ path }) => isAllowed(access, routeOf(path)?.permissions));
  return isAllowed(access, ['payments.create']) ? [...pages, { texts: 'payments', path: NEW_PAYMENT }] : pages;
}
