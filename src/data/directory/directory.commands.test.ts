import { firstValueFrom } from 'rxjs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Collection } from '#data/core/stored-form.ts';
import { createExpense } from '#data/expenses/expenses.commands.ts';
import { companySettingsSchema } from '#domain/companies/company-settings.ts';
import type { Company } from '#domain/companies/company.ts';
import { DIRECTORY_NAMES, type DirectoryInput, type DirectoryName, directories } from '#domain/directories.ts';
import type { RecordIn } from '#domain/registry.ts';
import { AUTHOR, changedElsewhere, type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { createEntry, createEntryOfDraft, deleteEntry, editEntry, setEntryActive } from './directory.commands.ts';
import { filterDirectory, watchDirectory } from './directory.ts';

let company: LocalCompany;
beforeEach(async () => {
  company = await localCompany();
});
afterEach(() => company.stop());

const settings = z.parse(companySettingsSchema, {});
/** What nothing can be started with. */
const PRICED = { unit_price: 95.5, tax_rate: 19 };
/** What an entry of this directory starts with, given a name. */
async function typed(name: DirectoryName, values: object = {}): Promise<DirectoryInput> {
  const { pages } = await directories[name].pages();
  return {
    ...pages.blank({ settings } as Company, { language: 'de', today: '2026-01-15', isTyped: false }),
    ...(name === 'invoice_products' && PRICED),
    name: ' Övelgönne ',
    ...values,
  } as DirectoryInput;
}
const create = async (name: DirectoryName, values?: object) => createEntry(company.db, name, await typed(name, values), company.ctx);
const found = async (name: DirectoryName, text: string, show: 'active' | 'all' = 'active') => {
  const directory = await firstValueFrom(watchDirectory(company.db.collections[name] as unknown as Collection<RecordIn<DirectoryName>>));
  return filterDirectory(directory, { text, show, sort: 'name' }).map((entry) => entry.name);
};

describe.each(DIRECTORY_NAMES)('%s', (name) => {
  test('a new entry belongs to the company, is trimmed and waits in the outbox', async () => {
    const entry = await create(name);
    expect(entry).toMatchObject({ company_id: company.ctx.companyId, name: 'Övelgönne' });
    expect(await company.db.device.outbox.toArray()).toMatchObject([{ collection: name, id: entry.id, op: 'upsert' }]);
  });

  test('saving the same draft twice makes one entry, and what was changed elsewhere in between is asked about', async () => {
    const before = await typed(name, { name: '' });
    const save = async (values: object) =>
      createEntryOfDraft(company.db, name, { id, before, input: await typed(name, values) }, company.ctx);
    const id = company.ctx.newId();
    await save({});
    const again = await save({ name: 'Altona' });
    expect(again).toMatchObject({ id, name: 'Altona' });
    expect(await found(name, '')).toEqual(['Altona']);
    await changedElsewhere(company, name, again, { name: 'Ottensen' } as Partial<typeof again>);
    expect(await save({ name: 'Blankenese' })).toMatchObject({ name: 'Ottensen' });
    expect(await company.db.device.issues.toArray()).toMatchObject([{ kind: 'conflict', fields: ['name'] }]);
  });

  test('an entry without a name is refused with the field, and nothing is written', async () => {
    await expect(create(name, { name: ' ' })).rejects.toMatchObject({
      code: 'invalid_input',
      data: { issues: [{ path: 'name', message: 'required' }] },
    });
    expect(await company.db.device.outbox.count()).toBe(0);
  });

  test('without the right nothing is created, edited, retired or deleted', async () => {
    const { id } = await create(name);
    const input = await typed(name);
    const viewer = company.as(AUTHOR, `${directories[name].resource}.view`);
    const refused = { code: 'not_allowed' };
    await expect(createEntry(company.db, name, input, viewer)).rejects.toMatchObject(refused);
    await expect(editEntry(company.db, name, { id, input }, viewer)).rejects.toMatchObject(refused);
    await expect(setEntryActive(company.db, name, { id, isActive: false }, viewer)).rejects.toMatchObject(refused);
    await expect(deleteEntry(company.db, name, id, viewer)).rejects.toMatchObject(refused);
  });

  test('an inactive entry is only listed when asked for, a deleted one never', async () => {
    const { id } = await create(name);
    await setEntryActive(company.db, name, { id, isActive: false }, company.ctx);
    expect(await found(name, '')).toEqual([]);
    expect(await found(name, '', 'all')).toEqual(['Övelgönne']);
    await deleteEntry(company.db, name, id, company.ctx);
    expect(await found(name, '', 'all')).toEqual([]);
  });

  test('entries are found without accents and sorted as a reader expects', async () => {
    for (const each of ['Zebra', 'äpfel & mehr', 'dm-drogerie', 'Bahn']) await create(name, { name: each });
    expect(await found(name, '')).toEqual(['äpfel & mehr', 'Bahn', 'dm-drogerie', 'Zebra']);
    expect(await found(name, 'apfel')).toEqual(['äpfel & mehr']);
  });
});

type Meeting = {
  readonly what: string;
  readonly name: DirectoryName;
  /** What stood in the form when it was opened. */ readonly opened: object;
  /** What arrived while it was open. */ readonly theirs: object;
  readonly mine: object;
  readonly stands: object;
  /** The fields that a person is asked about. */ readonly asked: readonly string[];
};
const MEETINGS: readonly Meeting[] = [
  {
    what: 'writes only what was changed in it, whatever arrived meanwhile',
    name: 'vendors',
    opened: { city: 'Köln' },
    theirs: { phone: '0221 1', notes: 'theirs' },
    mine: { city: 'Bonn', notes: 'mine' },
    stands: { city: 'Bonn', phone: '0221 1', notes: 'theirs' },
    asked: ['notes'],
  },
  {
    what: 'asks about a term that both sides changed, and keeps what only one did',
    name: 'customers',
    opened: {},
    theirs: { email: 'werft@example.com', payment_terms_days: 30 },
    mine: { contact_name: 'Tomke', payment_terms_days: 7 },
    stands: { contact_name: 'Tomke', email: 'werft@example.com', payment_terms_days: 30 },
    asked: ['payment_terms_days'],
  },
  {
    what: 'never makes an address of two: where both sides moved, the newer one stands whole',
    name: 'customers',
    opened: { street: 'Kai', city: 'Hamburg' },
    theirs: { street: 'Hafenweg', house_number: '5' },
    mine: { city: 'Kiel' },
    stands: { street: 'Hafenweg', house_number: '5', city: 'Hamburg' },
    asked: ['street', 'house_number', 'city'],
  },
  {
    what: 'keeps a price that changed under it, and mine becomes a decision',
    name: 'invoice_products',
    opened: { unit: 'h', unit_price: 95.5 },
    theirs: { unit: 'day', unit_price: 99 },
    mine: { unit_price: 105, name: 'Design' },
    stands: { name: 'Design', unit: 'day', unit_price: 99 },
    asked: ['unit_price', 'unit'],
  },
];
test.each(MEETINGS)('[SYNC-26] a form that stood open $what', async ({ name, opened: start, theirs, mine, stands, asked }) => {
  const entry = await create(name, start);
  const opened = { ...(await typed(name, start)), name: entry.name };
  await changedElsewhere(company, name, entry, theirs);
  const saved = await editEntry(company.db, name, { id: entry.id, opened, input: { ...opened, ...mine } }, company.ctx);
  expect(saved).toMatchObject(stands);
  expect(await company.db.device.issues.toArray()).toMatchObject([{ collection: name, kind: 'conflict', fields: asked }]);
});

test('a product is found by its description too', async () => {
  await create('invoice_products', { description: 'Entwurf und Abstimmung' });
  expect(await found('invoice_products', 'abstimmung')).toEqual(['Övelgönne']);
});

test('a vendor is found by name and city together', async () => {
  await create('vendors', { city: 'Köln' });
  expect(await found('vendors', 'koln ovel')).toEqual(['Övelgönne']);
});

test('a vendor with expenses is not deleted', async () => {
  const vendor = await create('vendors');
  const input = {
    category_id: null,
    vendor_id: vendor.id,
    customer_id: null,
    description: '',
    amount: 3.2,
    currency: 'EUR',
    tax_rate: null,
    tax_amount: 0,
    expense_date: '2026-01-30',
    is_billable: false,
    is_reimbursable: false,
    paid_on: null,
    payment_method: 'cash',
  } as const;
  await createExpense(company.db, { input }, company.ctx);
  await expect(deleteEntry(company.db, 'vendors', vendor.id, company.ctx)).rejects.toMatchObject({ code: 'in_use' });
  expect(await found('vendors', '')).toEqual(['Övelgönne']);
});

test('no two customers have the same number; one keeps its own, and is found by it', async () => {
  const first = await create('customers', { customer_number: 'K-17' });
  const input = (await typed('customers', { customer_number: ' k-17 ' })) as DirectoryInput<'customers'>;
  const taken = { code: 'invalid_input', data: { issues: [{ path: 'customer_number', message: 'taken' }] } };
  await expect(createEntry(company.db, 'customers', input, company.ctx)).rejects.toMatchObject(taken);
  const second = await create('customers', { customer_number: '' });
  await expect(editEntry(company.db, 'customers', { id: second.id, input }, company.ctx)).rejects.toMatchObject(taken);
  await editEntry(company.db, 'customers', { id: first.id, input }, company.ctx);
  expect(await found('customers', 'k-17')).toHaveLength(1);
});
