import { createClock, type Clock as FakeClock } from '@sinonjs/fake-timers';
import { beforeEach, expect, test } from 'vitest';
import type { Clock } from '#platform/clock/clock.ts';
import { createLog } from '#platform/log/log.ts';
import { joinElection, type Leader } from './leader.ts';
import type { LeaderMessage } from './leader-state.ts';

/** A browser with several tabs: one clock, a bus that takes a millisecond, a lock manager, and tabs that can be frozen or die. */
class Browser {
  readonly time: FakeClock = createClock();
  readonly sent: { at: number; message: LeaderMessage }[] = [];
  readonly log: string[] = [];
  /** What woke a tab. */
  readonly ticks: { at: number; tab: string; name: string }[] = [];
  readonly pages = new Map<string, EventTarget>();
  private readonly ears = new Map<string, (message: LeaderMessage) => void>();
  private readonly frozen = new Map<string, (() => void)[]>();
  private holder: { tab: string; lose(): void; done: boolean } | undefined;
  private queue: { tab: string; grant(): void; signal?: AbortSignal }[] = [];
  private readonly hasLocks: boolean;
  constructor(hasLocks: boolean) {
    this.hasLocks = hasLocks;
  }

  open(tab: string): Leader {
    const guard = (run: () => void) => (this.frozen.has(tab) ? this.frozen.get(tab)?.push(run) : run());
    const now = () => this.time.now;
    const clock = {
      now: () => new Date(now()),
      nowMs: now,
      monotonicMs: now,
      setTimeout: (run: () => void, ms: number) => this.time.setTimeout(() => guard(run), ms),
      clearTimeout: (id: number) => this.time.clearTimeout(id),
    } as unknown as Clock;
    return joinElection(
      'x',
      { onLead: () => this.log.push(`${now()} ${tab} leads`), onFollow: (reason) => this.log.push(`${now()} ${tab} follows: ${reason}`) },
      {
        id: tab,
        clock,
        random: () => 0.5,
        log: createLog(() => undefined),
        open: (_name, listener) => {
          this.ears.set(tab, (message) => guard(() => listener(message)));
          return { post: (message) => this.deliver(tab, message), close: () => void this.ears.delete(tab) };
        },
        timers: (onTick) => {
          const tick = (name: string) =>
            guard(() => {
              this.ticks.push({ at: now(), tab, name });
              onTick(name);
            });
          let ids: ReturnType<FakeClock['setInterval']>[] = [];
          const clear = () => ids.forEach((id) => this.time.clearInterval(id));
          return {
            every: (ticking) => {
              clear();
              ids = ticking.map(([name, ms]) => this.time.setInterval(() => tick(name), ms));
            },
            once: (name, ms) => void this.time.setTimeout(() => tick(name), ms),
            stop: clear,
          };
        },
        locks: this.hasLocks
          ? {
              request: ((_name: string, options: LockOptions, hold: () => Promise<void>) =>
                this.request(tab, options, hold, guard)) as unknown as LockManager['request'],
            }
          : null,
        page: this.page(tab),
      },
    );
  }

  private page(tab: string): EventTarget {
    const page = new EventTarget();
    this.pages.set(tab, page);
    return page;
  }

  private deliver(from: string, message: LeaderMessage): void {
    this.sent.push({ at: this.time.now, message });
    for (const [tab, hear] of this.ears) if (tab !== from) this.time.setTimeout(() => this.ears.has(tab) && hear(message), 1);
  }

  private request(tab: string, options: LockOptions, hold: () => Promise<void>, guard: (run: () => void) => unknown): Promise<void> {
    return new Promise((resolve, reject) => {
      const grant = () => {
        const mine = { tab, done: false, lose: () => guard(() => reject(new DOMException('stolen', 'AbortError'))) };
        this.holder = mine;
        guard(
          () =>
            void hold()
              .then(() => this.free(mine))
              .then(resolve),
        );
      };
      if (options.steal) {
        const robbed = this.holder;
        grant();
        return robbed?.lose();
      }
      if (!this.holder) return grant();
      const waiting = { tab, grant, ...(options.signal && { signal: options.signal }) };
      this.queue.push(waiting);
      options.signal?.addEventListener('abort', () => {
        this.queue = this.queue.filter((each) => each !== waiting);
        reject(new DOMException('aborted', 'AbortError'));
      });
    });
  }

  private free(mine: { tab: string } | undefined): void {
    if (this.holder !== mine) return;
    this.holder = undefined;
    this.queue.shift()?.grant();
  }

  freeze(tab: string): void {
    this.frozen.set(tab, []);
  }
  /** Its timers stand still, too, and what was said to it meanwhile is lost. */
  sleep(tab: string): void {
    this.frozen.set(tab, Object.assign([], { push: () => 0 }));
  }
  thaw(tab: string): void {
    const missed = this.frozen.get(tab) ?? [];
    this.frozen.delete(tab);
    missed.forEach((run) => run());
  }
  /** The process is gone: no goodbye, but the browser frees its lock. */
  crash(tab: string): void {
    this.freeze(tab);
    this.ears.delete(tab);
    this.queue = this.queue.filter((each) => each.tab !== tab);
    if (this.holder?.tab === tab) this.free(this.holder);
  }
  pass = (ms: number) => this.time.tickAsync(ms);
}

const leaders = (tabs: Record<string, Leader>) => Object.entries(tabs).flatMap(([name, tab]) => (tab.isLeader() ? [name] : []));

for (const hasLocks of [true, false]) {
  const suffix = hasLocks ? '(Web Locks)' : '(no Web Locks)';

  test(`a single tab leads at once ${suffix}`, async () => {
    const browser = new Browser(hasLocks);
    const a = browser.open('a');
    await browser.pass(hasLocks ? 1 : 350);
    expect(a.isLeader()).toBe(true);
  });

  test(`[SYNC-50] of several tabs one leads, beats every 2 s, and nobody claims while it does ${suffix}`, async () => {
    const browser = new Browser(hasLocks);
    const tabs = { a: browser.open('a'), b: browser.open('b'), c: browser.open('c') };
    await browser.pass(60_000);
    expect(leaders(tabs)).toHaveLength(1);
    expect(browser.log.filter((line) => Number(line.split(' ')[0]) > 1_000)).toEqual([]);
    const beats = browser.sent
      .filter(({ message }) => message.kind === 'heartbeat')
      .map(({ at }) => at)
      .filter((at) => at > 10_000 && at <= 20_000);
    expect(beats).toHaveLength(5);
    expect(beats.slice(1).map((at, n) => at - (beats[n] ?? 0))).toEqual([2_000, 2_000, 2_000, 2_000]);
    const presence = browser.sent.filter(
      ({ at, message }) => message.kind === 'presence' && message.from !== leaders(tabs)[0] && at > 6_000 && at <= 21_000,
    );
    expect(presence.map(({ at }) => at)).toEqual([11_000, 11_000, 16_000, 16_000, 21_000, 21_000]);
    expect(tabs.a.tabCount()).toBe(3);
  });

  test(`[SYNC-50] a closed leader is replaced within the claim delay, not after 5 s ${suffix}`, async () => {
    const browser = new Browser(hasLocks);
    const tabs = { a: browser.open('a'), b: browser.open('b') };
    await browser.pass(10_000);
    const [leader] = leaders(tabs) as ['a' | 'b'];
    tabs[leader].stop();
    await browser.pass(202);
    expect(leaders(tabs)).toEqual([leader === 'a' ? 'b' : 'a']);
  });

  test(`[SYNC-50] a frozen leader is replaced after more than 5 and at most 7.7 s, and steps down when it wakes ${suffix}`, async () => {
    const browser = new Browser(hasLocks);
    const tabs = { a: browser.open('a'), b: browser.open('b'), c: browser.open('c') };
    await browser.pass(10_000);
    const [frozen] = leaders(tabs) as ['a' | 'b' | 'c'];
    const beats = () => browser.sent.filter(({ message }) => message.kind === 'heartbeat').length;
    const before = beats();
    while (beats() === before) await browser.pass(10);
    await browser.pass(90);
    browser.freeze(frozen);
    await browser.pass(4_900); // last beat 100 ms before
    const others = Object.fromEntries(Object.entries(tabs).filter(([name]) => name !== frozen));
    expect(leaders(others)).toEqual([]);
    await browser.pass(2_800);
    expect(leaders(others)).toHaveLength(1);
    browser.thaw(frozen);
    await browser.pass(5);
    expect(leaders(tabs)).toEqual(leaders(others));
    await browser.pass(30_000);
    expect(leaders(tabs)).toHaveLength(1);
  });
}

test('[SYNC-50] a leader that is alone wakes up for nothing, and beats from the first word of another tab until that is gone', async () => {
  const browser = new Browser(true);
  const a = browser.open('a');
  await browser.pass(600_000);
  expect([a.isLeader(), browser.ticks]).toEqual([true, []]);
  const b = browser.open('b');
  await browser.pass(60_000);
  expect([a.isLeader(), b.isLeader(), b.getState().leaderId]).toEqual([true, false, 'a']);
  expect(browser.ticks.filter(({ tab, at }) => tab === 'a' && at > 610_000)).toHaveLength(25);
  b.stop();
  await browser.pass(20_000);
  const gone = browser.ticks.length;
  await browser.pass(600_000);
  expect([a.isLeader(), a.tabCount(), browser.ticks.length]).toEqual([true, 1, gone]);
});

test('[SYNC-50] a leader that stood still while it was alone is replaced by the tab that finds it so', async () => {
  const browser = new Browser(true);
  const a = browser.open('a');
  await browser.pass(60_000);
  browser.freeze('a');
  const b = browser.open('b');
  await browser.pass(5_000);
  expect(b.isLeader()).toBe(false);
  await browser.pass(2_700);
  expect(b.isLeader()).toBe(true);
  browser.thaw('a');
  await browser.pass(10);
  expect(leaders({ a, b })).toHaveLength(1);
});

test('[SYNC-50] a follower that slept asks before it claims: the leader that rests meanwhile keeps the lead', async () => {
  const browser = new Browser(true);
  const tabs = { a: browser.open('a'), b: browser.open('b') };
  await browser.pass(10_000);
  browser.sleep('b');
  await browser.pass(120_000);
  expect(tabs.a.tabCount()).toBe(1);
  browser.thaw('b');
  await browser.pass(60_000);
  expect([leaders(tabs), tabs.a.tabCount()]).toEqual([['a'], 2]);
  browser.sleep('b');
  browser.freeze('a');
  await browser.pass(120_000);
  browser.thaw('b');
  await browser.pass(5_000); // nobody answers
  expect(tabs.b.isLeader()).toBe(true);
});

test('[SYNC-50] nothing ticks in a page that left, and what comes back takes part again', async () => {
  const browser = new Browser(true);
  const tabs = { a: browser.open('a'), b: browser.open('b') };
  await browser.pass(10_000);
  browser.pages.get('b')?.dispatchEvent(new Event('pagehide'));
  await browser.pass(20_000);
  const before = browser.ticks.length;
  await browser.pass(60_000);
  expect(browser.ticks.length).toBe(before);
  browser.pages.get('b')?.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await browser.pass(10_000);
  expect(browser.ticks.slice(before).map(({ tab }) => tab)).toContain('b');
  browser.crash('a');
  await browser.pass(1);
  expect(tabs.b.isLeader()).toBe(true);
});

test('a crashed leader is replaced at once where the browser frees its lock', async () => {
  const browser = new Browser(true);
  const tabs = { a: browser.open('a'), b: browser.open('b') };
  await browser.pass(10_000);
  browser.crash('a');
  await browser.pass(1);
  expect(tabs.b.isLeader()).toBe(true);
});

let browser: Browser;
beforeEach(() => void (browser = new Browser(false)));

test('[SYNC-51] of two tabs that claimed together the older one stays', async () => {
  const tabs = { b: browser.open('b'), a: browser.open('a') };
  await browser.pass(350); // both waited the same time: both claimed before they heard each other
  await browser.pass(10);
  expect(browser.log.filter((line) => line.endsWith('leads')).length).toBe(2);
  expect(browser.log.at(-1)).toMatch(/b follows: tie_break$/);
  expect(leaders(tabs)).toEqual(['a']);
});

test('a late tab asks and follows; it does not disturb the leader', async () => {
  const tabs = { b: browser.open('b') } as Record<string, Leader>;
  await browser.pass(10_000);
  tabs['a'] = browser.open('a'); // an older id does not matter once somebody leads
  await browser.pass(20_000);
  expect(leaders(tabs)).toEqual(['b']);
  expect(browser.log).toHaveLength(1);
});
