// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { CompanyContext } from '#data/core/company-context.ts';
import { AppError } from '#domain/errors.ts';
import { drawnPage } from '#tests/support/drawn-page.ts';
import { LogoField } from './LogoField.tsx';

const asked = vi.hoisted(() => ({ names: [] as string[], refusal: null as Error | null }));
vi.mock('#data/account-settings/use-is-offline.ts', () => ({ useIsOffline: () => false }));
vi.mock('#data/branding/use-logo.ts', () => ({
  useLogo: () => ({ blob: null }),
  useLogoCommands: () => ({
    change: async ({ name }: File) => {
      asked.names.push(name);
      if (asked.refusal) throw asked.refusal;
    },
  }),
}));

const { page, root } = drawnPage();
const pick = (name: string) =>
  act(async () => {
    const input = page.querySelector('input') as HTMLInputElement;
    Object.defineProperty(input, 'files', { value: [new File(['png'], name)], configurable: true });
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
const retry = () => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'action.retry');
const said = () => page.querySelector('[role=alert]')?.textContent;
const refused = (reason: string) => new AppError('file_type_refused', { reason });
beforeEach(() => {
  Object.assign(asked, { names: [], refusal: null });
  act(() =>
    root.render(
      <CompanyContext value={{ company: { name: 'Teehaus', logo_path: null } } as never}>
        <MantineProvider env="test">
          <LogoField />
        </MantineProvider>
      </CompanyContext>,
    ),
  );
});

test('a logo that could not be read, or not be sent, just now is kept for another try', async () => {
  asked.refusal = refused('undecoded');
  await pick('logo.png');
  expect(said()).toBe('company.logoRefused.undecoded');
  asked.refusal = new AppError('server_failed');
  await act(async () => retry()?.click());
  expect([said(), retry() !== undefined]).toEqual(['code.server_failed', true]);
  asked.refusal = null;
  await act(async () => retry()?.click());
  expect([asked.names, said(), retry()]).toEqual([['logo.png', 'logo.png', 'logo.png'], undefined, undefined]);
});

test('what is no picture is not tried again', async () => {
  asked.refusal = refused('svg');
  await pick('logo.svg');
  expect([said(), retry()]).toEqual(['company.logoRefused.svg', undefined]);
});
