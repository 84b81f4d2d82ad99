import { firstValueFrom, Observable, Subject } from 'rxjs';
import { expect, test, vi } from 'vitest';
import { atHand, keptAtHand, keptPer, keptPerId, mapAtHand } from './at-hand.ts';

/** A source that counts who asks it. */
function counted() {
  const said = new Subject<string>();
  let asked = 0;
  const source = new Observable<string>((subscriber) => {
    asked += 1;
    return said.subscribe(subscriber);
  });
  return { said, source, asked: () => asked };
}

test('what was said last is at hand while somebody follows, and for a while after, as it is by then', async () => {
  vi.useFakeTimers();
  const { said, source, asked } = counted();
  const kept = keptAtHand(source, 1000);
  expect(atHand(kept)).toBeUndefined();
  const first = kept.subscribe();
  expect(atHand(kept)).toBeUndefined();
  said.next('one');
  expect(atHand(kept)).toEqual({ value: 'one' });
  first.unsubscribe();
  said.next('two');
  expect(atHand(kept)).toEqual({ value: 'two' });
  expect(await firstValueFrom(kept)).toBe('two');
  expect(asked()).toBe(1);
  await vi.advanceTimersByTimeAsync(1001);
  expect(atHand(kept)).toBeUndefined();
  kept.subscribe().unsubscribe();
  expect(asked()).toBe(2);
  vi.useRealTimers();
});

test('after a failure nothing is at hand, and whoever asks again asks anew', () => {
  const { said, source, asked } = counted();
  const kept = keptAtHand(source, 1000);
  const follow = () => kept.subscribe({ error: () => undefined });
  follow();
  said.next('one');
  said.error(new Error('gone'));
  expect(atHand(kept)).toBeUndefined();
  follow();
  expect(asked()).toBe(2);
});

test('each object has one of its own', () => {
  const made: object[] = [];
  const of = keptPer((each: object) => {
    made.push(each);
    return new Subject<string>();
  }, 1000);
  const [a, b] = [{}, {}];
  expect(of(a)).toBe(of(a));
  expect(of(a)).not.toBe(of(b));
  expect(made).toEqual([a, b]);
});

test('of what is not kept nothing is at hand', () => {
  expect(atHand(new Subject())).toBeUndefined();
});

test('each id of an object has one of its own, as long as it is followed or kept', async () => {
  vi.useFakeTimers();
  const made: string[] = [];
  const of = keptPerId((_: object, id: string) => {
    made.push(id);
    return new Subject<string>();
  });
  const [a, b] = [{}, {}];
  const first = of(a, 'one');
  expect(of(a, 'one')).toBe(first);
  const followed = of(a, 'two');
  expect(followed).not.toBe(first);
  expect(of(b, 'one')).not.toBe(first);
  const leave = followed.subscribe();
  first.subscribe().unsubscribe();
  await vi.advanceTimersByTimeAsync(59_999);
  expect(of(a, 'one')).toBe(first);
  await vi.advanceTimersByTimeAsync(2);
  expect(of(a, 'one')).not.toBe(first);
  expect(of(a, 'two')).toBe(followed);
  leave.unsubscribe();
  expect(made).toEqual(['one', 'two', 'one', 'one']);
  vi.useRealTimers();
});

test('what is made of it is at hand as well, and is made once of each value', () => {
  const { said, source } = counted();
  const lengths$ = keptAtHand(source, 1000).pipe(mapAtHand((word) => ({ length: word.length })));
  expect(atHand(lengths$)).toBeUndefined();
  const seen: object[] = [];
  const following = lengths$.subscribe((length) => seen.push(length));
  said.next('one');
  expect(atHand(lengths$)?.value).toEqual({ length: 3 });
  expect(atHand(lengths$)?.value).toBe(seen[0]);
  said.next('three');
  expect(atHand(lengths$)?.value).toBe(seen[1]);
  expect(seen).toEqual([{ length: 3 }, { length: 5 }]);
  following.unsubscribe();
});
