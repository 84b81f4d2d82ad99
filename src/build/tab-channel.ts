type Listener = (message: unknown) => void;

/**
 * In the place of the library with which RxDB tells the other tabs what was written: it brings ways of its own for browsers older than
 * those promised. Without the browser's channel each tab is alone, as with our own (`data/tabs/bus.ts`).
 */
export class BroadcastChannel {
  private readonly native: globalThis.BroadcastChannel | undefined;
  private readonly listeners = new Set<Listener>();

  constructor(name: string) {
    if (typeof globalThis.BroadcastChannel === 'undefined') return;
    this.native = new globalThis.BroadcastChannel(name);
    this.native.onmessage = ({ data }: MessageEvent<unknown>) => {
      for (const listener of this.listeners) listener(data);
    };
  }

  async postMessage(message: unknown): Promise<void> {
    this.native?.postMessage(message);
  }

  addEventListener(_type: 'message', listener: Listener): void {
    this.listeners.add(listener);
  }

  removeEventListener(_type: 'message', listener: Listener): void {
    this.listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.native?.close();
  }
}
