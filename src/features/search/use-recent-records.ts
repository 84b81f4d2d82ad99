import { useState } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import type { SearchRef } from '#data/search/live-search.ts';
import { entityOf } from '#domain/registry.ts';
import { SEARCH_KINDS } from '#domain/search/search-index.ts';
import { isStringArray, localStore, readJson } from '#platform/storage/web-storage.ts';

const KEPT = 8;
const keyOf = (companyId: string): string => `kontor-recent-${companyId}`;
const keptIn = (companyId: string): SearchRef[] => (readJson(localStore, keyOf(companyId), isStringArray) ?? []).flatMap(refOf);

/** The records opened last on this device. Only ids are kept; sign-out clears them. */
export function useRecentRecords(): readonly SearchRef[] {
  const { ctx } = useCompany();
  const [recent] = useState(() => keptIn(ctx.companyId));
  return recent;
}

/** Notes the record whose page an address is; other addresses are nothing to remember. */
export function rememberOpened(companyId: string, pathname: string): void {
  const [, path = '', id = ''] = /^(.+)\/([0-9a-f-]{36})$/.exec(pathname) ?? [];
  const kind = SEARCH_KINDS.find((each) => entityOf(each).page?.path === path);
  if (!kind) return;
  const others = keptIn(companyId).filter((other) => other.id !== id);
  localStore.set(keyOf(companyId), JSON.stringify([{ kind, id }, ...others].slice(0, KEPT).map((ref) => `${ref.kind}:${ref.id}`)));
}

function refOf(text: string): SearchRef[] {
  const [name, id] = text.split(':');
  const kind = SEARCH_KINDS.find((each) => each === name);
  return kind && id ? [{ kind, id }] : [];
}
