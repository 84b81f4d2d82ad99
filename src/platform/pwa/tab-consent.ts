const CHANNEL = 'kontor-update';
/** A tab that stays silent this long is frozen: it can't be sending anything, and its chunks are kept for one more release. */
const PATIENCE_MS = 1500;

type Message = { readonly kind: 'ask'; readonly id: string } | { readonly kind: 'answer'; readonly id: string; readonly may: boolean };

const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'kind' in value &&
  (value.kind === 'ask' || value.kind === 'answer');

/** Answers the other tabs' question whether they may update, and asks it. */
export function createTabConsent({ mayUpdate, newId }: { mayUpdate: () => Promise<boolean>; newId: () => string }) {
  const channel = new BroadcastChannel(CHANNEL);
  const questions = new Map<string, () => void>();
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (!isMessage(data)) return;
    if (data.kind === 'answer') {
      if (!data.may) questions.get(data.id)?.();
      return;
    }
    const answer = (may: boolean) => channel.postMessage({ kind: 'answer', id: data.id, may } satisfies Message);
    mayUpdate().then(answer, () => answer(false));
  };
  return {
    /** Whether no other tab objects. */
    ask(): Promise<boolean> {
      const id = newId();
      return new Promise((resolve) => {
        const settle = (may: boolean) => {
          clearTimeout(timer);
          questions.delete(id);
          resolve(may);
        };
        const timer = setTimeout(() => settle(true), PATIENCE_MS);
        questions.set(id, () => settle(false));
        channel.postMessage({ kind: 'ask', id } satisfies Message);
      });
    },
    close: () => channel.close(),
  };
}
export type TabConsent = ReturnType<typeof createTabConsent>;
