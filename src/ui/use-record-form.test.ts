import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { fieldErrors } from './use-record-form.ts';

const say = (key: string) => `«${key}»`;

test('an issue is said at its field, the first one of a field only', () => {
  const schema = z.object({
    name: z.string().check(z.minLength(1, 'required'), z.minLength(2, 'tooShort')),
    lines: z.array(z.object({ amount: z.number('invalidAmount') })),
  });
  const { error } = z.safeParse(schema, { name: '', lines: [{ amount: 'x' }] });
  expect(fieldErrors(error?.issues ?? [], say)).toEqual({ name: '«required»', 'lines.0.amount': '«invalidAmount»' });
});

test('a path may be a list or a text', () => {
  expect(fieldErrors([{ message: 'required', path: 'name' }], say)).toEqual({ name: '«required»' });
});
