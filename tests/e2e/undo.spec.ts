import { expect, type Page } from '@playwright/test';
import { LIVE_MS } from '#tests/support/patience.ts';
import { deviceRows } from './support/device-storage.ts';
import { NORDLICHT_ID } from './pages/sign-in.ts';
import { Shell } from './pages/shell.ts';
import { signedIn } from './support/signed-in.ts';
import { sharedServer, test } from './support/story.ts';
import { visit } from './support/visit.ts';

const server = sharedServer();

const KINDS = {
  expenses: { path: '/finance/expenses', said: 'Expense deleted' },
  recurring_expenses: { path: '/finance/recurring-expenses', said: / deleted$/ },
} as const;
type Kind = keyof typeof KINDS;

/** Records of the demo that may be deleted, and the version the server has of them. */
async function records(kind: Kind): Promise<{ id: string; rev: string }[]> {
  const rows = server().admin.from(kind).select('id, rev').eq('company_id', NORDLICHT_ID);
  const open = kind === 'expenses' ? rows.eq('status', 'pending').is('recurring_expense_id', null) : rows;
  const { data } = await open.order('id').limit(2).throwOnError();
  return data as unknown as { id: string; rev: string }[];
}
const onServer = async (kind: Kind, id: string): Promise<string | null> => {
  const { data } = await server().admin.from(kind).select('rev').eq('id', id).throwOnError();
  return (data as unknown as { rev: string }[])[0]?.rev ?? null;
};
async function remove(page: Page, kind: Kind, id: string): Promise<void> {
  await visit(page, `${KINDS[kind].path}/${id}`);
  await page.getByRole('main').getByRole('button', { name: /^More/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText(KINDS[kind].said)).toBeVisible();
}
async function takeBack(page: Page, kind: Kind, id: string): Promise<void> {
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  // What is under way when a page is left may not be.
  const isDeleted = async () => (await deviceRows(page, 'outbox')).some((row) => (row as { id: string }).id === id);
  await expect.poll(isDeleted).toBe(false);
  await page.goto(`${server().url}${KINDS[kind].path}/${id}`);
  await expect(page.getByRole('main').getByRole('button', { name: /^More/ })).toBeVisible();
}

for (const kind of ['expenses', 'recurring_expenses'] as const)
  test(`[SYNC-83] ${kind}: a delete that is taken back never was, with a connection and without; one that is not reaches the server`, async ({
    browser,
  }) => {
    const [kept, gone] = await records(kind);
    if (!kept || !gone) throw new Error('the demo has two of each');
    const page = await signedIn(browser, server());
    const shell = new Shell(page);

    await remove(page, kind, kept.id);
    await takeBack(page, kind, kept.id);
    await shell.expectAllSynced();
    expect(await onServer(kind, kept.id)).toBe(kept.rev);

    await page.context().setOffline(true);
    await remove(page, kind, kept.id);
    await takeBack(page, kind, kept.id);
    await remove(page, kind, gone.id);
    await page.context().setOffline(false);

    await expect.poll(() => onServer(kind, gone.id), { timeout: LIVE_MS }).toBeNull();
    await shell.expectAllSynced();
    expect(await onServer(kind, kept.id)).toBe(kept.rev);
  });
