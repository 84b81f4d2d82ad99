import type { ParseKeys } from 'i18next';
import type { ListRead, PageStart } from '#data/first-page/first-questions.ts';
import type { PermissionKey } from '#domain/access/access.ts';
import type { DirectoryTexts } from '#domain/directories.ts';
import type { RouteAccess } from './access-redirect.ts';
import type { LazyPage } from './lazy-page.tsx';

/** `default`: app bar and navigation · `top_bar`: only the bar · `logged_out`: the card of the sign-in pages · `bare`: nothing around it. */
export type LayoutName = 'default' | 'top_bar' | 'logged_out' | 'bare';

type InNavigation = Extract<ParseKeys<'navigation'>, `title.${string}`>;
export type RouteTitle = `navigation:${InNavigation}` | `${DirectoryTexts}:title.${'list' | 'create' | 'edit' | 'detail' | 'import'}`;

export type AppRoute = {
  readonly path: string;
  readonly layout: LayoutName;
  readonly access: RouteAccess;
  /** Key of its name, namespace included. */
  readonly title: RouteTitle;
  readonly page: LazyPage;
  /** Any one of them opens the page. */
  readonly permissions?: readonly PermissionKey[];
  /** Where the `n` key leads. */
  readonly createPath?: string;
  /** Reads what the page begins with, before it is drawn. */
  readonly readAhead?: (start: PageStart) => Promise<unknown>;
};

/** Of a list, what it begins with. */
export const readsList = (name: ListRead): Pick<Required<AppRoute>, 'readAhead'> => ({
  readAhead: async (start) => (await import('#data/first-page/first-questions.ts')).readFirstOfList(name, start),
});

/** Most screens: inside the open company, with app bar and navigation. */
export const inCompany = { layout: 'default', access: 'company' } as const;
/** About the person or the app: inside the open company if there is one, else on their own. Their pages must not ask for a company. */
export const forEverybody = { layout: 'default', access: 'signed_in' } as const;
