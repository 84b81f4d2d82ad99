import { expect, type Locator, type Page } from '@playwright/test';

/** The people of the company and what they may do. */
export class People {
  readonly page: Page;
  readonly url: string;

  constructor(page: Page, url: string) {
    this.page = page;
    this.url = url;
  }

  async open(): Promise<void> {
    await this.page.goto(`${this.url}/settings/user-management`);
    await expect(this.page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
  }

  async invite(email: string, role: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Invite', exact: true }).click();
    const dialog = this.page.getByRole('dialog', { name: 'Invite someone' });
    await dialog.getByRole('textbox', { name: 'Email' }).fill(email);
    await dialog.getByRole('radio', { name: new RegExp(`^${role}`) }).check();
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
  }

  member(name: string): Locator {
    return this.page.getByRole('link', { name: `Rights of ${name}` });
  }

  /** A right of the member whose page is open, in its area. */
  right(area: string, right: string): Locator {
    return this.page.getByRole('group', { name: area, exact: true }).getByRole('checkbox', { name: new RegExp(`^${right}( \\(|$)`) });
  }

  async save(): Promise<void> {
    await this.page.getByRole('button', { name: 'Save rights' }).click();
    await expect(this.page.getByRole('button', { name: 'Save rights' })).toHaveCount(0);
  }
}
