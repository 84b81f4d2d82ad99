/**
 * Guards against what hangs, in milliseconds; the only time-outs of the tests. None means "slow": on a machine with much else to
 * do everything takes ten times as long and nothing is wrong. What has to be quick is counted in steps, calls or rows.
 */
export const TEST_MS = 600_000;
/** For one thing that is waited for. Where a rule is broken on purpose it may well never come, and waiting long for it tells nothing more. */
export const WAIT_MS = Number(process.env['WAIT_MS'] ?? 180_000);
/** A device asks by itself every minute: what is there sooner was told to it. */
export const LIVE_MS = 50_000;

/** Waits until it is true, however long other programs keep the machine busy. */
export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + WAIT_MS; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 5)))
    if (await isTrue()) return;
  throw new Error(`It did not come true: ${isTrue.toString()}`);
}
