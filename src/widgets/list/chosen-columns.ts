type Column = { readonly key: string; readonly isOptional?: boolean; readonly isPrimary?: boolean };

/** The columns that a table shows of those that it has; the one that opens a row is always there. */
export const chosenColumns = <C extends Column>(columns: readonly C[], chosen: readonly string[] | null | undefined): readonly C[] =>
  columns.filter(({ key, isOptional = false, isPrimary = false }) => isPrimary || (chosen ? chosen.includes(key) : !isOptional));

/** Whether these are the columns that come by themselves. */
export const isAsItComes = (columns: readonly Column[], chosen: readonly string[]): boolean =>
  columns.every(({ key, isOptional = false, isPrimary = false }) => isPrimary || chosen.includes(key) === !isOptional);
