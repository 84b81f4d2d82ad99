// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SearchField } from './SearchField.tsx';

let root: Root;
let page: HTMLElement;
const onChange = vi.fn<(text: string) => void>();
beforeEach(() => {
  vi.useFakeTimers();
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
  show('');
  field().focus();
});
afterEach(() => {
  act(() => root.unmount());
  page.remove();
  onChange.mockReset();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
/** The list's filter as the address has it by now. */
function show(text: string): void {
  act(() =>
    root.render(
      <MantineProvider>
        <SearchField label="Search" text={text} onChange={onChange} />
      </MantineProvider>,
    ),
  );
}
const field = (): HTMLInputElement => page.querySelector('input') ?? expect.fail('no field');
const type = (text: string): void =>
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(), text);
    field().dispatchEvent(new Event('input', { bubbles: true }));
  });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('letters typed while the address is still behind are kept when it catches up', async () => {
  type('Ha');
  await pass(150);
  expect(onChange).toHaveBeenLastCalledWith('Ha');
  type('Haus');
  show('Ha');
  expect(field().value).toBe('Haus');
  await pass(150);
  expect(onChange).toHaveBeenLastCalledWith('Haus');
  show('Haus');
  expect(field().value).toBe('Haus');
});

test('a filter that is cleared or chosen elsewhere shows in the field', async () => {
  type('Ha');
  await pass(150);
  show('Ha');
  show('');
  expect(field().value).toBe('');
});
