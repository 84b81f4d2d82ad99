import { openBus } from './bus.ts';

/** How the live channel stands, in the specification's words. */
export type LiveState = 'DISCONNECTED' | 'CONNECTING' | 'CONNECTED';

type Message = { readonly kind: 'state'; readonly state: LiveState } | { readonly kind: 'ask' | 'reconnect' };

export type SharedLiveState = {
  getSnapshot(): LiveState;
  subscribe(listener: () => void): () => void;
  /** The leader tells every tab how its channel is. */
  tell(state: LiveState): void;
  /** Asks whichever tab leads to build the channel anew. */
  reconnect(): void;
  close(): void;
};
type Parts = {
  readonly name: string;
  readonly isLeader: () => boolean;
  readonly onReconnect: () => void;
  readonly open?: typeof openBus<Message>;
};

/** The state of the one live channel, known in every tab: the leader holds it, the others are told. */
export function shareLiveState({ name, isLeader, onReconnect, open = openBus }: Parts): SharedLiveState {
  let state: LiveState = 'DISCONNECTED';
  const listeners = new Set<() => void>();
  const enter = (next: LiveState) => {
    if (state === next) return;
    state = next;
    for (const listener of listeners) listener();
  };
  const bus = open(name, (message) => {
    if (message.kind === 'state') return isLeader() ? undefined : enter(message.state);
    if (!isLeader()) return undefined;
    return message.kind === 'ask' ? bus.post({ kind: 'state', state }) : onReconnect();
  });
  bus.post({ kind: 'ask' });
  return {
    getSnapshot: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell(next) {
      enter(next);
      bus.post({ kind: 'state', state: next });
    },
    reconnect: () => (isLeader() ? onReconnect() : bus.post({ kind: 'reconnect' })),
    close: () => bus.close(),
  };
}
