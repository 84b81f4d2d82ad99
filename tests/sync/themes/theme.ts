import type { CollectionName } from '#domain/registry.ts';
import type { SyncLimits } from '#data/sync/context.ts';
import type { Call, World } from '#tests/sync/world.ts';
import type { Device } from '#tests/sync/device.ts';

export type Event = (world: World, device: Device) => Promise<void>;
export type EventName =
  | 'write'
  | 'go'
  | 'poke'
  | 'network'
  | 'crash'
  | 'second leader'
  | 'server'
  | 'permission'
  | 'resolve'
  | 'switch'
  | 'clock'
  | 'restore'
  | 'expel';

/** What a kind of story has besides the usual misfortunes, and what it must not end with. */
export type Theme = {
  readonly name: string;
  /** What has to come to pass in its stories; else they would tell nothing of it. */
  readonly tells: readonly string[];
  readonly devices?: number;
  /** The stories need a server on which several work at a time. */
  readonly needs?: 'postgres';
  /** Half of the pushes stand a while before their commit, and the gateway may die there. */
  readonly hasTwoGateways?: true;
  /** A tab stands still not only at locks and document writes, but before every look and transaction. */
  readonly stopsAnywhere?: true;
  readonly names?: readonly CollectionName[];
  readonly limits?: Partial<SyncLimits>;
  /** The chance of the usual events where it differs. */
  readonly shares?: Partial<Record<EventName, number>>;
  /** Its own events and their chance. */
  readonly events?: readonly (readonly [share: number, event: Event])[];
  /** The keys of the member with this number, in the company with that number. */
  readonly keys?: (world: World, member: number, company: number) => readonly string[];
  readonly companies?: number;
  readonly prepare?: (world: World) => Promise<void>;
  /** Looks at the server after each step for what has to be true at any time. */
  readonly holds?: (world: World) => Promise<void>;
  /** What a request meets on its way, in place of the server. */
  readonly hinder?: (world: World, call: Call) => { readonly answer: Response | Error | 'timed out'; readonly what: string } | null;
  /** Rounds without any progress that the end of the story sits out. */
  readonly patience?: number;
  /** What stays true when the usual faults are over; then its own end. */
  readonly relent?: (world: World) => Promise<void>;
};
