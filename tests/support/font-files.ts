import { readFileSync } from 'node:fs';
import type { FontFiles } from '#platform/pdf/write-document.ts';

const file = (name: string) => new Uint8Array(readFileSync(`${import.meta.dirname}/../../src/platform/pdf/fonts/${name}`));

/** The fonts of documents as the page gets them from the server. */
export const fontFiles = (): FontFiles => ({ regular: file('inter-400.ttf'), strong: file('inter-600.ttf') });
