let awaited: Promise<void> = Promise.resolve();
let arrive = (): void => undefined;

/** Says that a first page is on its way: what it does not need waits for it. */
export function expectFirstPage(): void {
  awaited = new Promise((resolve) => (arrive = resolve));
}

/** Says that the first page stands and is usable. */
export const firstPageStands = (): void => arrive();

/** Resolves once the page that opened this tab stands; at once where none is on its way. */
export const afterFirstPage = (): Promise<void> => awaited;
