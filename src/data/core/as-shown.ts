import { sameValue } from '#data/changes/same-value.ts';
import { AppError } from '#domain/errors.ts';
import { type CollectionName, type RecordIn, registry } from '#domain/registry.ts';
import type { EntitySpec } from '#domain/shared/define-entity.ts';

/**
 * Refuses a decision when what it is on has changed since it was shown: between a look and a press another device's version may arrive,
 * and nobody decides on what they have not seen (SYNC-28). AppError `conflict`.
 */
export function refuseUnlessAsShown<N extends CollectionName>(name: N, shown: RecordIn<N>, current: RecordIn<N>): void {
  const { decision }: Pick<EntitySpec, 'decision'> = registry[name];
  const fields = [...(decision?.made ?? []), ...(decision?.on ?? [])] as (keyof RecordIn<N>)[];
  if (fields.some((field) => !sameValue(shown[field], current[field])))
    throw new AppError('conflict', { collection: name, id: current.id });
}
