/** What the bench asks of a page about time; times are epoch milliseconds, so that tabs and devices on this machine compare. */
export type Probe = {
  now(): number;
  /** When the last click or key press happened, by the browser's own clock. */
  lastInput(): number;
  /** The moment after the first frame in which the test holds; fails after a minute, or after `withinMs`, and tells what is on the screen instead. */
  shown(test: () => boolean, withinMs?: number): Promise<number>;
  /** Starts to note frames; `stop` gives the time between each two. `each` runs once per frame. */
  frames(each?: () => void): { stop(): number[] };
  /** How long the main thread was busy at a stretch at most since then, or since the page began; 0 where no task took 50 ms. */
  longestTask(since?: number): number;
};

declare global {
  interface Window {
    probe: Probe;
  }
}

/** Runs in every page before its own scripts; it may not name anything outside itself. */
export function installProbe(): void {
  let lastInput = 0;
  const toEpoch = (time: number): number => performance.timeOrigin + time;
  for (const kind of ['click', 'keydown', 'change'])
    addEventListener(kind, (event) => (lastInput = event.isTrusted ? toEpoch(event.timeStamp) : lastInput), { capture: true });
  const tasks: PerformanceEntry[] = [];
  const longTasks = new PerformanceObserver((seen) => tasks.push(...seen.getEntries()));
  longTasks.observe({ type: 'longtask' });
  const afterFrame = (then: () => void): void => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', then, { once: true });
    port1.start();
    requestAnimationFrame(() => port2.postMessage(null));
  };
  /** Where the page is, what has the focus and what can be read: what somebody would look at who wonders what a bench waits for. */
  const screen = (): string => {
    const focused = document.activeElement;
    const value = focused instanceof HTMLInputElement ? ` with "${focused.value}"` : '';
    const text = (document.querySelector('main') ?? document.body).innerText.replaceAll(/\s+/g, ' ').slice(0, 1500);
    return `${location.pathname}${location.search}, ${document.visibilityState}, focus on ${focused?.getAttribute('aria-label') ?? focused?.tagName}${value}: ${text}`;
  };
  window.probe = {
    now: () => toEpoch(performance.now()),
    lastInput: () => lastInput,
    shown: (test, withinMs = 60_000) =>
      new Promise((resolve, reject) => {
        let isFound = false;
        const giveUp = (): void => {
          observer.disconnect();
          reject(new Error(`not shown in ${withinMs} ms: ${String(test)}\non the screen: ${screen()}`));
        };
        const end = setTimeout(giveUp, withinMs);
        const look = (): void => {
          if (isFound || !test()) return;
          isFound = true;
          clearTimeout(end);
          observer.disconnect();
          afterFrame(() => resolve(toEpoch(performance.now())));
        };
        const observer = new MutationObserver(look);
        observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
        look();
      }),
    frames(each = () => undefined) {
      const gaps: number[] = [];
      let isRunning = true;
      let last: number | null = null;
      const step = (time: number): void => {
        if (!isRunning) return;
        if (last !== null) gaps.push(time - last);
        last = time;
        each();
        requestAnimationFrame(step);
      };
      requestAnimationFrame(step);
      return {
        stop() {
          isRunning = false;
          return gaps;
        },
      };
    },
    longestTask(since = 0) {
      tasks.push(...longTasks.takeRecords());
      return Math.max(0, ...tasks.filter(({ startTime }) => toEpoch(startTime) >= since).map(({ duration }) => duration));
    },
  };
}
