/** File name of the newest build's manifest. */
export const LATEST_BUILD = 'build.json';
/** File name of one build's manifest: a server that has it has that build. */
export const buildFile = (buildId: string): string => `builds/${buildId}.json`;

/** The build this page came from; null in development, and outside a page. */
export function ownBuildId(): string | null {
  if (typeof document === 'undefined') return null;
  return document.querySelector<HTMLMetaElement>('meta[name="build-id"]')?.content || null;
}

/** The newest build on the server; null when it can't be asked or says nothing sensible (an old server, a captive portal). */
export async function latestBuildId(fetcher: typeof fetch = fetch): Promise<string | null> {
  try {
    const response = await fetcher(`/${LATEST_BUILD}`, { cache: 'no-store' });
    if (!response.ok) return null;
    const manifest: unknown = await response.json();
    const isManifest = typeof manifest === 'object' && manifest !== null && 'buildId' in manifest;
    return isManifest && typeof manifest.buildId === 'string' ? manifest.buildId : null;
  } catch {
    return null;
  }
}
