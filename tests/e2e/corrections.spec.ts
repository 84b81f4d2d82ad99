import { expect, type Page } from '@playwright/test';
import { pdfTexts } from '#tests/support/pdf-text.ts';
import { LIVE_MS } from '#tests/support/patience.ts';
import { Invoices } from './pages/invoices.ts';
import { Shell } from './pages/shell.ts';
import { NORDLICHT_ID } from './pages/sign-in.ts';
import { signedIn } from './support/signed-in.ts';
import { sharedServer, test } from './support/story.ts';
import { visit } from './support/visit.ts';

const server = sharedServer();

type Found = {
  readonly id: string;
  readonly number: string;
  readonly gross_total: number;
  readonly buyer?: { readonly name: string };
  readonly invoice_items: readonly { description: string }[];
};

test('a line of a paid invoice is taken back, the refund is suggested and recorded, and nothing is open anywhere', async ({ browser }) => {
  const { data } = await server()
    .admin.from('invoices')
    .select('id, number, gross_total, buyer, invoice_items(description)')
    .eq('company_id', NORDLICHT_ID)
    .eq('status', 'issued')
    .eq('document_type', 'invoice')
    .eq('payment_status', 'paid')
    .eq('currency', 'EUR')
    .eq('language', 'de')
    .order('number', { ascending: false })
    .limit(200)
    .throwOnError();
  const invoice = (data as unknown as Found[]).find((each) => new Set(each.invoice_items.map(({ description }) => description)).size >= 3);
  if (!invoice) throw new Error('the demo has no paid invoice of three lines');
  const customer = invoice.buyer?.name ?? '';
  const title = invoice.invoice_items[0]?.description.split('\n')[0] ?? '';
  const page = await signedIn(browser, server());
  const invoices = new Invoices(page);
  const main = page.getByRole('main');
  await visit(page, `/finance/invoices/${invoice.id}`);
  await invoices.expectTitle(invoice.number);

  await main.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Correct …' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Correct lines or amounts …' }).click();
  await main.getByRole('button', { name: 'Issue correction' }).click();
  await expect(main.getByRole('alert')).toContainText('Choose at least one line.');
  await main.getByRole('checkbox', { name: `Correct ${title}` }).check();
  await main.getByRole('button', { name: 'Ware zurückgegeben' }).click();
  await main.getByRole('button', { name: 'Issue correction' }).click();

  // The correction has its number, names its invoice, and says on paper what becomes of its amount.
  await expect(main.getByText(`Corrects ${invoice.number}.`)).toBeVisible({ timeout: LIVE_MS });
  const words = pdfTexts(await invoices.pdf())
    .flat()
    .join('\n')
    .replaceAll('\u00a0', ' ')
    .replaceAll('\n', ' ');
  expect(words).toContain('Rechnungskorrektur');
  expect(words).toContain(`Zur Rechnung ${invoice.number} vom`);
  expect(words).toContain('Grund der Korrektur: Ware zurückgegeben');
  expect(words).toContain('erstatten wir Ihnen den Unterschied');
  await main.getByRole('link', { name: invoice.number }).click();
  await invoices.expectTitle(invoice.number);

  // What goes back is a state of its own, on the dashboard too, and the payment is suggested.
  await expect(main.getByText('Refund due', { exact: true }).first()).toBeVisible({ timeout: LIVE_MS });
  await expect(main.getByRole('region', { name: 'Corrections' })).toContainText('Claim after corrections');
  await main.getByRole('link', { name: customer, exact: true }).click();
  await expect(main.getByRole('link', { name: /^To be refunded: €/ })).toBeVisible();
  await visit(page, '/finance/invoices?status=refund_due');
  await expect(main.getByRole('cell', { name: invoice.number, exact: true })).toBeVisible();
  await visit(page, `/finance/invoices/${invoice.id}`);
  await main.getByRole('button', { name: 'Record refund' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Record payment' }).click();
  await expect(main.getByText('Refund due', { exact: true })).toHaveCount(0);
  await new Shell(page).expectAllSynced();
  await visit(page, '/finance/invoices?status=refund_due');
  await expect(main.getByText(invoice.number)).toHaveCount(0);
  const { data: after } = await server()
    .admin.from('invoices')
    .select('payment_status, gross_total, paid_total, corrections')
    .eq('id', invoice.id)
    .single()
    .throwOnError();
  const { payment_status, gross_total, paid_total, corrections } = after as {
    payment_status: string;
    gross_total: number;
    paid_total: number;
    corrections: { gross_total: number }[];
  };
  expect([payment_status, corrections.length]).toEqual(['paid', 1]);
  expect(Math.abs(gross_total + (corrections[0]?.gross_total ?? 0) - paid_total)).toBeLessThan(0.005);
});

test('an invoice that went out wrong is replaced without a network; with one, both documents have numbers and go out in one act', async ({
  browser,
}) => {
  const { data } = await server()
    .admin.from('invoices')
    .select('id, number, gross_total, invoice_items(description)')
    .eq('company_id', NORDLICHT_ID)
    .eq('status', 'issued')
    .eq('document_type', 'invoice')
    .eq('paid_total', 0)
    .eq('currency', 'EUR')
    .eq('language', 'de')
    .gt('gross_total', 0)
    .order('number', { ascending: false })
    .limit(1)
    .throwOnError();
  const [invoice] = data as unknown as Found[];
  if (!invoice) throw new Error('the demo has no open invoice');
  const page = await signedIn(browser, server());
  const invoices = new Invoices(page);
  const main = page.getByRole('main');
  await visit(page, `/finance/invoices/${invoice.id}`);
  await invoices.expectTitle(invoice.number);
  await page.context().setOffline(true);
  await main.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Correct …' }).click();
  const asked = page.getByRole('dialog', { name: `Correct ${invoice.number}` });
  await expect(asked).toContainText('can’t be undone');
  await asked.getByRole('button', { name: 'Cancel and write anew' }).click();

  // The draft has what the invoice had; it is changed and issued while nobody can be asked.
  await expect(invoices.lines).toHaveCount(invoice.invoice_items.length);
  await invoices.cell('unit_price', 1).fill('1234.50');
  await invoices.saveWithKeys();
  await main.getByRole('button', { name: 'Issue', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Issue invoice' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(main.getByText(`Replaces ${invoice.number}.`)).toBeVisible();
  await page.context().setOffline(false);
  await invoices.expectTitle(/^INV-/);
  await new Shell(page).expectAllSynced();

  // One mail leads to the other.
  const number = (await main.getByRole('heading', { level: 1 }).textContent()) ?? '';
  await main.getByRole('button', { name: 'Send by email' }).click();
  const first = page.getByRole('dialog', { name: `Send ${number} by email` });
  await first.getByRole('textbox', { name: 'To', exact: true }).fill('kunde@example.org');
  await expect(first).toContainText(/The email with \S+ follows\./);
  await first.getByRole('button', { name: 'Send' }).click();
  const second = page.getByRole('dialog', { name: /^Send \S+ by email$/ }).filter({ hasNotText: number });
  await second.getByRole('textbox', { name: 'To', exact: true }).fill('kunde@example.org');
  await second.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await main.getByRole('link', { name: invoice.number }).click();
  await invoices.expectTitle(invoice.number);
  await expect(main.getByText(`Replaced by ${number}.`)).toBeVisible();
  const { data: all } = await server()
    .admin.from('invoices')
    .select('number, document_type, status, delivery, gross_total, cancels_id')
    .or(`id.eq.${invoice.id},cancels_id.eq.${invoice.id},number.eq.${number}`)
    .eq('company_id', NORDLICHT_ID)
    .throwOnError();
  const found = all as unknown as readonly { document_type: string; status: string; delivery: string; gross_total: number }[];
  expect(found.map(({ document_type, status }) => `${document_type} ${status}`).sort()).toEqual([
    'cancellation issued',
    'invoice cancelled',
    'invoice issued',
  ]);
  expect(found.filter(({ status }) => status === 'issued').map(({ delivery }) => delivery)).toEqual(['sent', 'sent']);
});

test('[SYNC-26] lines of a correction that a colleague changed meanwhile become a question that outlives its tab, and mine are kept by a press', async ({
  browser,
}) => {
  const { data } = await server()
    .admin.from('invoices')
    .select('id, number, gross_total, invoice_items(description)')
    .eq('company_id', NORDLICHT_ID)
    .eq('status', 'issued')
    .eq('document_type', 'invoice')
    .eq('payment_status', 'paid')
    .eq('currency', 'EUR')
    .eq('language', 'de')
    .order('number')
    .limit(1)
    .throwOnError();
  const [invoice] = data as unknown as Found[];
  const title = invoice?.invoice_items[0]?.description.split('\n')[0];
  if (!invoice || title === undefined) throw new Error('the demo has no paid invoice');
  const [mine, hers] = [
    await signedIn(browser, server()),
    await signedIn(browser, server(), { as: 'accountant@example.com', device: 'train' }),
  ];
  const how = (page: Page) => page.getByRole('combobox', { name: `How, ${title}` });
  const part = (page: Page) => page.getByRole('textbox', { name: `How much, ${title}` });
  const save = async (page: Page): Promise<string> => {
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect(page).toHaveURL(/\/finance\/invoices\/[0-9a-f-]{36}$/);
    return new URL(page.url()).pathname;
  };
  await visit(mine, `/finance/invoices/${invoice.id}/correct`);
  await mine.getByRole('checkbox', { name: `Correct ${title}` }).check();
  await mine.getByRole('button', { name: 'Ware zurückgegeben' }).click();
  const draft = await save(mine);
  await new Shell(mine).expectAllSynced();
  const takenBack = async () => {
    const id = draft.split('/').at(-1);
    const { data: items } = await server().admin.from('invoice_items').select('quantity, unit_price').eq('invoice_id', id).throwOnError();
    return items.map(({ quantity, unit_price }) => Number(quantity) * Number(unit_price));
  };
  const [whole = 0] = await takenBack();
  const percents = async () => (await takenBack()).map((amount) => Math.round((100 * amount) / whole));

  for (const page of [mine, hers]) {
    await expect(async () => {
      await visit(page, `${draft}/edit`);
      await expect(part(page)).toBeVisible({ timeout: 1000 });
    }).toPass();
    await how(page).selectOption({ label: 'Percent' });
  }
  await part(hers).fill('50');
  await save(hers);
  await new Shell(hers).expectAllSynced();
  await expect.poll(percents).toEqual([50]);
  await part(mine).fill('25');
  await save(mine);
  await expect(new Shell(mine).chip).toHaveAccessibleName(/1 needs you/);
  const context = mine.context();
  await mine.close();

  const next = await context.newPage();
  await next.goto(`${server().url}/sync`);
  await next.getByRole('article').getByRole('button', { name: 'Keep mine' }).click();
  await new Shell(next).expectAllSynced();
  await expect.poll(percents).toEqual([25]);
});
