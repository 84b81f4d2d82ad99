import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyFunctionCall, anyRead, anyWrite } from '#tests/support/rest-queries.ts';
import { type Answer, canCompare, comparable, type Oracle, type RestCall, useOracle } from './rest-oracle.ts';

const unsupportedBy = ({ status, body }: Answer): boolean =>
  status === 400 && body.includes('"This backend answers a subset of PostgREST."');

/** A call that is wrong in two places may be refused for either; that it is refused is what counts. */
const isRefused = ({ status }: Answer): boolean => status >= 300 && status < 500;

/** The order of an object's keys says nothing; a number is what is written. */
function sorted(body: string): unknown {
  try {
    return JSON.parse(body, (_key, value: unknown, context?: { source?: string }) => {
      if (typeof value === 'number') return { number: context?.source ?? value };
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
      return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
    });
  } catch {
    return body;
  }
}

/** What a write hands back is in no order. */
const inAnyOrder = (body: unknown): unknown => (Array.isArray(body) ? body.map((row) => JSON.stringify(row)).toSorted() : body);

function said(answer: Answer, { method }: RestCall): string {
  const { status, headers, body } = comparable(answer);
  const isWrite = method === 'PATCH' || method === 'DELETE';
  return JSON.stringify({ status, headers, body: isWrite ? inAnyOrder(sorted(body)) : sorted(body) });
}

/** PostgREST itself has failed: `Something went wrong`, and not as JSON. */
const isFailed = ({ status, headers }: Answer): boolean => status === 500 && headers['content-type']?.startsWith('text/plain') === true;

/** One call asked of both; whether it told something, for what we refuse in words is equal to nothing. */
async function isAnsweredAlike({ expected, actual }: Oracle, call: RestCall): Promise<boolean> {
  const theirs = await expected(call);
  if (isFailed(theirs)) return true;
  const ours = await actual(call);
  // A HEAD says no why.
  if (unsupportedBy(call.method === 'HEAD' && ours.status === 400 ? await actual({ ...call, method: 'GET' }) : ours)) return false;
  if (isRefused(theirs) && isRefused(ours)) return true;
  const [wanted, given] = [said(theirs, call), said(ours, call)];
  if (given !== wanted) throw new Error(`${call.method} ${decodeURIComponent(call.path)}\nPostgREST: ${wanted}\nours: ${given}`);
  return true;
}

/** The part of the calls that we serve. Throws with the smallest call that is answered otherwise. */
async function compareAnswers(oracle: Oracle, calls: fc.Arbitrary<RestCall>, seed: number, runs: number): Promise<number> {
  let served = 0;
  const same = fc.asyncProperty(calls, async (call) => {
    if (await isAnsweredAlike(oracle, call)) served += 1;
  });
  // A write that is made again finds what it wrote: what is answered otherwise then is another call.
  await fc.assert(same, { seed, numRuns: runs, endOnFailure: calls === anyWrite });
  return served / runs;
}

/** Asks both the same random calls, `runs` of each kind and seed, without and with a cap on the rows of an answer. */
export function describeRandomCalls(seeds: readonly number[], runs: number): void {
  describe.skipIf(!canCompare).each([1000, 2])('a random call where an answer has at most %i rows', (maxRows) => {
    const oracle = useOracle((backend) => backend.db.exec(readFileSync(new URL('./rest-fixture.sql', import.meta.url), 'utf8')), maxRows);
    const kinds = { read: anyRead, 'call of a function': anyFunctionCall, write: anyWrite };
    const asked = seeds.flatMap((seed) => Object.entries(kinds).map(([kind, calls]) => [kind, seed, calls] as const));

    test.each(asked)('a %s is answered as the real PostgREST answers it, or refused in words (seed %i)', async (_kind, seed, calls) => {
      expect(await compareAnswers(oracle, calls, seed, runs)).toBeGreaterThan(0.75);
    });
  });
}
