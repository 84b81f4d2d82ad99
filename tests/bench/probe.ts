/** What the bench asks of a page about time; times are epoch milliseconds, so that tabs and devices on this machine compare. */
export type Probe = {
  now(): number;
  /** When the last click or key press happened, by the browser's own clock. */
  lastInput(): number;
  /** The moment after the first frame in which the test holds; fails after ten minutes. */
  shown(test: () => boolean): Promise<number>;
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
  window.probe = {
    now: () => toEpoch(performance.now()),
    lastInput: () => lastInput,
    shown: (test) =>
      new Promise((resolve, reject) => {
        let isFound = false;
        setTimeout(() => isFound || reject(new Error(`never shown: ${String(test)}`)), 600_000);
        const look = (): void => {
          if (isFound || !test()) return;
          isFound = true;
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
