// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isInUse } from '#app/at-work.ts';
import { ImportPage } from './ImportPage.tsx';

let root: Root;
let page: HTMLElement;
beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  window.matchMedia = (media) => ({ media, matches: false, addEventListener() {}, removeEventListener() {} }) as never;
  Object.assign(document, { fonts: { addEventListener() {}, removeEventListener() {} } });
  page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
});
afterEach(() => {
  act(() => root.unmount());
  page.remove();
});

test('rows that were pasted hold the page, though nobody is in the field any more; taken out again they do not', () => {
  act(() =>
    root.render(
      <BrowserRouter>
        <MantineProvider env="test">
          <ImportPage name="vendors" pages={{} as never} />
        </MantineProvider>
      </BrowserRouter>,
    ),
  );
  const field = page.querySelector('textarea:not([aria-hidden])') as HTMLTextAreaElement;
  const paste = (text: string) =>
    act(() => {
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, text);
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.blur();
    });
  const steps = [isInUse(document)];
  paste('Name;City');
  steps.push(isInUse(document));
  paste('');
  expect([...steps, isInUse(document)]).toEqual([false, true, false]);
});
