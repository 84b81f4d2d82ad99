import type { Access } from '#domain/access/access.ts';
import { routeOf } from '#app/routes.tsx';
import { isAllowed } from './navigation.ts';

const AREAS = ['expenses', 'invoices', 'vendors', 'customers', 'products'] as const;
export type CreateTarget = { readonly area: (typeof AREAS)[number]; readonly path: string };

/** What "+" makes on a phone: a record of the area one is in, anywhere else an expense. Null when the person may make neither. */
export function createTarget(pathname: string, access: Access): CreateTarget | null {
  const here = AREAS.find((area) => pathname === `/finance/${area}` || pathname.startsWith(`/finance/${area}/`));
  const targets = [here ?? 'expenses', 'expenses' as const].map((area) => ({ area, path: `/finance/${area}/create` }));
  return targets.find(({ path }) => isAllowed(access, routeOf(path)?.permissions)) ?? null;
}
