import { type CollectionName, entityOf } from '#domain/registry.ts';
import { type Access, can, type PermissionKey, PERMISSION_KEYS } from './access.ts';

/** The keys of which any one shows records of an entity; without a key for viewing, those that change them. */
export function viewKeys(name: CollectionName): readonly PermissionKey[] {
  const { resource } = entityOf(name);
  const all = PERMISSION_KEYS.filter((key) => key.startsWith(`${resource}.`));
  const views = all.filter((key) => key === `${resource}.view` || key === `${resource}.view_own`);
  return views.length > 0 ? views : all;
}

export const mayView = (access: Access, name: CollectionName): boolean => viewKeys(name).some((key) => can(access, key));
