import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { pdfTexts } from '#tests/support/pdf-text.ts';
import { Invoices } from './pages/invoices.ts';
import { DEMO_PASSWORD, fillSignIn } from './pages/sign-in.ts';
import { expectGerman } from './support/german.ts';
import { Steps } from './support/steps.ts';
import { sharedServer, test } from './support/story.ts';
import { type Language, text } from './support/texts.ts';

const server = sharedServer();
/** Of the way below; one more is a step that somebody has to take for nothing. */
const FEWEST = { clicks: 13, fields: 11 };

/** Somebody who has just registered, on the page that asks for their company. */
async function newcomer(page: Page, language: Language): Promise<void> {
  const email = `newcomer.${language}@example.com`;
  const { error } = await server().admin.auth.admin.createUser({ email, password: DEMO_PASSWORD, email_confirm: true });
  if (error) throw error;
  await page.goto(`${server().url}${language === 'de' ? '/de' : ''}/auth/login`);
  await fillSignIn(page, { as: email, language });
  await expect(page.getByRole('textbox', { name: text(language, 'company:create.name') })).toBeFocused();
}

for (const language of ['en', 'de'] as const) {
  test(`the first invoice of a new company takes ${FEWEST.clicks} clicks and no detour (${language})`, async ({ page }) => {
    const say = (key: string) => text(language, key);
    const button = (key: string) => page.getByRole('button', { name: say(key), exact: true });
    await newcomer(page, language);
    const steps = new Steps();
    await steps.type(page.getByRole('textbox', { name: say('company:create.name') }), 'Keramik Elbinsel');
    await steps.click(button('company:create.submit'));
    await steps.click(page.getByRole('link', { name: new RegExp(`^${say('home:step.invoice.title')}`) }));

    const invoices = new Invoices(page, language);
    await expect(invoices.customer).toBeFocused();
    await steps.type(invoices.customer, 'Teehaus Kühl');
    await steps.click(page.getByRole('option', { name: say('customers:select.create').replace('{{name}}', 'Teehaus Kühl') }));
    await expect(invoices.cell('description', 1)).toBeFocused();
    await steps.type(invoices.cell('description', 1), 'Zwölf Teeschalen');
    await steps.type(invoices.cell('unit_price', 1), language === 'de' ? '480,00' : '480.00');
    await steps.click(button('invoices:form.saveAndIssue'));

    const dialog = page.getByRole('dialog', { name: say('invoices:issue.title') });
    const seller = dialog.getByRole('group', { name: say('invoices:issue.part.seller').replace('{{name}}', 'Keramik Elbinsel') });
    const buyer = dialog.getByRole('group', { name: say('invoices:issue.part.buyer').replace('{{name}}', 'Teehaus Kühl') });
    const field = (part: typeof seller, key: string) => part.getByRole('textbox', { name: say(key), exact: true });
    // The date that will be on it, before there is no way back.
    const locale = language === 'de' ? 'de-DE' : 'en-GB';
    const today = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'Europe/Berlin' }).format(new Date());
    await expect(dialog).toContainText(today);
    // What nobody entered is an example, not an address.
    await expect(field(seller, 'vendors:field.city')).toHaveValue('');
    await expect(field(seller, 'vendors:field.street')).toBeFocused();
    if (language === 'de') await expectGerman(page);
    await steps.type(field(seller, 'vendors:field.street'), 'Deichweg 3');
    await steps.type(field(seller, 'vendors:field.postal_code'), '21109');
    await steps.type(field(seller, 'vendors:field.city'), 'Hamburg');
    await steps.type(field(seller, 'settings:company.tax_number'), '48/123/45678');
    await steps.type(field(buyer, 'vendors:field.street'), 'Am Speicher 8');
    await steps.type(field(buyer, 'vendors:field.postal_code'), '20457');
    await steps.type(field(buyer, 'vendors:field.city'), 'Hamburg');
    await steps.click(dialog.getByRole('button', { name: say('invoices:issue.confirm') }));
    await expect(dialog).toHaveCount(0);
    await invoices.expectTitle(/^INV-\d{4}-\d+$/);
    await expect(page.getByRole('main').getByRole('definition').filter({ hasText: today }).first()).toBeVisible();

    await steps.click(button('invoices:action.pdf'));
    const coming = page.waitForEvent('download');
    await page
      .getByRole('dialog')
      .getByRole('link', { name: say('invoices:pdf.download') })
      .click();
    const words = pdfTexts(await readFile(await (await coming).path()))
      .flat()
      .join('\n');
    for (const part of ['Deichweg 3', '21109 Hamburg', '48/123/45678', 'Am Speicher 8', 'Zwölf Teeschalen']) expect(words).toContain(part);
    expect(words).not.toContain('10115');
    expect(steps).toEqual(FEWEST);
  });
}
