import type { Language } from '#platform/i18n/languages.ts';
import { manifestFile } from './app-manifest.ts';

/** Points the page at its language's web app manifest, so that an installed app starts, shares and names its shortcuts in that language. */
export function linkManifest(language: Language): void {
  document.querySelector<HTMLLinkElement>('link[rel="manifest"]')?.setAttribute('href', `/${manifestFile(language)}`);
}
