import { useFormat } from '#platform/i18n/use-format.ts';

/** An instant with date and time, in the given timezone or the device's. */
export function InstantText({ at, timeZone }: { at: string; timeZone?: string }) {
  const format = useFormat();
  return <time dateTime={at}>{format.instant(at, timeZone)}</time>;
}
