// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import i18next from 'i18next';
import { act } from 'react';
import { initReactI18next } from 'react-i18next';
import { MemoryRouter } from 'react-router-dom';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { CompanySettings } from '#domain/companies/company-settings.ts';
import { AppError } from '#domain/errors.ts';
import { drawnPage } from '#tests/support/drawn-page.ts';
import { CreateCompanyForm } from './CreateCompanyForm.tsx';

type Made = { name: string; settings: CompanySettings; signal: AbortSignal };
const server = vi.hoisted(() => ({ made: [] as unknown[], end: (() => undefined) as (isOpen: boolean) => void, refusal: null as unknown }));
vi.mock('#data/session/session.ts', () => ({
  companyChoice: {
    create: (wanted: unknown) => {
      server.made.push(wanted);
      if (server.refusal) return Promise.reject(server.refusal as Error);
      return new Promise((resolve) => void (server.end = (isOpen) => resolve({ isOpen })));
    },
  },
}));

const { page, root } = drawnPage();
const created = vi.fn<() => void>();
const show = (isShown = true) =>
  act(() =>
    root.render(
      <MemoryRouter>
        <MantineProvider env="test">
          {isShown && <CreateCompanyForm isFirst onCreated={created} onImport={() => undefined} />}
        </MantineProvider>
      </MemoryRouter>,
    ),
  );
const type = (selector: string, value: string) =>
  act(() => {
    const field = page.querySelector(selector) as HTMLInputElement;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event(field.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }));
  });
const send = () => act(async () => page.querySelector('form')?.requestSubmit());
const made = () => server.made as Made[];
beforeAll(() => i18next.use(initReactI18next).init({ lng: 'en', resources: { en: {} }, react: { useSuspense: false } }));
beforeEach(() => {
  Object.assign(server, { made: [], refusal: null });
  created.mockClear();
  show();
});

test('a company is made with its country and that country’s currency, and opened for whoever still waits', async () => {
  type('input', 'Teehaus');
  type('select', 'CH');
  await send();
  const [{ name, settings } = {} as Made] = made();
  expect([name, settings.company_details.address.country, settings.invoice_defaults.default_currency]).toEqual(['Teehaus', 'CH', 'CHF']);
  expect([settings.expense_defaults.default_currency, settings.invoice_defaults.items.currency]).toEqual(['CHF', 'CHF']);
  expect(created).not.toHaveBeenCalled();
  await act(async () => server.end(true));
  expect(created).toHaveBeenCalledOnce();
});

test('whoever left the form while the company was made is not led into it', async () => {
  type('input', 'Teehaus');
  await send();
  show(false);
  expect(made().map(({ signal }) => signal.aborted)).toEqual([true]);
  await act(async () => server.end(false));
  expect(created).not.toHaveBeenCalled();
});

test('without a name nothing is asked for; without a connection it is said what needs one, and what was typed stays', async () => {
  await send();
  expect(made()).toEqual([]);
  server.refusal = new AppError('offline');
  type('input', 'Teehaus');
  await send();
  expect(page.querySelector('[role=alert]')?.textContent).toBe('create.offline');
  expect(page.querySelector('input')?.value).toBe('Teehaus');
  server.refusal = new AppError('server_failed');
  await send();
  expect(page.querySelector('[role=alert]')?.textContent).not.toBe('create.offline');
});
