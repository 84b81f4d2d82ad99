import type { ComponentType } from 'react';
import { DIRECTORY_NAMES, type DirectoryName, directories } from '#domain/directories.ts';
import type { DirectoryPages } from '#domain/shared/directory-pages.ts';
import { type AppRoute, inCompany, readsList } from './app-route.ts';
import { lazyPage } from './lazy-page.tsx';

type PageProps = { readonly name: DirectoryName; readonly pages: DirectoryPages };

/** A page with what it is drawn from, both fetched at once. */
const pageOf = (name: DirectoryName, load: () => Promise<ComponentType<PageProps>>) =>
  lazyPage(async () => {
    const [Page, { pages }] = await Promise.all([load(), directories[name].pages()]);
    return () => <Page name={name} pages={pages} />;
  });

/** The pages that every directory has. */
function routesOf(name: DirectoryName): readonly AppRoute[] {
  const { page, texts, resource } = directories[name];
  const { path } = page;
  const createPath = `${path}/create`;
  const list = pageOf(name, async () => (await import('#features/directory/DirectoryListPage.tsx')).DirectoryListPage);
  const edit = pageOf(name, async () => (await import('#features/directory/DirectoryEditPage.tsx')).DirectoryEditPage);
  const detail = pageOf(name, async () => (await import('#features/directory/DirectoryDetailPage.tsx')).DirectoryDetailPage);
  const imports = pageOf(name, async () => (await import('#features/csv-import/ImportPage.tsx')).ImportPage);
  return [
    { path, ...inCompany, title: `${texts}:title.list`, permissions: [`${resource}.view`], createPath, page: list, ...readsList(name) },
    { path: createPath, ...inCompany, title: `${texts}:title.create`, permissions: [`${resource}.create`], page: edit },
    { path: `${path}/import`, ...inCompany, title: `${texts}:title.import`, permissions: [`${resource}.import`], page: imports },
    { path: `${path}/:id/edit`, ...inCompany, title: `${texts}:title.edit`, permissions: [`${resource}.update`], page: edit },
    { path: `${path}/:id`, ...inCompany, title: `${texts}:title.detail`, permissions: [`${resource}.view`], createPath, page: detail },
  ];
}

/** Who a company deals with, what it sells, and how it sorts what it spends. */
export const masterDataRoutes: readonly AppRoute[] = [
  ...DIRECTORY_NAMES.flatMap(routesOf),
  {
    path: '/import',
    ...inCompany,
    title: 'navigation:title.openedCsv',
    permissions: DIRECTORY_NAMES.map((name) => `${directories[name].resource}.import` as const),
    page: lazyPage(async () => (await import('#features/csv-import/OpenedCsvPage.tsx')).OpenedCsvPage),
  },
  {
    path: '/finance/expense-categories',
    ...inCompany,
    title: 'navigation:title.categories',
    permissions: ['expense_categories.manage'],
    createPath: '/finance/expense-categories/create',
    page: lazyPage(async () => (await import('#features/expense-categories/CategoryListPage.tsx')).CategoryListPage),
  },
  {
    path: '/finance/expense-categories/create',
    ...inCompany,
    title: 'navigation:title.createCategory',
    permissions: ['expense_categories.manage'],
    page: lazyPage(async () => (await import('#features/expense-categories/CategoryEditPage.tsx')).CategoryEditPage),
  },
  {
    path: '/finance/expense-categories/:id/edit',
    ...inCompany,
    title: 'navigation:title.editCategory',
    permissions: ['expense_categories.manage'],
    page: lazyPage(async () => (await import('#features/expense-categories/CategoryEditPage.tsx')).CategoryEditPage),
  },
];
