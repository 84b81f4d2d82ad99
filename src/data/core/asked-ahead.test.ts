import { Observable, Subject } from 'rxjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askAhead, watchAsked } from './asked-ahead.ts';
import { atHand } from './at-hand.ts';
import type { CompanyDatabase } from './company-database.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const db = () => ({}) as CompanyDatabase;
/** What is followed now. */
const followed: string[] = [];
const answers = new Subject<string>();
const watch = (_db: CompanyDatabase, { of }: { of: string }) =>
  new Observable<string>((subscriber) => {
    followed.push(of);
    const following = answers.subscribe((said) => subscriber.next(`${of}: ${said}`));
    return () => {
      followed.splice(followed.indexOf(of), 1);
      following.unsubscribe();
    };
  });
const another = (given: CompanyDatabase, about: { of: string }) => watch(given, about);

test('what was asked ahead is at hand for who asks the same, and is asked once', async () => {
  const company = db();
  const answered = askAhead(company, watch, { of: 'rows' });
  void askAhead(company, watch, { of: 'names' });
  answers.next('first');
  expect(await answered).toBe('rows: first');
  const asked = watchAsked(company, watch, { of: 'rows' });
  expect(atHand(asked)).toEqual({ value: 'rows: first' });
  const heard: string[] = [];
  const following = asked.subscribe((said) => heard.push(said));
  answers.next('second');
  await vi.advanceTimersByTimeAsync(60_000);
  expect([heard, followed]).toEqual([['rows: first', 'rows: second'], ['rows']]);
  following.unsubscribe();
});

test('another question, about something else or of another company, is asked by itself', () => {
  const company = db();
  void askAhead(company, watch, { of: 'rows' });
  answers.next('first');
  const others = [
    watchAsked(company, watch, { of: 'names' }),
    watchAsked(company, another, { of: 'rows' }),
    watchAsked(db(), watch, { of: 'rows' }),
  ];
  expect(others.map((each) => atHand(each))).toEqual([undefined, undefined, undefined]);
});

test('who asks while the answer is on its way waits for the same', () => {
  const company = db();
  void askAhead(company, watch, { of: 'late' });
  const heard: string[] = [];
  const following = watchAsked(company, watch, { of: 'late' }).subscribe((said) => heard.push(said));
  expect(followed.filter((of) => of === 'late')).toHaveLength(1);
  answers.next('now');
  expect(heard).toEqual(['late: now']);
  following.unsubscribe();
});

test('what nobody takes over is let go, and asked anew', async () => {
  const company = db();
  void askAhead(company, watch, { of: 'nobody' });
  answers.next('old');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(followed).not.toContain('nobody');
  expect(atHand(watchAsked(company, watch, { of: 'nobody' }))).toBeUndefined();
});
