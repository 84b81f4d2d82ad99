/** One rule broken on purpose in the source: `find` stands there exactly once. It must be noticed by stories, or else by a named test. */
export type Mutant = {
  readonly rule: string;
  /** Below `src/`. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  /** The kind of story that meets it: part of a theme's name, or `receipts`; without it the usual misfortunes. */
  readonly theme?: string;
  /** Where no story can tell it from the real engine: the test file that does. */
  readonly test?: string;
};

/** The source with the rule broken; throws when the rule no longer reads that way. */
export function mutated(source: string, { rule, file, find, replace }: Mutant): string {
  const parts = source.split(find);
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} places for the mutant "${rule}"`);
  return parts.join(replace);
}
