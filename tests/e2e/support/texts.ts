import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export type Language = 'en' | 'de';
type Tree = { readonly [key: string]: string | Tree };

const folder = (language: Language): string => fileURLToPath(new URL(`../../../locales/${language}/`, import.meta.url));

/** Every text of a language by `namespace:key`. */
export function textsOf(language: Language): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (prefix: string, tree: Tree): void => {
    for (const [key, value] of Object.entries(tree)) {
      const name = `${prefix}${key}`;
      if (typeof value === 'string') found.set(name, value);
      else walk(`${name}.`, value);
    }
  };
  for (const file of readdirSync(folder(language)).filter((name) => name.endsWith('.json')))
    walk(`${file.replace('.json', '')}:`, JSON.parse(readFileSync(`${folder(language)}${file}`, 'utf8')));
  return found;
}

const all = { en: textsOf('en'), de: textsOf('de') };

/** The text a person of that language reads. */
export function text(language: Language, key: string): string {
  const found = all[language].get(key);
  if (found === undefined) throw new Error(`${language} has no text ${key}`);
  return found;
}
