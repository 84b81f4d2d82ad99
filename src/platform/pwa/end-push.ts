/** Whoever signs out gets no messages on this device any more, and leaves none on its screen. Works without a network. */
export async function endPush(): Promise<void> {
  try {
    const registration = await globalThis.navigator?.serviceWorker?.getRegistration();
    for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
    await (await registration?.pushManager?.getSubscription())?.unsubscribe();
  } catch {
    // Where the browser has no push there is nothing to end; the server asks for the session in any case.
  }
}
