/** A selection in a list, a dialog with what was typed in it, and a form that is kept nowhere until it is saved. */
const HELD = '[data-bulk], dialog[open], [data-unsaved]';
/** A form whose typing is kept on the device, and opens again with it. */
const TYPED = '[data-typed]';

type Page = Pick<Document, 'querySelector' | 'activeElement'>;

const isBeingTyped = (field: Element | null): boolean =>
  (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) &&
  field.value !== '' &&
  !field.matches('[type=checkbox], [type=radio]');

/**
 * Whether a reload now would take something from the person that is nowhere else. A line that comes back fails now and then before it carries, and much
 * of the code is fetched while nobody waits for it: neither is worth a selection. Whoever asked for the code says that it is not here, and asks again.
 */
export const isInUse = (page: Page): boolean => page.querySelector(HELD) !== null || isBeingTyped(page.activeElement);

/** Whether a reload that nobody asked for here would disturb somebody: a form half filled in comes back, but not in the middle of it. */
export const isAtWork = (page: Page): boolean => isInUse(page) || page.querySelector(TYPED) !== null;
