// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drawnPage } from '#tests/support/drawn-page.ts';
import { currentToasts, hideToast, showToast } from './toast.ts';
import { Toasts } from './Toasts.tsx';

const { page, root } = drawnPage();
beforeEach(() => {
  vi.useFakeTimers();
  act(() => root.render(<Toasts />));
});
afterEach(() => {
  for (const { id } of currentToasts()) act(() => hideToast(id));
  vi.useRealTimers();
});
const show = (request: Parameters<typeof showToast>[0]): void => act(() => showToast(request));
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const card = () => page.querySelector<HTMLElement>('[data-type]');

test.each(['info', 'success', 'warning', 'error', 'default'] as const)(
  'a notification of the type %s closes by itself after 2500 ms and has no close button',
  async (type) => {
    show({ type, text: 'Done' });
    expect(card()?.dataset['type']).toBe(type);
    expect(page.querySelector('button')).toBeNull();
    await pass(2499);
    expect(page.textContent).toBe('Done');
    await pass(1);
    expect(page.textContent).toBe('');
  },
);

test('without a type it is a default one', () => {
  show({ text: 'Done' });
  expect(card()?.dataset['type']).toBe('default');
});

test('an error interrupts a screen reader, anything else waits for its turn', () => {
  show({ type: 'error', text: 'Refused' });
  show({ type: 'success', text: 'Saved' });
  expect(page.querySelector('[role="alert"]')?.textContent).toBe('Refused');
  expect(page.querySelector('[role="status"]')?.textContent).toBe('Saved');
});

test('while the pointer or the focus is on it, it stays', async () => {
  show({ text: 'Read me' });
  act(() => void card()?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true })));
  await pass(10_000);
  expect(page.textContent).toBe('Read me');
  act(() => void card()?.dispatchEvent(new PointerEvent('pointerout', { bubbles: true })));
  await pass(2500);
  expect(page.textContent).toBe('');
});

test('one that offers something stays long enough to be reached, and goes when it is taken', async () => {
  const run = vi.fn<() => void>();
  show({ text: 'Deleted', action: { label: 'Undo', run } });
  await pass(7999);
  act(() => page.querySelector('button')?.click());
  expect([run.mock.calls.length, page.textContent]).toEqual([1, '']);
});

test('HTML is shown as HTML, but only what is harmless of it', async () => {
  show({ html: '<strong>Saved</strong><img src=x onerror=alert(1)>' });
  vi.useRealTimers();
  await vi.waitFor(() => expect(card()?.innerHTML).toContain('<strong>Saved</strong></span>'));
});
