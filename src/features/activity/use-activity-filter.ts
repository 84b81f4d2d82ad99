import { useCallback } from 'react';
import { ACTIVITY_KINDS, type ActivityFilter, type ActivityKind } from '#domain/activity/activity-filter.ts';
import { useAddress } from '#widgets/use-address.ts';

const isKind = (given: string | null): given is ActivityKind => given !== null && Object.hasOwn(ACTIVITY_KINDS, given);

const filterFrom = (params: URLSearchParams): ActivityFilter => {
  const kind = params.get('kind');
  return {
    actorId: params.get('person'),
    kind: isKind(kind) ? kind : null,
    entity: params.get('entity'),
    isRecent: params.get('recent') === '1',
  };
};

function paramsOf({ actorId, kind, entity, isRecent }: ActivityFilter): URLSearchParams {
  const given = { person: actorId, kind, entity, recent: isRecent ? '1' : null };
  return new URLSearchParams(Object.entries(given).filter((pair): pair is [string, string] => pair[1] !== null));
}

/** The filter lives in the address, so that "back", a reload and a link show the same list. */
export function useActivityFilter(): [ActivityFilter, (change: Partial<ActivityFilter>) => void] {
  const [params, setAddress] = useAddress();
  const change = useCallback(
    (part: Partial<ActivityFilter>) => setAddress((now) => paramsOf({ ...filterFrom(now), ...part })),
    [setAddress],
  );
  return [filterFrom(params), change];
}
