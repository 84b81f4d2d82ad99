import { filter, firstValueFrom } from 'rxjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newRecord } from '#data/core/command-context.ts';
import { type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { watchTotal } from './watch-total.ts';
import { insertRecord } from './write.ts';

let company: LocalCompany;
beforeEach(async () => {
  company = await localCompany();
});
afterEach(async () => {
  vi.useRealTimers();
  await company.stop();
});

const add = (name: string) =>
  insertRecord(company.db, 'customers', {
    ...newRecord(company.ctx),
    name,
    street: '',
    house_number: '',
    postal_code: '',
    city: '',
    country: 'DE',
    email: '',
    phone: '',
    vat_id: '',
    notes: '',
    is_active: true,
  } as never);

test('nothing is added up while letters follow each other: the rows of the list are read first', async () => {
  for (const name of ['one', 'two']) await add(name);
  const { customers } = company.db.collections;
  const read = vi.spyOn(customers.storageInstance, 'query');
  const total$ = watchTotal(customers, {
    sort: { field: 'id', direction: 'desc' },
    matches: () => true,
    amountOf: () => ({ amount: 5, currency: 'EUR' }),
  });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  for (let letter = 0; letter < 3; letter += 1) {
    const asked = total$.subscribe();
    vi.advanceTimersByTime(150);
    await Promise.resolve();
    asked.unsubscribe();
  }
  expect(read).not.toHaveBeenCalled();
  const whole = firstValueFrom(total$.pipe(filter(({ isCounting }) => !isCounting)));
  vi.advanceTimersByTime(200);
  expect(await whole).toMatchObject({ count: 2, sums: new Map([['EUR', 1000n]]) });
});
