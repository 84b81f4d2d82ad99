import { Subject } from 'rxjs';
import { expect, test } from 'vitest';
import { readAnew, readOneAnew } from './read-anew.ts';

const settled = () => new Promise((resolve) => setTimeout(resolve));

test('changes that never end do not keep a reading from answering', async () => {
  const changed$ = new Subject<void>();
  let reads = 0;
  const answers: number[] = [];
  const following = readOneAnew(changed$, async () => {
    reads += 1;
    const answer = reads;
    changed$.next();
    await settled();
    return answer;
  }).subscribe((answer) => {
    answers.push(answer);
    if (answer === 3) following.unsubscribe();
  });
  await expect.poll(() => answers).toEqual([1, 2, 3]);
  await settled();
  expect(reads).toBe(3);
});

test('several changes during a reading are read once more, and after that nothing is read', async () => {
  const changed$ = new Subject<void>();
  const reading: (() => void)[] = [];
  const answers: number[] = [];
  const following = readOneAnew(changed$, () => new Promise<number>((resolve) => reading.push(() => resolve(reading.length)))).subscribe(
    (answer) => answers.push(answer),
  );
  for (let n = 0; n < 3; n += 1) changed$.next();
  expect(reading).toHaveLength(1);
  reading[0]?.();
  await expect.poll(() => reading.length).toBe(2);
  reading[1]?.();
  await expect.poll(() => answers).toEqual([1, 2]);
  await settled();
  expect(reading).toHaveLength(2);
  following.unsubscribe();
});

test('what is found on the way is told as it is found, and nobody is told after they have gone', async () => {
  const told: number[] = [];
  let went = 0;
  const following = readAnew(new Subject(), async function* () {
    for (went = 1; went < 10; went += 1) {
      yield went;
      await settled();
    }
  }).subscribe((n) => {
    told.push(n);
    if (n === 2) following.unsubscribe();
  });
  await expect.poll(() => went).toBe(3);
  for (let n = 0; n < 5; n += 1) await settled();
  expect([told, went]).toEqual([[1, 2], 3]);
});

test('a reading that fails is said', async () => {
  const said: unknown[] = [];
  readOneAnew(new Subject(), () => Promise.reject(new Error('disk'))).subscribe({ error: (error: Error) => said.push(error.message) });
  await expect.poll(() => said).toEqual(['disk']);
});
