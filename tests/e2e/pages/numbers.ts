import { expect, type Page } from '@playwright/test';
import type { CompanySettings } from '#domain/companies/company-settings.ts';
import type { TestServer } from '#tests/e2e/support/server.ts';
import { Invoices } from './invoices.ts';
import { Shell } from './shell.ts';
import { NORDLICHT_ID } from './sign-in.ts';
import { visit } from '#tests/e2e/support/visit.ts';

/** Wants an XRechnung, and has a reference for it. */
export const AUTHORITY = 'Kita Wattwürmer e. V.';

/** Taking invoice numbers along, and what was issued with them. */
export function numbersOn(server: () => TestServer) {
  const numbersPage = async (page: Page): Promise<void> => {
    await visit(page, '/settings/numbers');
    await expect(page.getByRole('heading', { level: 2, name: 'Numbers of this device' })).toBeVisible();
  };

  async function isAllowedThere(): Promise<boolean> {
    const { data } = await server().admin.from('companies').select('settings').eq('id', NORDLICHT_ID).single().throwOnError();
    return (data.settings as CompanySettings).numbers.leases;
  }

  async function allowTaking(page: Page): Promise<void> {
    await visit(page, '/settings/numbers');
    const allowed = page.getByRole('switch', { name: 'Devices may take numbers along' });
    if (await allowed.isChecked()) return;
    await allowed.click();
    await page.getByRole('button', { name: 'Save settings' }).click();
    await expect.poll(isAllowedThere).toBe(true);
    await new Shell(page).expectAllSynced();
  }

  async function takeNumbers(page: Page, count: number): Promise<void> {
    await allowTaking(page);
    await page.getByRole('button', { name: 'Take numbers along' }).click();
    const dialog = page.getByRole('dialog', { name: 'Take numbers along' });
    await dialog.getByRole('textbox', { name: 'How many' }).fill(String(count));
    await dialog.getByRole('button', { name: 'Take numbers along' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText(`${count} numbers left`)).toBeVisible();
  }

  async function draft(page: Page, what: string): Promise<string> {
    const invoices = new Invoices(page);
    await invoices.openNew();
    await invoices.typeCustomer(AUTHORITY);
    await page.keyboard.type(what);
    await invoices.cell('unit_price', 1).fill('480.00');
    await invoices.saveWithKeys();
    await invoices.expectTitle(`Draft for ${AUTHORITY}`);
    return new URL(page.url()).pathname;
  }

  const onServer = async (numbers: readonly string[]) => {
    const { data } = await server()
      .admin.from('invoices')
      .select('number, status, gross_total, leased')
      .eq('company_id', NORDLICHT_ID)
      .in('number', numbers)
      .order('number')
      .throwOnError();
    return data;
  };
  return { numbersPage, allowTaking, takeNumbers, draft, onServer };
}
