/** Set by the table of pages, which is loaded after the router. */
let isHere: (path: string) => boolean = () => false;

/** Who knows which pages can be drawn without waiting for their code. */
export function setPagesHere(next: (path: string) => boolean): void {
  isHere = next;
}

/** Whether the page at a path, without the language's prefix, can be drawn without waiting. */
export const isPageHere = (path: string): boolean => isHere(path);
