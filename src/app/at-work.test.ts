// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { followForm } from '#ui/changed-forms.ts';
import { isAtWork, isInUse } from './at-work.ts';

afterEach(() => document.body.replaceChildren());

/** A page with that on it; the field with the focus is the first there is. */
function pageOf(html: string): Document {
  document.body.innerHTML = html;
  document.querySelector<HTMLElement>('input, textarea, button')?.focus();
  return document;
}
/** What of it a failed chunk would take away. */
const isTakenFrom = (html: string): boolean => isInUse(pageOf(html));

test('a failed chunk takes no selection, no open dialog and nothing that is being typed away', () => {
  expect(isTakenFrom('<main><div data-bulk role="toolbar">2 selected</div></main>')).toBe(true);
  expect(isTakenFrom('<dialog open><input value=""></dialog>')).toBe(true);
  expect(isTakenFrom('<input value="Kornh">')).toBe(true);
  expect(isTakenFrom('<textarea>Thank you</textarea>')).toBe(true);
});

test('nor a form that is kept nowhere until it is saved', () => {
  expect(isTakenFrom('<form><span hidden data-unsaved></span><button>Save</button></form>')).toBe(true);
});

test('a form that is kept on the device comes back with what was typed, and only what nobody asked for waits for it', () => {
  const form = '<form><button>Save</button><span data-typed>Kept on this device</span></form>';
  expect([isInUse(pageOf(form)), isAtWork(pageOf(form))]).toEqual([false, true]);
  expect(isAtWork(pageOf('<input value="Kornh">'))).toBe(true);
  expect(isAtWork(pageOf('<form><input value=""><button>Save</button></form>'))).toBe(false);
});

test('nor what somebody typed or chose in a form and did not save, wherever the focus is; what is kept on the device comes back', () => {
  const held = (html: string) => {
    const end = followForm(() => pageOf(html).querySelector('form'));
    const found = [isInUse(document), isAtWork(document)];
    end();
    return found;
  };
  expect(held('<form><button>Save</button></form>')).toEqual([true, true]);
  expect(held('<form><button>Save</button><span data-typed></span></form>')).toEqual([false, true]);
  expect(held('<form><span hidden data-given-up></span><button>Save</button></form>')).toEqual([false, false]);
  expect(held('<p>as it was opened</p>')).toEqual([false, false]);
});

test('nor what runs because somebody asked for it: an export, an import, a command; a form that is being sent may lead to the page that is missing', () => {
  expect(isTakenFrom('<button data-loading="true">Export</button>')).toBe(true);
  expect(isTakenFrom('<progress></progress>')).toBe(true);
  expect(isTakenFrom('<div role="progressbar"></div>')).toBe(true);
  expect(isTakenFrom('<button type="submit" data-loading="true">Sign in</button>')).toBe(false);
});

test('a page that holds nothing of a person’s is loaded again', () => {
  expect(isTakenFrom('<main></main>')).toBe(false);
  expect(isTakenFrom('<dialog></dialog><button>New</button>')).toBe(false);
  expect(isTakenFrom('<input value="">')).toBe(false);
  expect(isTakenFrom('<input type="checkbox" checked>')).toBe(false);
});
