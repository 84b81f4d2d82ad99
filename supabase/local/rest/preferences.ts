import { RestError } from './rest-error.ts';

export type Preferences = {
  readonly resolution: 'merge-duplicates' | 'ignore-duplicates' | null;
  readonly return: 'representation' | 'minimal' | null;
  readonly isCounted: boolean;
};

const KNOWN: Readonly<Record<string, readonly string[]>> = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['null'],
  return: ['representation', 'minimal'],
  count: ['exact'],
  tx: ['commit', 'rollback'],
  handling: ['strict', 'lenient'],
};
/** Served by PostgREST; dropping them silently would change what is stored or answered. */
const REFUSED = new Set([
  'missing=default',
  'return=headers-only',
  'count=planned',
  'count=estimated',
  'params=single-object',
  'params=multiple-objects',
]);

const invalid = (preferences: readonly string[], message: string): RestError =>
  new RestError({ status: 400, code: 'PGRST122', message, details: `Invalid preferences: ${preferences.join(', ')}` });

/** Reads the `Prefer` header. Unknown wishes are ignored unless `handling=strict`; known ones we can't serve are refused. */
export function parsePreferences(header: string | null): Preferences {
  const given = (header ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const refused = given.filter((preference) => REFUSED.has(preference));
  if (refused.length > 0) throw invalid(refused, 'Preferences that this backend does not support');
  const has = (preference: string): boolean => given.includes(preference);
  const unknown = given.filter((preference) => {
    const [name = '', value = ''] = preference.split('=');
    return !KNOWN[name]?.includes(value);
  });
  if (has('handling=strict') && unknown.length > 0) throw invalid(unknown, 'Invalid preferences given with handling=strict');
  return {
    resolution: has('resolution=merge-duplicates') ? 'merge-duplicates' : has('resolution=ignore-duplicates') ? 'ignore-duplicates' : null,
    return: has('return=representation') ? 'representation' : has('return=minimal') ? 'minimal' : null,
    isCounted: has('count=exact'),
  };
}

/** The `Preference-Applied` header, if there is anything to say. */
export function appliedPreferences(preferences: Preferences, kind: 'read' | 'insert' | 'change'): Record<string, string> {
  const { resolution, return: wanted, isCounted } = preferences;
  const applied = [
    kind === 'insert' && resolution !== null ? `resolution=${resolution}` : null,
    kind !== 'read' && wanted !== null ? `return=${wanted}` : null,
    isCounted ? 'count=exact' : null,
  ].filter((entry) => entry !== null);
  return applied.length > 0 ? { 'preference-applied': applied.join(', ') } : {};
}
