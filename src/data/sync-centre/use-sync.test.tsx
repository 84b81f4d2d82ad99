// @vitest-environment jsdom
import { act } from 'react';
import { firstValueFrom, skip } from 'rxjs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshSyncState } from '#data/changes/sync-state.ts';
import { CompanyContext, type CompanyValue } from '#data/core/company-context.ts';
import { syncSummary$ } from '#data/sync/status.ts';
import { type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { until } from '#tests/support/patience.ts';
import { drawnPage } from '#tests/support/drawn-page.ts';
import { useIsLoaded, useIsServerGone, useSyncSummary, useUnsynced } from './use-sync.ts';

let company: LocalCompany;
beforeEach(async () => {
  company = await localCompany();
});
afterEach(async () => {
  await company.stop();
});
const { root } = drawnPage();

const drawn: boolean[] = [];
function Asking() {
  drawn.push(useIsServerGone());
  return null;
}

/** What the sync says of itself, told to everybody who asks. */
async function say(state: object): Promise<void> {
  const { db, ctx } = company;
  await act(async () => {
    const told = firstValueFrom(syncSummary$(db).pipe(skip(1)));
    await db.device.sync_state.put({ ...freshSyncState(ctx.companyId, null), loaded: true, ...state });
    await told;
  });
}

test('who only asks whether the server is gone is drawn anew when it goes or comes, not with each thing that the sync says', async () => {
  await act(async () => {
    root.render(
      <CompanyContext value={{ db: company.db } as CompanyValue}>
        <Asking />
      </CompanyContext>,
    );
    await firstValueFrom(syncSummary$(company.db));
  });
  const before = drawn.length;
  for (const activity of ['syncing', 'idle', 'syncing', 'idle'] as const) await say({ activity });
  expect(drawn).toHaveLength(before);
  await say({ activity: 'offline', reason: 'network' });
  expect(drawn.at(-1)).toBe(true);
  await say({ activity: 'idle' });
  expect(drawn.at(-1)).toBe(false);
});

test('a company is loaded when the sync says so, and not before it says anything', async () => {
  const loaded: boolean[] = [];
  const Loaded = () => {
    loaded.push(useIsLoaded());
    return null;
  };
  await act(async () =>
    root.render(
      <CompanyContext value={{ db: company.db } as CompanyValue}>
        <Loaded />
      </CompanyContext>,
    ),
  );
  expect(loaded[0]).toBe(false);
  await act(() => firstValueFrom(syncSummary$(company.db))); // what is said next is another thing
  await say({ loaded: false });
  expect(loaded.at(-1)).toBe(false);
  await say({ loaded: true });
  expect(loaded.at(-1)).toBe(true);
});

const told: (string | undefined)[] = [];
function Chip() {
  told.push(useSyncSummary()?.state);
  return null;
}

const drawnAs = (state: string) =>
  until(async () => {
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    return told.at(-1) === state;
  });

test('the steps of a write that nobody could read are not drawn; the last of them is', async () => {
  await act(async () => {
    root.render(
      <CompanyContext value={{ db: company.db } as CompanyValue}>
        <Chip />
      </CompanyContext>,
    );
    await firstValueFrom(syncSummary$(company.db));
  });
  await drawnAs('idle');
  const before = told.length;
  for (const activity of ['syncing', 'paused', 'syncing', 'offline'] as const) await say({ activity });
  await drawnAs('offline');
  expect(told.length - before).toBeLessThan(4);
});

const known: (number | undefined)[] = [];
function Leaving() {
  known.push(useUnsynced());
  return null;
}

test('before it is read how much only this device has, nothing says that it is nothing', async () => {
  act(() =>
    root.render(
      <CompanyContext value={{ db: company.db } as CompanyValue}>
        <Leaving />
      </CompanyContext>,
    ),
  );
  await act(() => firstValueFrom(syncSummary$(company.db)));
  expect([known[0], known.at(-1)]).toEqual([undefined, 0]);
});
