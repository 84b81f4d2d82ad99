/**
 * Hears the back button before the router does. Browsers call listeners of the window in the order they were added, captured or not, so this
 * one is added when the module is loaded: the router imports it and starts listening later.
 */
let gate: ((event: Event) => void) | null = null;
globalThis.addEventListener?.('popstate', (event) => gate?.(event));

/** Who decides about the next step through the history; null: nobody, the router gets it. */
export function setPopGate(next: ((event: Event) => void) | null): void {
  gate = next;
}
