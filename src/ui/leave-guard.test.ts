import { beforeEach, expect, test } from 'vitest';
import { guardLeaving } from './leave-guard.ts';

/** A browser's history with a router on it: an index into a list of paths. */
function browser() {
  const paths = ['/invoices', '/settings/company', '/vendors'];
  let at = 1;
  const listeners = new Map<string, Set<(event: Event) => void>>();
  const on = (type: string) => listeners.get(type) ?? listeners.set(type, new Set()).get(type)!;
  let gate: ((event: Event) => void) | null = null;
  let seenByRouter = paths[at];
  const fire = (type: string) => {
    let isStopped = false;
    const event = new Event(type, { cancelable: true });
    event.stopImmediatePropagation = () => (isStopped = true);
    if (type === 'popstate') gate?.(event);
    for (const listener of on(type)) if (!isStopped) listener(event);
    if (type === 'popstate' && !isStopped) seenByRouter = paths[at];
    return event;
  };
  const go = (delta: number) => {
    at += delta;
    fire('popstate');
  };
  const window = {
    location: {
      get pathname() {
        return paths[at] ?? '';
      },
    },
    history: {
      get state() {
        return { idx: at };
      },
      go,
    },
    addEventListener: (type: string, listener: (event: Event) => void) => void on(type).add(listener),
    removeEventListener: (type: string, listener: (event: Event) => void) => void on(type).delete(listener),
  };
  const push = (to: string | { pathname?: string }) => {
    at += 1;
    paths.splice(at, paths.length, typeof to === 'string' ? to : (to.pathname ?? ''));
    seenByRouter = paths[at];
  };
  const setPopGate = (next: typeof gate) => void (gate = next);
  return { window, setPopGate, navigator: { push, replace: push }, go, fire, place: () => [paths[at], seenByRouter] };
}

let app: ReturnType<typeof browser>;
let asked: (() => void)[];
let end: () => void;
beforeEach(() => {
  app = browser();
  asked = [];
  end = guardLeaving({ ...app, onAsk: (leave) => asked.push(leave) });
});

test('a link off the page waits for the answer and then goes where it led', () => {
  app.navigator.push('/vendors');
  expect([app.place(), asked.length]).toEqual([['/settings/company', '/settings/company'], 1]);
  asked[0]?.();
  expect(app.place()).toEqual(['/vendors', '/vendors']);
});

test('the back button is taken back until the person agrees, and the router never noticed', () => {
  app.go(-1);
  expect([app.place(), asked.length]).toEqual([['/settings/company', '/settings/company'], 1]);
  asked[0]?.();
  expect(app.place()).toEqual(['/invoices', '/invoices']);
});

test('so is the way forward', () => {
  app.go(1);
  expect(app.place()).toEqual(['/settings/company', '/settings/company']);
  asked[0]?.();
  expect(app.place()).toEqual(['/vendors', '/vendors']);
});

test('staying twice asks twice', () => {
  app.go(-1);
  app.go(-1);
  expect([app.place(), asked.length]).toEqual([['/settings/company', '/settings/company'], 2]);
});

test('another language, a query or a hash is the same page', () => {
  app.navigator.push('/de/settings/company?tab=logo#top');
  expect([app.place()[1], asked.length]).toEqual(['/de/settings/company?tab=logo#top', 0]);
});

test('closing the tab asks, and after the end nothing does', () => {
  expect(app.fire('beforeunload').defaultPrevented).toBe(true);
  end();
  expect(app.fire('beforeunload').defaultPrevented).toBe(false);
  app.navigator.push('/vendors');
  app.go(-1);
  expect(asked).toEqual([]);
});

test('two forms of one page may end in any order: afterwards every way is open', () => {
  const endSecond = guardLeaving({ ...app, onAsk: (leave) => asked.push(leave) });
  end();
  endSecond();
  app.navigator.push('/vendors');
  expect([app.place()[1], asked.length]).toEqual(['/vendors', 0]);
});
