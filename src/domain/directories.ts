import type * as z from 'zod/mini';
import { customers } from '#domain/customers/customers.entity.ts';
import { products } from '#domain/products/products.entity.ts';
import { vendors } from '#domain/vendors/vendors.entity.ts';

/**
 * The entities that are lists of names a company works with, by table: one set of pages and commands serves them all. Whoever adds one adds it
 * here (README); the registry of all entities takes this list up whole.
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
