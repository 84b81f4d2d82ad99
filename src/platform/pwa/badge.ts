type Badging = { setAppBadge?(count: number): Promise<void>; clearAppBadge?(): Promise<void> };

/** Shows a count on the icon of the installed app; 0 takes it away. Where there are no badges nothing happens. */
export function showBadge(count: number): void {
  const { setAppBadge, clearAppBadge } = (globalThis.navigator as Badging | undefined) ?? {};
  const done = count > 0 ? setAppBadge?.call(navigator, count) : clearAppBadge?.call(navigator);
  done?.catch(() => undefined); // the system does not allow it
}
