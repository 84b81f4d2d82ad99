import type * as z from 'zod/mini';
import { customers } from '#domain/customers/customers.entity.ts';
import { products } from '#domain/products/products.entity.ts';
import { vendors } from '#domain/vendors/vendors.entity.ts';

/**
 * The names a company works with. From this list come their pages, navigation, rights, search, selects, import and export; the registry takes
 * it up whole.
 */
export const directories = { vendors, customers, invoice_products: products } as const;

export type DirectoryName = keyof typeof directories;
export const DIRECTORY_NAMES = Object.keys(directories) as readonly DirectoryName[];
/** One value per directory. */
export const fromDirectories = <T>(valueOf: (name: DirectoryName) => T): Readonly<Record<DirectoryName, T>> =>
  Object.fromEntries(DIRECTORY_NAMES.map((name) => [name, valueOf(name)])) as Record<DirectoryName, T>;

export type DirectoryTexts = (typeof directories)[DirectoryName]['texts'];
export type DirectoryResource = (typeof directories)[DirectoryName]['resource'];
export type DirectoryInput<N extends DirectoryName = DirectoryName> = z.infer<(typeof directories)[N]['input']>;
