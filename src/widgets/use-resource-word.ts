import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { COLLECTION_NAMES, entityOf } from '#domain/registry.ts';

/** What a permission is about, by the first part of its key: an entity, or a part of the app. */
export function useResourceWord(): (resource: string) => string {
  const { t } = useTranslation('people');
  const { t: tEntities } = useTranslation('entities');
  return useCallback(
    (resource) => {
      // Reports are a part of the app; of records, only the figures that were kept follow their key.
      const name = COLLECTION_NAMES.find((each) => entityOf(each).resource === resource && each !== 'period_figures');
      return name ? tEntities(`${name}.many`) : t(`resource.${resource}` as 'resource.dashboard');
    },
    [t, tEntities],
  );
}
