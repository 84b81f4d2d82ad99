import { changedForms } from '#ui/changed-forms.ts';

/** A selection in a list, a dialog with what was typed in it, and what is kept nowhere until it is saved. */
const HELD = '[data-bulk], dialog[open], [data-unsaved]';
/** What somebody asked for and is under way. A form that was sent may lead to the very page whose code is missing. */
const RUNNING = '[data-loading]:not([type=submit]), progress, [role=progressbar]';
/** A form whose typing is kept on the device, and opens again with it. */
const TYPED = '[data-typed]';

type Page = Pick<Document, 'querySelector' | 'activeElement'>;

const isBeingTyped = (field: Element | null): boolean =>
  (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) &&
  field.value !== '' &&
  !field.matches('[type=checkbox], [type=radio]');

/** Kept on the device, or given up by whoever is on the way to another page. */
const isSafe = (form: HTMLFormElement): boolean => form.querySelector(`${TYPED}, [data-given-up]`) !== null;

/**
 * Whether a reload now would take something from the person that is nowhere else. A line that comes back fails now and then before it carries, and much
 * of the code is fetched while nobody waits for it: neither is worth a selection. Whoever asked for the code says that it is not here, and asks again.
 */
export const isInUse = (page: Page): boolean =>
  page.querySelector(`${HELD}, ${RUNNING}`) !== null || isBeingTyped(page.activeElement) || changedForms().some((form) => !isSafe(form));

/** Whether a reload that nobody asked for here would disturb somebody: a form half filled in comes back, but not in the middle of it. */
export const isAtWork = (page: Page): boolean => isInUse(page) || page.querySelector(TYPED) !== null;
