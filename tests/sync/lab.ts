import 'fake-indexeddb/auto';
import type { DBCore, Middleware } from 'dexie';
import type { RxStorage } from 'rxdb';
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import { type CompanyDatabase, createCompanyDatabase } from '#data/core/company-database.ts';
import { createLocalExclusive } from '#data/core/exclusive.ts';
import { listStoredIds, readStored } from '#data/core/stored.ts';
import { DeviceDatabase } from '#data/device/device-database.ts';
import type { SyncState } from '#data/changes/sync-state.ts';
import type { CollectionName } from '#domain/registry.ts';
import { createSyncEngine, type EngineParts, type SyncEngine } from '#data/sync/engine.ts';
import { type PullState, type SyncTransport, TransportError } from '#data/sync/transport.ts';
import type { PushChange } from '#data/changes/pushed.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import type { Vendor } from '#domain/vendors/vendor.ts';
import { type Clock, systemClock, type TimerId } from '#platform/clock/clock.ts';
import { newId } from '#platform/ids/ids.ts';
import { vendorOf } from './records.ts';
import type { Server } from './server.ts';
import { until } from '#tests/support/patience.ts';

/** What happens to the next request: before it reaches the server, or after the server has done it. */
export type Fault = 'lost' | 'response lost' | '500' | '401' | 'truncated' | { readonly delay: number };

/** One device with the real engine, the real SQL and a network that fails as told. */
export type LabDevice = {
  readonly db: CompanyDatabase;
  readonly engine: SyncEngine;
  readonly userId: string;
  /** Faults of the next requests, first come first served. */
  readonly faults: Fault[];
  readonly pulls: PullState[];
  /** The rows that each of them asked for. */
  readonly limits: number[];
  readonly pushes: (readonly PushChange[])[];
  /** Going offline cuts what is on its way: the server may have done it, and nobody hears. */
  isOffline: boolean;
  /** The most changes that get through in one push. */
  room: number;
  /** What more than that meets. */
  roomFault: 'server' | 'timeout';
  /** The most rows that get through in one pull. */
  rows: number;
  /** What something on the way says to a push with this change in it; null lets it pass. */
  wall: (change: PushChange) => TransportError | null;
  /** What happens on the server when it has answered a push. */
  afterPush: () => Promise<void>;
  addVendor(name: string): Promise<Vendor>;
  all(name: CollectionName): Promise<SyncedRecord[]>;
  state(): Promise<SyncState | undefined>;
  /** Until a whole round has found the outbox empty, and the engine stands still: it moves again when it is rung for, or after a minute. */
  settled(): Promise<void>;
  /** How often an engine of this device has lain down. */
  rests(): number;
  close(): Promise<void>;
};

type DeviceParts = Partial<Pick<EngineParts, 'limits' | 'refreshSession' | 'watchWrites' | 'isWatched' | 'afterWrite'>> & {
  readonly clock?: Clock;
  readonly only?: readonly CollectionName[];
  readonly start?: boolean;
  /** How the device's own disk behaves. */
  readonly diskParts?: readonly Middleware<DBCore>[];
};

export async function labDevice(server: Server, userId: string, companyId: string, parts: DeviceParts = {}): Promise<LabDevice> {
  const device = new DeviceDatabase(newId());
  for (const part of parts.diskParts ?? []) device.use(part);
  const storage = getRxStorageMemory() as unknown as RxStorage<unknown, unknown>;
  const rest = restsOf(parts.clock ?? systemClock);
  const db = await createCompanyDatabase({
    userId: device.userId,
    companyId,
    device,
    storage,
    clock: rest.clock,
    newId,
    only: parts.only ?? ['vendors', 'expenses', 'files'],
    multiInstance: false,
    exclusive: createLocalExclusive(),
  });
  const faults: Fault[] = [];
  const [pulls, pushes]: [PullState[], (readonly PushChange[])[]] = [[], []];
  const limits: number[] = [];
  let line: object | null = {};
  const lab: Pick<LabDevice, 'isOffline' | 'room' | 'roomFault' | 'rows' | 'wall' | 'afterPush'> = {
    get isOffline() {
      return line === null;
    },
    set isOffline(isOffline) {
      line = isOffline ? null : (line ?? {});
    },
    room: Infinity,
    roomFault: 'server',
    rows: Infinity,
    wall: () => null,
    afterPush: async () => undefined,
  };
  const through = async <T>(call: () => Promise<T>): Promise<T> => {
    const [fault, mine] = [faults.shift(), line];
    if (mine === null || fault === 'lost') throw new TransportError('network');
    if (fault === '500') throw new TransportError('server');
    if (fault === '401') throw new TransportError('unauthorized');
    if (typeof fault === 'object') await pause(fault.delay);
    const answer = await call();
    if (fault === 'response lost' || line !== mine) throw new TransportError('network');
    if (fault === 'truncated') throw new TransportError('server');
    return answer;
  };
  const transport: SyncTransport = {
    pull: (company, state, limit) =>
      through(async () => {
        pulls.push(state);
        limits.push(limit);
        if (limit > lab.rows) throw new TransportError('timeout');
        return server.pull(userId, company, state, limit);
      }),
    push: (company, changes) =>
      through(async () => {
        pushes.push(changes);
        if (changes.length > lab.room) throw new TransportError(lab.roomFault);
        const refusal = changes.map((change) => lab.wall(change)).find((each) => each !== null);
        if (refusal) throw refusal;
        const answer = await server.push(userId, company, changes);
        await lab.afterPush();
        return answer;
      }),
  };
  const engine = createSyncEngine({
    db,
    transport,
    random: () => 0,
    ...(parts.limits ? { limits: parts.limits } : {}),
    ...(parts.refreshSession ? { refreshSession: parts.refreshSession } : {}),
    ...(parts.isWatched ? { isWatched: parts.isWatched } : {}),
    ...(parts.afterWrite ? { afterWrite: parts.afterWrite } : {}),
    ...(parts.watchWrites === undefined ? {} : { watchWrites: parts.watchWrites }),
  });
  if (parts.start !== false) engine.start();
  const made: LabDevice = Object.assign(lab, {
    db,
    engine,
    userId,
    faults,
    pulls,
    limits,
    pushes,
    addVendor: async (name: string) => {
      const { insertRecord } = await import('#data/core/write.ts');
      return insertRecord(db, 'vendors', vendorOf({ id: newId(), company_id: companyId, at: '2026-01-01T00:00:00Z' }, name));
    },
    all: async (name: CollectionName) => [...(await readStored(db, name, await listStoredIds(db, name, '', 100_000))).values()],
    state: () => device.sync_state.get(companyId),
    settled: async () => {
      const before = rest.count();
      engine.poke('person'); // remembered by a round that is under way, which may not have seen everything
      await until(async () => {
        const isIdle = (await device.outbox.count()) === 0 && (await device.sync_state.get(companyId))?.activity === 'idle';
        return isIdle && rest.isResting() && rest.count() > before;
      });
    },
    rests: rest.count,
    close: async () => {
      await engine.stop();
      await db.rx.close();
      device.close();
    },
  });
  return made;
}

/** A clock that knows whether the engine lies down: between its rounds it has the one timer of any length. One that is rung for at once was no rest. */
function restsOf(clock: Clock) {
  let [count, current]: [number, TimerId | null] = [0, null];
  return {
    count: () => count,
    isResting: () => current !== null,
    clock: {
      now: () => clock.now(),
      nowMs: () => clock.nowMs(),
      monotonicMs: () => clock.monotonicMs(),
      setTimeout: (run, ms) => {
        if (ms === 0) return clock.setTimeout(run, ms);
        const timer = clock.setTimeout(() => {
          if (current === timer) current = null;
          run();
        }, ms);
        [count, current] = [count + 1, timer];
        return timer;
      },
      clearTimeout: (timer) => {
        if (current === timer) current = null;
        clock.clearTimeout(timer);
      },
    } satisfies Clock,
  };
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
