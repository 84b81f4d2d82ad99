import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach } from 'vitest';

/**
 * A page of jsdom that React draws into with `root`, with what jsdom lacks for our components. It is empty again after each test: what was
 * drawn is taken down, before what the hooks above this call take away and after what those below it do.
 */
export function drawnPage(): { readonly page: HTMLElement; readonly root: Root } {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  window.matchMedia = (media) => ({ media, matches: false, addEventListener() {}, removeEventListener() {} }) as never;
  Object.assign(document, { fonts: { addEventListener() {}, removeEventListener() {} } });
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false;
  };
  const page = document.body.appendChild(document.createElement('div'));
  const root = createRoot(page);
  afterEach(() => {
    act(() => root.render(null));
    page.replaceChildren();
  });
  return { page, root };
}
