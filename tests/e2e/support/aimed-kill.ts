import type { Page } from '@playwright/test';

/** Where in a deed the device dies: at a write into a table of its databases. */
export type Aim = {
  readonly table: 'drafts' | 'receipts' | 'outbox' | 'leases' | 'docs';
  /** Only writes whose text has this in it. */
  readonly holding: string;
  /** Just before the write is asked for, when it is answered, or when it is on disk. */
  readonly when: 'before' | 'answered' | 'committed';
};

/** Runs in the page: the script stops there as at a breakpoint, and with it everything the page would still do. */
function stopAt({ table, holding, when }: Aim): void {
  const halt = () => {
    // oxlint-disable-next-line no-debugger -- this is how a page stands still at one point
    debugger;
  };
  for (const name of ['put', 'add'] as const) {
    const write = IDBObjectStore.prototype[name];
    IDBObjectStore.prototype[name] = function (this: IDBObjectStore, value: unknown, ...key: [IDBValidKey?]) {
      const text = () => `${this.transaction.db.name} ${JSON.stringify([value, ...key])}`;
      const isMeant = 'isArmed' in globalThis && this.name === table && text().includes(holding);
      if (isMeant && when === 'before') halt();
      const request = write.call(this, value, ...key);
      if (isMeant && when === 'answered') request.addEventListener('success', halt);
      if (isMeant && when === 'committed') this.transaction.addEventListener('complete', halt);
      return request;
    };
  }
}

/** From its next load on the page stops at the aimed point once it is armed; `reached` resolves when it stands there. */
export async function aim(page: Page, at: Aim): Promise<{ reached: Promise<void>; arm: () => Promise<void> }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Debugger.enable');
  const reached = new Promise<void>((resolve) => session.once('Debugger.paused', () => resolve()));
  await page.addInitScript(stopAt, at);
  const arm = () => page.evaluate(() => void Object.assign(globalThis, { isArmed: true }));
  return { reached, arm };
}
