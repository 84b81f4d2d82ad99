/** What carries messages between the tabs of this browser: a BroadcastChannel, or a stand-in of the same shape. */
export type Bus<Message> = {
  post(message: Message): void;
  close(): void;
};

/** Opens the channel `name`. A tab never hears itself. Without BroadcastChannel every tab is alone, which is safe: each is its own leader under the Web Lock. */
export function openBus<Message>(name: string, onMessage: (message: Message) => void): Bus<Message> {
  if (typeof BroadcastChannel === 'undefined') return { post: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel(name);
  let isOpen = true;
  channel.onmessage = (event) => onMessage(event.data as Message);
  return {
    post: (message) => {
      if (isOpen) channel.postMessage(message);
    },
    close: () => {
      isOpen = false;
      channel.close();
    },
  };
}
