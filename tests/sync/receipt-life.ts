import 'fake-indexeddb/auto';
import type { RxStorage } from 'rxdb';
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import { type CompanyDatabase, createCompanyDatabase } from '#data/core/company-database.ts';
import { createLocalExclusive } from '#data/core/exclusive.ts';
import { DeviceDatabase } from '#data/device/device-database.ts';
import type { KeptReceipt } from '#data/receipts/draft-receipts.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { SIMULATED } from './device.ts';

/** One run of the browser. It dies before the write, request or answer that its budget ends with; what it was doing never goes on. */
export class Life {
  readonly died: Promise<'died'>;
  isDead = false;
  #budget = Infinity;
  #tell: (how: 'died') => void = () => undefined;

  constructor() {
    this.died = new Promise((resolve) => (this.#tell = resolve));
  }

  /** The next `count` steps are the last ones; Infinity takes that back. */
  endsAfter(count: number): void {
    this.#budget = count;
  }

  /** Whether the step that is about to be made is not made any more. */
  stopsHere(): boolean {
    this.#budget -= 1;
    if (this.#budget < 0 && !this.isDead) {
      this.isDead = true;
      this.#tell('died');
    }
    return this.isDead;
  }

  pass = (): Promise<void> => (this.stopsHere() ? never() : Promise.resolve());
}

const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

type Parts = { readonly userId: string; readonly companyId: string; readonly clock: Clock; readonly newId: () => string };

/** What outlives the browser: the documents, and by its name the device database. */
export async function openDisk(parts: Parts): Promise<CompanyDatabase> {
  const storage = getRxStorageMemory() as unknown as RxStorage<unknown, unknown>;
  const device = new DeviceDatabase(parts.userId);
  return createCompanyDatabase({
    ...parts,
    device,
    storage,
    only: ['companies', ...SIMULATED],
    multiInstance: false,
    exclusive: createLocalExclusive(),
  });
}

/** The bytes of receipts that are on this device, in whatever place. */
export async function bytesHere(device: DeviceDatabase): Promise<Blob[]> {
  const blobs: Blob[] = [];
  const inbox = await caches.open('share-inbox');
  for (const request of await inbox.keys()) blobs.push(await (await inbox.match(request))!.blob());
  for (const { key, values } of await device.drafts.toArray()) {
    const { raw, made } = values as KeptReceipt;
    if (key.startsWith('receipt:')) blobs.push(made?.original?.bytes ?? made?.bytes ?? raw!);
  }
  for (const { bytes } of await device.receipts.toArray()) blobs.push(bytes as Blob);
  return blobs;
}

let lives = 0;

/** The databases as one run of the browser sees them: with its death, nothing of it is written any more, and a transaction is undone whole. */
export async function beginLife(disk: CompanyDatabase, life: Life): Promise<CompanyDatabase> {
  const device = new DeviceDatabase(disk.userId);
  device.use({
    stack: 'dbcore',
    name: 'life',
    create: (core) => ({
      ...core,
      table(name) {
        const table = core.table(name);
        return {
          ...table,
          mutate(request) {
            if (!life.stopsHere()) return table.mutate(request);
            (request.trans as unknown as IDBTransaction).abort();
            return never();
          },
        };
      },
    }),
  });
  await device.open();
  const collections = Object.fromEntries(disk.names.map((name) => [name, mortal(disk.collections[name], life)]));
  const run = (lives += 1);
  let count = 0;
  return {
    ...disk,
    device,
    collections: collections as unknown as CompanyDatabase['collections'],
    exclusive: createLocalExclusive(),
    newRev: () => `life${run}-${(count += 1)}`,
  };
}

function mortal<C extends { storageInstance: object }>(collection: C, life: Life): C {
  const instance = collection.storageInstance as { bulkWrite(rows: unknown, context: string): Promise<unknown> };
  const storageInstance = new Proxy(instance, {
    get: (target, key) => {
      if (key === 'bulkWrite') return (rows: unknown, context: string) => (life.stopsHere() ? never() : target.bulkWrite(rows, context));
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return new Proxy(collection, { get: (target, key) => (key === 'storageInstance' ? storageInstance : Reflect.get(target, key)) });
}
