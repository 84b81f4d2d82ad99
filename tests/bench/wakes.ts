import type { Page } from '@playwright/test';

type TraceEvent = {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly args?: { readonly data?: { readonly type?: string } };
};

/** The trace's words for what begins a task of the page's own. */
const REASONS: Readonly<Record<string, string>> = {
  TimerFire: 'timer',
  FireIdleCallback: 'idle callback',
  FireAnimationFrame: 'frame asked for',
  ResourceReceiveResponse: 'answer from the network',
  WebSocketReceive: 'word of the live channel',
  MajorGC: 'large collection',
  MinorGC: 'small collection',
};
const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'blink.user_timing'];
const MARK = 'kontor-bench';

/** Watches the page for so long, in milliseconds of the processor: what a task takes by the clock swings with what else the machine does. */
export async function busyDuring(page: Page, ms: number): Promise<number> {
  const cdp = await page.context().newCDPSession(page);
  const cpuMs = async (): Promise<number> => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  };
  await cdp.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' });
  await cdp.send('Performance.enable');
  const before = await cpuMs();
  await page.waitForTimeout(ms);
  const spent = (await cpuMs()) - before;
  await cdp.detach();
  return spent;
}

/** What the main thread works for in so long, by how often. Writing that down is work of its own: the time is taken of another minute. */
export async function wakesDuring(page: Page, ms: number): Promise<string> {
  const cdp = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  cdp.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await cdp.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: CATEGORIES } });
  await page.evaluate((mark) => performance.mark(mark), MARK);
  await page.waitForTimeout(ms);
  const ended = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve));
  await cdp.send('Tracing.end');
  await ended;
  await cdp.detach();
  return reasons(events);
}

/** Counts of what happened on the thread that set the mark, most often first. */
function reasons(events: readonly TraceEvent[]): string {
  const page = events.find(({ name }) => name === MARK);
  if (!page) throw new Error('the trace does not hold the page');
  const counts = new Map<string, number>();
  for (const { name, ph, pid, tid, args } of events) {
    if (pid !== page.pid || tid !== page.tid || ph === 'E') continue;
    const reason = name === 'EventDispatch' ? `"${args?.data?.type}"` : REASONS[name];
    if (reason !== undefined) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  const all = [...counts].toSorted(([, a], [, b]) => b - a);
  return all.length === 0 ? 'nothing woke it' : all.map(([reason, count]) => `${count} × ${reason}`).join(', ');
}
