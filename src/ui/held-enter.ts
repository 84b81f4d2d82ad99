/** Where Enter writes a line instead of pressing something. */
const isText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.localName === 'textarea' || target.isContentEditable);

/**
 * A key that is held down repeats some thirty times a second: what one Enter saved and closed, the next would open again and the third save with
 * whatever is proposed there. Only the first press counts.
 */
export function ignoreHeldEnter(): void {
  document.addEventListener(
    'keydown',
    (event) => {
      if (!event.repeat || event.key !== 'Enter' || isText(event.target)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true },
  );
}
