// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { isInUse } from '#app/at-work.ts';
import { CompanyContext } from '#data/core/company-context.ts';
import type { Member } from '#domain/members/member.ts';
import { drawnPage } from '#tests/support/drawn-page.ts';
import type { AccessValue } from './access-value.ts';
import { MemberAccess } from './MemberAccess.tsx';

const given = vi.hoisted(() => [] as unknown[]);
vi.mock('#data/user-management/use-people.ts', () => ({
  usePeopleCommands: () => ({ setAccess: async (_: unknown, access: unknown) => void given.push(access) }),
}));
// Of the two hundred boxes one is enough.
vi.mock('./AccessFields.tsx', () => ({
  RoleFields: ({ value, onChange }: Fields) => (
    <button id="role" onClick={() => onChange({ ...value, isAdmin: true })}>
      role
    </button>
  ),
  KeyFields: ({ value, onChange }: Fields) => (
    <button id="key" onClick={() => onChange({ ...value, keys: new Set(['expenses.view']) })}>
      key
    </button>
  ),
}));
type Fields = { value: AccessValue; onChange: (value: AccessValue) => void };

const { page, root } = drawnPage();
beforeEach(() => {
  given.length = 0;
});

const show = (keys: readonly string[], is_admin = false) =>
  act(() =>
    root.render(
      <CompanyContext value={{ ctx: { access: { isOwner: true, isAdmin: true, keys: new Set() } } } as never}>
        <BrowserRouter>
          <MantineProvider env="test">
            <MemberAccess member={{ display_name: 'Ada', is_admin, keys } as unknown as Member} isOnline />
          </MantineProvider>
        </BrowserRouter>
      </CompanyContext>,
    ),
  );
const press = (selector: string) => act(async () => [...page.querySelectorAll<HTMLElement>(selector)].at(-1)?.click());
const save = () => press('[data-save-bar] button');
const isOpen = () => page.querySelector('[data-save-bar]') !== null;

test('rights that were chosen hold the page until they are given', async () => {
  show([]);
  expect(isInUse(document)).toBe(false);
  await press('#key');
  expect([isOpen(), isInUse(document)]).toEqual([true, true]);
});

test.each([
  ['#key', ['expenses.view'], false],
  ['#role', [], true],
] as const)('what was given and is taken away again elsewhere is no change of mine any more (%s)', async (choice, keys, isAdmin) => {
  show([]);
  await press(choice);
  await save();
  expect([given, isOpen()]).toEqual([[{ keys, isAdmin }], true]);
  show(keys, isAdmin);
  expect(isOpen()).toBe(false);
  show([]);
  expect(isOpen()).toBe(false);
});
