// @vitest-environment jsdom
import { act, useLayoutEffect } from 'react';
import { defer, type Observable, of, Subject, throwError } from 'rxjs';
import { beforeEach, expect, test } from 'vitest';
import { reportHealth, reportRecovery, storageHealth$ } from '#data/device/storage-health.ts';
import { drawnPage } from '#tests/support/drawn-page.ts';
import { keptAtHand } from './at-hand.ts';
import { type Observed, useObservable } from './use-observable.ts';

const { root } = drawnPage();
const seen: { now: Observed<string[]> } = { now: undefined as never };
beforeEach(() => {
  drawn.length = 0;
  reportHealth('ok');
});

const drawn: (string[] | undefined)[] = [];
function Reader({ source }: { source: Observable<string[]> }) {
  const observed = useObservable(() => source, [source]);
  drawn.push(observed.value);
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

test('[SYNC-48] beside a failure nothing stands of what was asked about before', () => {
  read(of(['taxi.jpg']));
  read(throwError(() => broken));
  expect([seen.now.value, seen.now.error, seen.now.isLoading]).toEqual([undefined, broken, false]);
});

test('a failure is not said of what is asked about next and still being read', () => {
  read(throwError(() => broken));
  read(new Subject<string[]>());
  expect([seen.now.value, seen.now.error, seen.now.isLoading]).toEqual([undefined, undefined, true]);
});

test('[SYNC-48] of a list that grows, what was read of it stays beside the failure', () => {
  const Growing = ({ source }: { source: Observable<string[]> }) => {
    const observed = useObservable(() => source, [source], ['the list']);
    useLayoutEffect(() => void (seen.now = observed));
    return null;
  };
  const grow = (source: Observable<string[]>) => act(() => root.render(<Growing source={source} />));
  grow(of(['taxi.jpg']));
  grow(throwError(() => broken));
  expect([seen.now.value, seen.now.error]).toEqual([['taxi.jpg'], broken]);
});

test('a database that is being closed is no failed read', () => {
  read(throwError(() => Object.assign(new Error('closed'), { name: 'DatabaseClosedError' })));
  read(throwError(() => Object.assign(new Error('closed'), { code: 'COL21' })));
  expect(storageHealth$.value.state).toBe('ok');
});

/** A source that is followed already, and has said something. */
function followed(value: string[]) {
  const said = new Subject<string[]>();
  const kept = keptAtHand(said, 1000);
  kept.subscribe({ error: () => undefined });
  said.next(value);
  return { said, kept };
}

test('what is at hand is drawn at once and once, and what follows as ever', () => {
  const { said, kept } = followed(['taxi.jpg']);
  read(kept);
  expect(drawn).toEqual([['taxi.jpg']]);
  expect(seen.now.isLoading).toBe(false);
  act(() => said.next(['train.jpg']));
  expect(drawn).toEqual([['taxi.jpg'], ['train.jpg']]);
});

test('what came between the drawing and the listening is drawn, too', () => {
  const { said, kept } = followed(['taxi.jpg']);
  function Saying() {
    useLayoutEffect(() => said.next(['train.jpg']), []);
    return null;
  }
  act(() =>
    root.render(
      <>
        <Saying />
        <Reader source={kept} />
      </>,
    ),
  );
  expect(seen.now.value).toEqual(['train.jpg']);
});

test('of another source that is at hand nothing of the one before is drawn', () => {
  read(followed(['taxi.jpg']).kept);
  read(followed(['train.jpg']).kept);
  expect(drawn.slice(1).flat()).not.toContain('taxi.jpg');
  expect([seen.now.value, seen.now.isLoading]).toEqual([['train.jpg'], false]);
});

test('[SYNC-48] a source at hand that fails is said, asked again it is read anew, and the word about it goes', () => {
  const { said, kept } = followed(['taxi.jpg']);
  read(kept);
  act(() => said.error(broken));
  expect([seen.now.error, seen.now.value, storageHealth$.value.state]).toEqual([broken, ['taxi.jpg'], 'unreadable']);
  read(followed(['train.jpg']).kept);
  expect([seen.now.error, seen.now.value, storageHealth$.value.state]).toEqual([undefined, ['train.jpg'], 'ok']);
});
