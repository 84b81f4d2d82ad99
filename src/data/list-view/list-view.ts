import * as z from 'zod/mini';
import type { DeviceDatabase } from '#data/device/device-database.ts';

/** How somebody looks at a list on this device: the columns they chose, and the order they last put it in; null: as it comes. */
const listViewSchema = z.object({
  columns: z._default(z.nullable(z.array(z.string().check(z.maxLength(60))).check(z.maxLength(40))), null),
  sort: z._default(z.nullable(z.string().check(z.maxLength(60))), null),
});
export type ListView = z.infer<typeof listViewSchema>;
export const AS_IT_COMES: ListView = { columns: null, sort: null };

/** Read once per person; a page that opens again knows at once. */
const known = new WeakMap<DeviceDatabase, Map<string, ListView>>();
const knownOf = (device: DeviceDatabase): Map<string, ListView> => {
  const views = known.get(device) ?? new Map<string, ListView>();
  known.set(device, views);
  return views;
};
const keyOf = (list: string) => `list-view:${list}`;

/** What is known without asking the disk. */
export const knownListView = (device: DeviceDatabase, list: string): ListView | undefined => knownOf(device).get(list);

/** The person's view of a list, by its path; what can't be read counts as none. */
export async function readListView(device: DeviceDatabase, list: string): Promise<ListView> {
  const before = knownListView(device, list);
  if (before) return before;
  const parsed = z.safeParse(listViewSchema, (await device.meta.get(keyOf(list))) ?? {});
  const view = knownListView(device, list) ?? (parsed.success ? parsed.data : AS_IT_COMES);
  knownOf(device).set(list, view);
  return view;
}

/** Keeps it for the next time, on this device and for this person only. */
export async function saveListView(device: DeviceDatabase, list: string, change: Partial<ListView>): Promise<ListView> {
  const view = { ...(await readListView(device, list)), ...change };
  knownOf(device).set(list, view);
  await device.meta.put(view, keyOf(list)).catch(() => undefined); // on a full disk it holds as long as the page is open
  return view;
}
