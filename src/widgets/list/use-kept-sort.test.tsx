// @vitest-environment jsdom
import { act, useEffect, useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import { CompanyContext, type CompanyValue } from '#data/core/company-context.ts';
import { drawnPage } from '#tests/support/drawn-page.ts';
import { useKeptSort } from './use-kept-sort.ts';

type Filter = { readonly sort: string };
const { root } = drawnPage();
let filter: Filter;
let change: (part: Partial<Filter>) => void;
/** What the disk holds, and the writes that it has not answered. */
let kept: unknown;
let writing: (() => void)[];
const meta = {
  get: () => Promise.resolve(kept),
  put: (value: unknown) =>
    new Promise<void>((resolve) =>
      writing.push(() => {
        kept = value;
        resolve();
      }),
    ),
};

function List() {
  const [held, setHeld] = useState<Filter>({ sort: 'newest' });
  const sorted = useKeptSort<Filter>([held, (part) => setHeld((before) => ({ ...before, ...part }))], 'newest');
  useEffect(() => {
    [filter, change] = sorted;
  });
  return null;
}
const open = () =>
  act(async () => {
    const company = { db: { device: { meta } } } as unknown as CompanyValue;
    root.render(
      <MemoryRouter initialEntries={['/finance/expenses']}>
        <CompanyContext value={company}>
          <List />
        </CompanyContext>
      </MemoryRouter>,
    );
  });
const choose = (sort: string) => act(async () => change({ sort }));
const written = () => act(async () => writing.splice(0).forEach((write) => write()));

beforeEach(() => {
  [kept, writing] = [undefined, []];
});

test('the order that was chosen last is kept', async () => {
  await open();
  await choose('oldest');
  expect(filter).toEqual({ sort: 'oldest' });
  await written();
  expect([kept, filter]).toMatchObject([{ sort: 'oldest' }, { sort: 'oldest' }]);
});

test('an order chosen while the one before is still being written is kept, also where it is the usual one', async () => {
  await open();
  await choose('oldest');
  await choose('newest');
  await written();
  expect([kept, filter]).toMatchObject([{ sort: 'newest' }, { sort: 'newest' }]);
});
