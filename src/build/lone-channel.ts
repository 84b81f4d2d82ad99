/**
 * In the place of what RxDB's channel between tabs falls back to where a browser has no BroadcastChannel: two ways through the browser's
 * storage, two kilobytes of what loads first, for browsers older than those promised. There each tab is alone, as with our own (`data/tabs/bus.ts`).
 */
const lone = {
  type: 'lone',
  canBeUsed: () => true,
  create: async () => ({}),
  close: () => undefined,
  onMessage: () => undefined,
  postMessage: async () => undefined,
  averageResponseTime: () => 0,
  microSeconds: () => 0,
};
export { lone as IndexedDBMethod, lone as LocalstorageMethod };
