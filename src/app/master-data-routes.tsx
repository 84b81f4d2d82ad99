import { DIRECTORY_NAMES, type DirectoryName, directories } from '#domain/directories.ts';
import { type AppRoute, inCompany } from './app-route.ts';
import { lazyPage } from './lazy-page.tsx';

/** The pages that every directory has. */
function routesOf(name: DirectoryName): readonly AppRoute[] {
  const { page, texts, resource, pages: loadPages } = directories[name];
  const { path } = page;
  const createPath = `${path}/create`;
  const list = lazyPage(async () => {
    const [{ DirectoryListPage: Page }, { pages }] = await Promise.all([import('#features/directory/DirectoryListPage.tsx'), loadPages()]);
    return () => <Page name={name} pages={pages} />;
  });
  const edit = lazyPage(async () => {
    const [{ DirectoryEditPage: Page }, { pages }] = await Promise.all([import('#features/directory/DirectoryEditPage.tsx'), loadPages()]);
    return () => <Page name={name} pages={pages} />;
  });
  const detail = lazyPage(async () => {
    const [{ DirectoryDetailPage: Page }, { pages }] = await Promise.all([
      import('#features/directory/DirectoryDetailPage.tsx'),
      loadPages(),
    ]);
    return () => <Page name={name} pages={pages} />;
  });
  const imports = lazyPage(async () => {
    const [{ ImportPage: Page }, { pages }] = await Promise.all([import('#features/csv-import/ImportPage.tsx'), loadPages()]);
    return () => <Page name={name} pages={pages} />;
  });
  return [
    { path, ...inCompany, title: `${texts}:title.list`, permissions: [`${resource}.view`], createPath, page: list },
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
