import 'fake-indexeddb/auto';
import type { RxStorage } from 'rxdb';
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import { type CompanyDatabase, createCompanyDatabase } from '#data/core/company-database.ts';
import { listStoredIds } from '#data/core/stored.ts';
import { DeviceDatabase } from '#data/device/device-database.ts';
import type { CollectionName } from '#domain/registry.ts';
import type { SyncLimits } from '#data/sync/context.ts';
import { createSyncEngine, type SyncEngine } from '#data/sync/engine.ts';
import type { SyncTransport } from '#data/sync/transport.ts';
import { quotaError, thinDisk } from './thin-disk.ts';
import type { Chance } from './seeded.ts';
import type { Actor, Stage } from './stage.ts';

export const SIMULATED: readonly CollectionName[] = ['vendors', 'expenses', 'files'];

type Leader = { readonly actor: Actor; readonly engine: SyncEngine; readonly companyId: string; readonly tab: string };

/** A device: its databases survive everything; tabs, engines and half-done writes do not. */
export class Device {
  readonly name: string;
  readonly userId: string;
  readonly stage: Stage;
  readonly chance: Chance;
  readonly device: DeviceDatabase;
  readonly leaders: Leader[] = [];
  readonly #bases = new Map<string, CompanyDatabase>();
  companyId: string;
  isOffline = false;
  /** The browser's quota is used up: about every second write finds no room. */
  isFull = false;
  /** Milliseconds this device's clock is off. */
  skew = 0;
  #tabs = 0;
  #transport: (device: Device) => SyncTransport;
  #now: () => number;
  readonly #names: readonly CollectionName[];
  readonly #limits: Partial<SyncLimits>;
  readonly #stopsAnywhere: boolean;

  constructor(parts: {
    name: string;
    userId: string;
    companyId: string;
    stage: Stage;
    chance: Chance;
    transport: (device: Device) => SyncTransport;
    now: () => number;
    names?: readonly CollectionName[];
    limits?: Partial<SyncLimits>;
    stopsAnywhere?: true;
  }) {
    this.name = parts.name;
    this.userId = parts.userId;
    this.companyId = parts.companyId;
    this.stage = parts.stage;
    this.chance = parts.chance;
    this.#transport = parts.transport;
    this.#now = parts.now;
    this.#names = parts.names ?? SIMULATED;
    this.#limits = { push: 4, pull: 6, chunk: 3, ...parts.limits };
    this.#stopsAnywhere = parts.stopsAnywhere ?? false;
    this.device = new DeviceDatabase(parts.userId);
    this.device.use(thinDisk(() => this.#hasRoom()));
  }

  async addCompany(companyId: string, newId: () => string): Promise<void> {
    const { stage, userId, device } = this;
    const clock = stage.clock(() => this.#now() + this.skew, this.#now);
    const exclusive = stage.exclusive(`${this.name} ${companyId.slice(-4)}`);
    const storage = getRxStorageMemory() as unknown as RxStorage<unknown, unknown>;
    const db = await createCompanyDatabase({
      userId,
      companyId,
      device,
      storage,
      clock,
      newId,
      exclusive,
      only: this.#names,
      multiInstance: false,
    });
    for (const name of this.#names) {
      const instance = db.collections[name].storageInstance as unknown as { bulkWrite(rows: unknown, context: string): Promise<unknown> };
      const write = instance.bulkWrite.bind(instance);
      instance.bulkWrite = async (rows, context) => {
        await stage.disk(`${name} before`);
        if (!this.#hasRoom()) throw quotaError();
        const result = await write(rows, context);
        await stage.disk(`${name} after`);
        return result;
      };
    }
    this.#bases.set(companyId, db);
  }

  /** The database as a new tab opens it: with a client id of its own. */
  open(companyId: string): { db: CompanyDatabase; tab: string } {
    const tab = `${this.name}.${++this.#tabs}`;
    let count = 0;
    const base = this.#bases.get(companyId) as CompanyDatabase;
    const db = { ...base, newRev: () => `${tab}.${companyId.slice(-12)}-${++count}` };
    return { tab, db: this.#stopsAnywhere ? this.#stopping(db) : db };
  }

  /** Its tab may also stand still before it looks at documents and before each transaction of the device's own database. */
  #stopping(db: CompanyDatabase): CompanyDatabase {
    const { stage } = this;
    const slow = <T extends object>(of: T, method: keyof T & string, label: string): T => {
      const run = (of[method] as (...args: unknown[]) => unknown).bind(of);
      return Object.create(of, { [method]: { value: (...args: unknown[]) => stage.disk(label).then(() => run(...args)) } }) as T;
    };
    const collections = db.names.map((name) => {
      const collection = db.collections[name];
      const storageInstance = slow(collection.storageInstance, 'findDocumentsById', `${name} look`);
      return [name, Object.create(collection, { storageInstance: { value: storageInstance } })];
    });
    return { ...db, collections: Object.fromEntries(collections), device: slow(db.device, 'transaction', 'transaction') };
  }

  async lead(): Promise<void> {
    const { companyId } = this;
    const { db, tab } = this.open(companyId);
    const engine = createSyncEngine({
      db,
      transport: this.#transport(this),
      random: this.chance,
      refreshSession: async () => true,
      watchWrites: false,
      limits: this.#limits,
    });
    const actor = await this.stage.start(`${tab} engine`, this.name, tab, () => engine.start());
    this.leaders.push({ actor, engine, companyId, tab });
  }

  /** Stops leading; `onEnd` when the last step has ended. */
  async resign(leader: Leader, onEnd?: () => void): Promise<void> {
    this.leaders.splice(this.leaders.indexOf(leader), 1);
    if (onEnd) leader.actor.onEnd = onEnd;
    await this.stage.end(leader.actor, () => leader.engine.stop());
  }

  #hasRoom = (): boolean => !this.isFull || this.chance() < 0.5;

  /** All tabs die at once. */
  crash(): void {
    for (const actor of this.stage.actors.filter((each) => each.device === this.name)) this.stage.kill(actor);
    this.leaders.length = 0;
  }

  async poke(reason: 'write' | 'person'): Promise<void> {
    for (const { actor, engine } of this.leaders.slice()) await this.stage.nudge(actor, () => engine.poke(reason));
  }

  get db(): CompanyDatabase {
    return this.#bases.get(this.companyId) as CompanyDatabase;
  }

  base(companyId: string): CompanyDatabase | undefined {
    return this.#bases.get(companyId);
  }

  /** Ids of all documents of all companies. */
  async everythingHere(): Promise<ReadonlySet<string>> {
    const ids: string[] = [];
    for (const db of this.#bases.values()) for (const name of this.#names) ids.push(...(await listStoredIds(db, name, '', 10_000)));
    return new Set(ids);
  }

  async close(): Promise<void> {
    for (const { db } of [...this.#bases.values()].map((each) => ({ db: each }))) await db.rx.close();
    this.device.close();
  }
}
