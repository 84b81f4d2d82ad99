// @vitest-environment jsdom
import { act, useLayoutEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { defer, type Observable, of, Subject, throwError } from 'rxjs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { reportHealth, reportRecovery, storageHealth$ } from '#data/device/storage-health.ts';
import { type Observed, useObservable } from './use-observable.ts';

let root: Root;
const seen: { now: Observed<string[]> } = { now: undefined as never };
beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  reportHealth('ok');
  root = createRoot(document.createElement('div'));
});
afterEach(() => act(() => root.unmount()));

function Reader({ source }: { source: Observable<string[]> }) {
  const observed = useObservable(() => source, [source]);
  useLayoutEffect(() => void (seen.now = observed));
  return null;
}
const read = (source: Observable<string[]>) => act(() => root.render(<Reader source={source} />));
const broken = Object.assign(new Error('Internal error'), { name: 'UnknownError' });

test('[SYNC-48] a read that fails is said above the screen, and not taken back by a write that works', () => {
  read(throwError(() => broken));
  expect([seen.now.error, seen.now.value, storageHealth$.value.state]).toEqual([broken, undefined, 'unreadable']);
  reportRecovery();
  expect(storageHealth$.value.state).toBe('unreadable');
});

test('[SYNC-48] asked again after a failure it reads anew, and the word about it goes', () => {
  let isBroken = true;
  read(defer(() => (isBroken ? throwError(() => broken) : of(['taxi.jpg']))));
  isBroken = false;
  act(() => seen.now.retry());
  expect([seen.now.value, seen.now.error, storageHealth$.value.state]).toEqual([['taxi.jpg'], undefined, 'ok']);
});

test('[SYNC-48] what was read before stays visible beside the failure', () => {
  const source = new Subject<string[]>();
  read(source);
  act(() => source.next(['taxi.jpg']));
  act(() => source.error(broken));
  expect([seen.now.value, seen.now.error]).toEqual([['taxi.jpg'], broken]);
});

test('a database that is being closed is no failed read', () => {
  read(throwError(() => Object.assign(new Error('closed'), { name: 'DatabaseClosedError' })));
  read(throwError(() => Object.assign(new Error('closed'), { code: 'COL21' })));
  expect(storageHealth$.value.state).toBe('ok');
});
