import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { READ_CASES } from './rest-cases-read.ts';
import { WRITE_CASES } from './rest-cases-write.ts';
import { canCompare, comparable, useOracle } from './rest-oracle.ts';

const cases = [...READ_CASES, ...WRITE_CASES];

describe.skipIf(!canCompare)('the answer equals that of the real PostgREST', () => {
  const { expected, actual } = useOracle((backend) =>
    backend.db.exec(readFileSync(new URL('./rest-fixture.sql', import.meta.url), 'utf8')),
  );

  test.each(cases.map((restCase) => [restCase.name, restCase] as const))('%s', async (_name, restCase) => {
    const theirs = comparable(await expected(restCase));
    expect(comparable(await actual(restCase))).toEqual(theirs);
  });
});
