/** `unsupported`: not here. `install`: an iPhone or iPad shows messages of installed apps only. `denied`: by the person, in the browser's settings. */
export type PushAbility = 'able' | 'unsupported' | 'install' | 'denied';

type Facts = { readonly hasPush: boolean; readonly isIosBrowser: boolean; readonly permission: NotificationPermission };

export function pushAbility({ hasPush, isIosBrowser, permission }: Facts): PushAbility {
  if (isIosBrowser) return 'install';
  if (!hasPush) return 'unsupported';
  return permission === 'denied' ? 'denied' : 'able';
}

/** On an iPhone or iPad, and not started from the home screen: there Safari has no push. */
const isIosBrowser = (): boolean =>
  (/iPhone|iPad|iPod/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)) &&
  (navigator as { standalone?: boolean }).standalone !== true;

export const currentPushAbility = (): PushAbility =>
  pushAbility({
    hasPush: 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis,
    isIosBrowser: isIosBrowser(),
    permission: 'Notification' in globalThis ? Notification.permission : 'default',
  });

/** Where messages of this browser go, and the keys they are encrypted with. */
export type PushAddress = { readonly endpoint: string; readonly p256dh: string; readonly auth: string };

function addressOf(subscription: PushSubscription | null): PushAddress | null {
  const { endpoint, keys } = subscription?.toJSON() ?? {};
  const { p256dh, auth } = keys ?? {};
  return endpoint && p256dh && auth ? { endpoint, p256dh, auth } : null;
}

/** This browser's subscription, if it has one. */
export async function currentPushAddress(): Promise<PushAddress | null> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return addressOf((await registration?.pushManager?.getSubscription()) ?? null);
}

/** Asks the person, by the browser's own question; only ever on their press. */
export const askToNotify = async (): Promise<boolean> => (await Notification.requestPermission()) === 'granted';

/** Subscribes this browser with the server's key; what it was subscribed with before, perhaps another server's, is given up. */
export async function subscribePush(key: string): Promise<PushAddress | null> {
  const registration = await navigator.serviceWorker.ready;
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  return addressOf(await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
}
