import { Dexie } from 'dexie';
import { concatMap, filter, merge, Observable, of, tap, throttle, timer } from 'rxjs';
import type { DeviceDatabase } from './device-database.ts';
import type { OutboxRow } from '#data/changes/outbox-row.ts';

/** A full outbox is read again at most this often: after a thousand offline edits it is megabytes, and every edit changes it. */
const READ_EVERY_MS = 150;
const MANY = 50;

/** The unsynced rows of a company: now, and after changes by any tab. */
export function watchOutboxRows(device: DeviceDatabase, companyId: string): Observable<OutboxRow[]> {
  let count = 0;
  const pause = () => timer(count > MANY ? READ_EVERY_MS : 0);
  return merge(of({}), outboxCommits$(device)).pipe(
    throttle(pause, { leading: true, trailing: true }),
    concatMap(async () => device.outbox.where({ company_id: companyId }).toArray()),
    tap((rows) => (count = rows.length)),
  );
}

/** Fires after each commit that touched the outbox, whichever tab made it. */
function outboxCommits$(device: DeviceDatabase): Observable<object> {
  const table = `idb://${device.name}/outbox/`;
  return new Observable<object>((subscriber) => {
    const listener = (parts: object) => subscriber.next(parts);
    Dexie.on('storagemutated', listener);
    return () => Dexie.on('storagemutated').unsubscribe(listener);
  }).pipe(filter((parts) => Object.keys(parts).some((range) => range.startsWith(table))));
}
