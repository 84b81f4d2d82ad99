import type { Dexie, Table } from 'dexie';
import { AppError } from '#domain/errors.ts';
import { newId } from '#platform/ids/ids.ts';
import { type KeyValueStore, localStore } from '#platform/storage/web-storage.ts';
import { markerOf, setMarker } from './device-marker.ts';
import { reportHealth } from './storage-health.ts';

/** In `meta`. */
const MARKER = 'marker';

type OfPerson = Dexie & { readonly userId: string; readonly meta: Table<unknown, string> };

/**
 * Notices that the browser has taken the device database away: evicted, or cleared by hand. Under a running app it would be opened anew, empty, as if
 * nothing had ever waited in it: then nothing more is read from it or written to it in this tab, and the person is told. At a start the
 * person is told what may be missing.
 */
export function staysTheSame(device: OfPerson, store: KeyValueStore = localStore): void {
  let known: string | undefined;
  const look = async () => {
    const found = await device.meta.get(MARKER);
    if (known !== undefined) {
      if (found === known) return;
      reportHealth('gone');
      throw new AppError('storage_failed');
    }
    if (found === undefined && markerOf(device.userId, store) !== null) reportHealth('forgotten');
    // Of two tabs the one that is faster gives it its name; on a full disk it gets one another time.
    if (found === undefined) await device.meta.add(newId(), MARKER).catch(() => undefined);
    const marker = await device.meta.get(MARKER);
    if (typeof marker !== 'string') return;
    known = marker;
    setMarker(device.userId, marker, store);
  };
  device.on('ready', look, true);
}
