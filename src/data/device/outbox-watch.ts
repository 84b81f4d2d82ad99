import { Dexie } from 'dexie';
import { concatMap, filter, merge, Observable, of, ReplaySubject, share, tap, throttle, timer } from 'rxjs';
import type { DeviceDatabase } from './device-database.ts';
import type { OutboxRow } from '#data/changes/outbox-row.ts';

/** A full outbox is read again at most this often: after a thousand offline edits it is megabytes, and every edit changes it. */
const READ_EVERY_MS = 150;
const MANY = 50;

const watched = new WeakMap<DeviceDatabase, Map<string, Observable<OutboxRow[]>>>();

/** The unsynced rows of a company: now, and after changes by any tab. Read once for all that follow them, so nobody changes them. */
export function watchOutboxRows(device: DeviceDatabase, companyId: string): Observable<OutboxRow[]> {
  const ofDevice = watched.get(device) ?? new Map<string, Observable<OutboxRow[]>>();
  watched.set(device, ofDevice);
  const rows$ = ofDevice.get(companyId) ?? readOutbox(device, companyId).pipe(share({ connector: () => new ReplaySubject(1) }));
  ofDevice.set(companyId, rows$);
  return rows$;
}

function readOutbox(device: DeviceDatabase, companyId: string): Observable<OutboxRow[]> {
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
