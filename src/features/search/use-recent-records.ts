import { useState } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import type { SearchRef } from '#data/search/live-search.ts';
import { SEARCH_KINDS } from '#domain/search/search-index.ts';
import { isStringArray, localStore, readJson } from '#platform/storage/web-storage.ts';

const KEPT = 8;

/** The records opened last from the palette, on this device. Only ids are kept; sign-out clears them. */
export function useRecentRecords(): { recent: readonly SearchRef[]; remember: (ref: SearchRef) => void } {
  const { ctx } = useCompany();
  const key = `kontor-recent-${ctx.companyId}`;
  const [recent] = useState(() => (readJson(localStore, key, isStringArray) ?? []).flatMap(refOf));
  const remember = ({ kind, id }: SearchRef) => {
    const others = recent.filter((other) => other.id !== id);
    localStore.set(key, JSON.stringify([{ kind, id }, ...others].slice(0, KEPT).map((ref) => `${ref.kind}:${ref.id}`)));
  };
  return { recent, remember };
}

function refOf(text: string): SearchRef[] {
  const [name, id] = text.split(':');
  const kind = SEARCH_KINDS.find((each) => each === name);
  return kind && id ? [{ kind, id }] : [];
}
