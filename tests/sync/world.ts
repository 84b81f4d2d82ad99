import { type Pending, settleAll } from './gateways.ts';
import { Ledger } from './ledger.ts';
import { type Chance, seeded } from './seeded.ts';
import type { Server } from './server.ts';
import { Stage } from './stage.ts';
import { type Device, SIMULATED } from './device.ts';
import type { Theme } from './themes/theme.ts';
import type { CollectionName } from '#domain/registry.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';

export type Options = {
  readonly steps?: number;
  readonly devices?: number;
  /** Keeps the ids of two runs on one server apart; not part of the story. */ readonly run?: number;
  readonly theme?: Theme;
};
export type Binned = { readonly device: Device; readonly companyId: string; readonly name: CollectionName; readonly record: SyncedRecord };
export type Call = {
  readonly fn: 'pull' | 'push';
  readonly device: Device;
  readonly companyId: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly bytes: number;
  /** How long the device waits for the answer to begin. */
  readonly limitMs: number;
};
export const EDITOR = [
  'vendors.view',
  'vendors.create',
  'vendors.update',
  'vendors.delete',
  'expenses.view',
  'expenses.create',
  'expenses.update',
  'expenses.delete',
  'files.view',
  'files.upload',
  'files.delete',
];
let runs = 0;

/** Everything a story is about. */
export class World {
  readonly server: Server;
  readonly chance: Chance;
  readonly stage: Stage;
  readonly ledger = new Ledger();
  readonly trace: string[] = [];
  readonly stats: Record<string, number> = {};
  readonly devices: Device[] = [];
  readonly steps: number;
  readonly count: number;
  readonly prefix: string;
  readonly ghosts: Call[] = [];
  readonly pending = new Set<Pending>();
  readonly names = new Map<string, string>();
  readonly binned: Binned[] = [];
  readonly lost = new Set<Device>();
  ids = 0;
  values = 0;
  time = Date.UTC(2026, 0, 31, 9);
  companies: string[] = [];
  hasFaults = true;
  stepsDone = 0;
  readonly theme: Theme | null;
  readonly collections: readonly CollectionName[];

  /** Ids that sort as they are made, whatever the run; unique to it. */
  newId = (): string => `${this.prefix}-7000-8000-${(++this.ids).toString(16).padStart(12, '0')}`;

  constructor(server: Server, seed: number, { theme, steps = 110, devices = theme?.devices ?? 3, run = ++runs }: Options) {
    this.server = server;
    this.chance = seeded(seed);
    this.stage = new Stage(this.chance);
    this.steps = steps;
    this.count = devices;
    this.theme = theme ?? null;
    this.collections = theme?.names ?? SIMULATED;
    this.prefix = `${(seed >>> 0).toString(16).padStart(8, '0')}-${(run % 0x10000).toString(16).padStart(4, '0')}`;
  }

  say(line: string, kind?: string): void {
    this.trace.push(line);
    if (kind) this.stats[kind] = (this.stats[kind] ?? 0) + 1;
  }

  name(id: string): string {
    const known = this.names.get(id) ?? `d${this.names.size}`;
    this.names.set(id, known);
    return known;
  }

  async close(): Promise<void> {
    await settleAll(this);
    for (const device of this.devices) {
      device.crash();
      await device.close();
    }
  }
}
