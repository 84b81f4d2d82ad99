import type { Exclusive } from '#data/core/exclusive.ts';
import type { Clock, TimerId } from '#platform/clock/clock.ts';
import type { Chance } from './seeded.ts';

/** Where an actor stands still until the director lets it go on. */
export type Gate = {
  readonly kind: 'lock' | 'disk' | 'request' | 'response' | 'commit' | 'sleep' | 'aside';
  readonly label: string;
  /** Lets the actor go on, or fails the call it waits in. */
  open(value?: unknown): void;
  fail(error: unknown): void;
  readonly data: Record<string, unknown>;
};

/** One thread of work: a sync engine, or one write of a person. Only one of all actors runs at any moment, until its next gate. */
export type Actor = {
  readonly name: string;
  readonly tab: string;
  readonly device: string;
  waiting: Gate | null;
  isDone: boolean;
  /** The browser has stopped its tab: it goes on late, in whatever it was doing. */
  isFrozen?: boolean;
  /** Whose work it is that goes on beside it. */
  readonly of?: Actor;
  onEnd?: () => void;
};

/**
 * Runs actors one at a time and stops them at every point where another could get in between: the lock, before and after each disk write,
 * request, response, sleep. What runs is chosen by the seed alone, so the same seed gives the same trace.
 */
export class Stage {
  readonly actors: Actor[] = [];
  readonly #chance: Chance;
  readonly #holders = new Map<string, Actor>();
  /** What actors have begun and not waited for, since their last gate. */
  readonly #begun = new Map<Actor, () => void>();
  #current: Actor | null = null;
  #paused: () => void = () => undefined;
  /** How likely an actor stops at a lock or disk gate that it could pass. */
  stopChance = 0.25;

  constructor(chance: Chance) {
    this.#chance = chance;
  }

  /** Starts an actor and runs it to its first gate. */
  async start(name: string, device: string, tab: string, run: () => unknown): Promise<Actor> {
    const actor: Actor = { name, tab, device, waiting: null, isDone: false };
    this.actors.push(actor);
    await this.#run(actor, () => {
      const result = run();
      if (result instanceof Promise)
        result.then(
          () => this.#finish(actor),
          () => this.#finish(actor),
        );
    });
    return actor;
  }

  async #run(actor: Actor, action: () => void): Promise<void> {
    this.#current = actor;
    const paused = new Promise<void>((resolve) => (this.#paused = resolve));
    action();
    await paused;
  }

  #finish(actor: Actor): void {
    actor.isDone = true;
    this.actors.splice(this.actors.indexOf(actor), 1);
    this.#paused();
    actor.onEnd?.();
  }

  /** Called from inside an actor's work. */
  gate(kind: Gate['kind'], label: string, data: Record<string, unknown> = {}): Promise<unknown> {
    const actor = this.#current as Actor;
    return new Promise((resolve, reject) => {
      actor.waiting = { kind, label, data, open: resolve, fail: reject };
      this.#standsStill(actor);
    });
  }

  /**
   * Work that the running actor begins and need not wait for. Should it come to a gate before it does, the work is an actor of its own from then on;
   * else it is part of the actor's.
   */
  aside<T>(run: () => Promise<T>): PromiseLike<T> {
    const owner = this.#current as Actor;
    let work: Promise<T> | undefined;
    let isOver = false;
    this.#begun.set(owner, () => {
      const { tab, device } = owner;
      const actor: Actor = {
        name: `${owner.name} ahead`,
        tab,
        device,
        waiting: null,
        isDone: false,
        of: owner,
        get isFrozen() {
          return owner.isFrozen === true;
        },
      };
      this.#current = actor;
      work = run();
      const over = () => {
        isOver = true;
        if (owner.waiting?.data['work'] !== work) return this.#finish(actor);
        [actor.isDone, owner.waiting] = [true, null];
        this.actors.splice(this.actors.indexOf(actor), 1);
        this.#current = owner; // which goes on with what came of it
      };
      this.actors.push(actor);
      work.then(over, over);
    });
    const waited = (): Promise<T> => {
      this.#begun.delete(owner);
      if (!work) return (work = run());
      const begun = work;
      if (isOver) return begun;
      return new Promise<T>((resolve, reject) => {
        owner.waiting = { kind: 'aside', label: 'ahead', data: { work }, open: () => undefined, fail: reject };
        begun.then(resolve, reject);
        this.#paused();
      });
    };
    // Without the first handler somebody only says that a failure need not be heard of.
    // oxlint-disable-next-line unicorn/no-thenable -- whoever asks what came of it stands still from then on
    return { then: (fulfilled, rejected) => (fulfilled ? waited() : new Promise<T>(() => undefined)).then(fulfilled, rejected) };
  }

  /** What it has begun goes to a gate of its own first. */
  #standsStill(actor: Actor, pause = this.#paused): void {
    const begun = this.#begun.get(actor);
    this.#begun.delete(actor);
    (begun ?? pause)();
  }

  /** The running actor stands still. */
  pause(): void {
    this.#paused();
  }

  /** Lets a waiting actor go on and returns when it stands at its next gate, or is done. */
  async release(actor: Actor, action: (gate: Gate) => void = (gate) => gate.open()): Promise<void> {
    const gate = actor.waiting;
    if (!gate) return;
    actor.waiting = null;
    await this.#run(actor, () => action(gate));
  }

  /** Does something that may wake an actor that waits for a timer, were it one of no time, such as a poke. */
  async nudge(actor: Actor, action: () => void): Promise<void> {
    const gate = actor.waiting;
    if (gate?.data['isOver'] === undefined) return action();
    this.#current = actor;
    const paused = new Promise<void>((resolve) => (this.#paused = resolve));
    action();
    if (gate.data['isOver'] !== true) return;
    if (actor.waiting === gate) actor.waiting = null;
    await paused;
  }

  /** Asks an actor to stop; it may still have gates to pass before `onEnd`. */
  async end(actor: Actor, stop: () => Promise<void>): Promise<void> {
    const gate = actor.waiting;
    actor.waiting = gate?.kind === 'lock' && !this.isFree(gate.label) ? gate : null;
    const stopping = () => void stop().then(() => this.#finish(actor));
    if (actor.waiting) return stopping();
    await this.#run(actor, () => {
      stopping();
      if (gate?.kind === 'request' || gate?.kind === 'response' || gate?.kind === 'aside')
        gate.fail(new DOMException('stopped', 'AbortError'));
      else if (gate?.kind !== 'sleep') gate?.open();
    });
  }

  /** The process dies: the actor never runs again, and its locks are free. */
  kill(actor: Actor): void {
    actor.isDone = true;
    this.actors.splice(this.actors.indexOf(actor), 1);
    for (const [name, holder] of this.#holders) if (holder === actor) this.#holders.delete(name);
  }

  /** The actor's locks go on to others while it stands still; whether it had any. */
  rob(actor: Actor): boolean {
    const names = [...this.#holders].filter(([, holder]) => holder === actor).map(([name]) => name);
    for (const name of names) this.#holders.delete(name);
    return names.length > 0;
  }

  /** Who stands where, for a report. */
  describe(): string {
    const held = [...this.#holders].map(
      ([name, { name: holder, waiting }]) => `${name} held by ${holder} at ${waiting?.kind ?? 'nothing'}`,
    );
    return [...this.actors.map(({ name, waiting }) => `${name} at ${waiting?.kind ?? 'nothing'} ${waiting?.label ?? ''}`), ...held].join(
      '; ',
    );
  }

  isFree = (name: string): boolean => !this.#holders.has(name);

  /** Whether an actor can go on without the network's help. */
  canPass = ({ waiting }: Actor): boolean =>
    waiting !== null && (waiting.kind === 'disk' || (waiting.kind === 'lock' && this.isFree(waiting.label)));

  exclusive(name: string): Exclusive {
    return async (run) => {
      const actor = this.#current as Actor;
      if (!this.isFree(name) || this.#chance() < this.stopChance) await this.gate('lock', name);
      this.#holders.set(name, actor);
      try {
        return await run();
      } finally {
        if (this.#holders.get(name) === actor) this.#holders.delete(name);
      }
    };
  }

  async disk(label: string): Promise<void> {
    if (this.#chance() < this.stopChance) await this.gate('disk', label);
  }

  /** A device's clock: shows what `now` says; a timer is a gate that only the director opens. */
  clock(now: () => number, monotonicMs: () => number = now): Clock {
    return {
      now: () => new Date(now()),
      nowMs: now,
      monotonicMs,
      setTimeout: (run, ms) => {
        const actor = this.#current as Actor;
        const data = { isOver: false, ms };
        const timer = { data, actor } as unknown as TimerId;
        actor.waiting = {
          kind: ms === 0 ? 'disk' : 'sleep',
          label: ms >= 15_000 ? 'idle' : 'back-off',
          data,
          open: run,
          fail: () => run(),
        };
        const pause = this.#paused;
        queueMicrotask(() => data.isOver || this.#standsStill(actor, pause));
        return timer;
      },
      clearTimeout: (timer) => {
        const { data, actor } = timer as unknown as { data: { isOver: boolean }; actor: Actor };
        data.isOver = true;
        if (actor.waiting?.data === data) actor.waiting = null;
      },
    };
  }
}
