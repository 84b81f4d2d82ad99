/** What a session's browser said about itself. Empty strings where it said nothing we know. */
export type DeviceName = { readonly browser: string; readonly system: string; readonly isPhone: boolean };

/** Order matters: most browsers also claim to be Chrome and Safari. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOPT\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bFxiOS\/|\bFirefox\//, 'Firefox'],
  [/\bCriOS\/|\bHeadlessChrome\/|\bChrome\/|\bChromium\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Browser and operating system of a `User-Agent`, for a person to tell their devices apart. */
export function deviceNameOf(userAgent: string): DeviceName {
  const nameIn = (known: readonly (readonly [RegExp, string])[]) => known.find(([pattern]) => pattern.test(userAgent))?.[1] ?? '';
  return { browser: nameIn(BROWSERS), system: nameIn(SYSTEMS), isPhone: /\biPhone\b|\bMobile\b/.test(userAgent) };
}
