import { entityNamed } from '#domain/registry.ts';
import type { ActivityEntry } from './activity-entry.ts';

/** Whether what the entry is about had no number yet; what never gets one, a receipt, say, may have no name here for another reason: it is confidential. */
export const awaitsNumber = ({ entity_type: type, entity_label: label }: Pick<ActivityEntry, 'entity_type' | 'entity_label'>): boolean =>
  label === '' && 'number' in (entityNamed(type)?.schema.shape ?? {});
