import type * as z from 'zod/mini';
import type { DirectoryPages } from './directory-pages.ts';
import type { EntitySpec } from './define-entity.ts';

/**
 * Names that a company works with (vendors, customers, products): small enough for memory, made, changed, retired, imported and deleted in one
 * way, on pages that are drawn from what is said here.
 */
export type DirectorySpec<
  Name extends string = string,
  S extends z.ZodMiniObject = z.ZodMiniObject,
  I extends z.ZodMiniObject = z.ZodMiniObject,
  Resource extends string = string,
  Texts extends string = string,
> = EntitySpec<Name, S> & {
  /** Begins its permission keys: view, create, update, delete, import, export. */
  readonly resource: Resource;
  /** The namespace with all of its words. */
  readonly texts: Texts;
  readonly page: { readonly path: string; readonly isPerRecord: true };
  readonly menu: NonNullable<EntitySpec['menu']>;
  /** What a person may type: forms, commands and imports validate against it. */
  readonly input: I;
  /** Fields of which no two records of a company have the same, where something is given; capitals and blanks around make no difference. */
  readonly unique?: readonly (keyof z.infer<I> & string)[];
  /** Under this name unsaved typing lies on the device. */
  readonly draft: string;
  /** What its pages show and a new one starts with; not loaded before somebody looks. */
  readonly pages: () => Promise<{ readonly pages: DirectoryPages<z.infer<I>> }>;
};

export function defineDirectory<
  const Name extends string,
  S extends z.ZodMiniObject,
  I extends z.ZodMiniObject,
  const Resource extends string,
  const Texts extends string,
>(spec: DirectorySpec<Name, S, I, Resource, Texts>): DirectorySpec<Name, S, I, Resource, Texts> {
  return spec;
}
