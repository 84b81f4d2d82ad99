const failed = new Set<HTMLLinkElement>();

globalThis.addEventListener?.(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target);
  },
  true, // what fails to load tells nobody above itself
);

/**
 * Loads code that may be asked for again. Style sheets that could not be had come first: the bundler's loader asks for each of them once, and what is
 * fetched later would stand there without its looks.
 */
export const withStyles = <T>(load: () => Promise<T>): Promise<T> =>
  failed.size === 0 ? load() : Promise.all([...failed].map(askAgain)).then(load);

/** Resolves either way: a sheet that still can't be had may be that of another page. */
function askAgain(link: HTMLLinkElement): Promise<unknown> {
  failed.delete(link);
  const fresh = link.cloneNode() as HTMLLinkElement;
  const settled = new Promise((resolve) => {
    fresh.addEventListener('load', resolve);
    fresh.addEventListener('error', resolve);
  });
  link.replaceWith(fresh);
  return settled;
}
