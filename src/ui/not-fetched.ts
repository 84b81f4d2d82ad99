/** Whether code could not be fetched, as browsers and the bundler's loader say it; what fails while it runs is another matter. */
export const isNotFetched = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|importing a module script|unable to preload css/i.test(error.message);
