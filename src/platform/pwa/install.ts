/** What `beforeinstallprompt` gives; before-paint.js keeps it for us, since it may fire before any of our code is there. */
type InstallPrompt = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> };
type Kept = { kontorInstall?: InstallPrompt | null };

/** How the app can be installed here: by a button, on an iPhone or iPad by hand, or not at all (also when it is installed). */
export type InstallWay = 'button' | 'ios' | 'none';

type Facts = { readonly userAgent: string; readonly touchPoints: number; readonly isStandalone: boolean; readonly hasPrompt: boolean };

/** An iPad says that it is a Mac, which has no touch. Only Safari is sure to have "Add to Home Screen". */
export function installWay({ userAgent, touchPoints, isStandalone, hasPrompt }: Facts): InstallWay {
  if (isStandalone) return 'none';
  if (hasPrompt) return 'button';
  const isIos = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1);
  const isSafari = /Safari\//.test(userAgent) && !/CriOS|FxiOS|EdgiOS|OPT\/|DuckDuckGo|GSA\//.test(userAgent);
  return isIos && isSafari ? 'ios' : 'none';
}

export const currentInstallWay = (): InstallWay =>
  installWay({
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
    isStandalone: matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true,
    hasPrompt: Boolean((globalThis as Kept).kontorInstall),
  });

/** Tells when the browser offers to install the app, and when that is done. */
export function onInstallChange(listener: () => void): () => void {
  addEventListener('kontor-install', listener);
  return () => removeEventListener('kontor-install', listener);
}

/** Asks the person, by the browser's own dialog. It can be asked once per offer; the browser makes another one later. */
export async function promptInstall(): Promise<void> {
  const kept = globalThis as Kept;
  const offer = kept.kontorInstall;
  if (!offer) return;
  await offer.prompt();
  kept.kontorInstall = null;
  dispatchEvent(new Event('kontor-install'));
}
