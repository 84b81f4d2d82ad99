import { expect, test } from 'vitest';
import { checkedPull, checkedPush, createRpcTransport, type PushChange, type RpcClient, TransportError } from './transport.ts';

const change = (mutation: string): PushChange => ({
  collection: 'vendors',
  id: mutation,
  mutation_id: mutation,
  base_rev: null,
  op: 'delete',
  doc: null,
});
const applied = (mutation: string) => ({ collection: 'vendors', id: mutation, mutation_id: mutation, status: 'applied', row: null });
const page = { rows: [], deleted: [], cursor: 0, more: false };
const pulled = { epoch: 'e', access: 'a', reset: false, collections: { vendors: page } };

test('[SYNC-30] a pull answer that is cut off or foreign is refused', () => {
  expect(checkedPull(pulled)).toEqual(pulled);
  for (const broken of [
    null,
    '',
    {},
    { ...pulled, epoch: undefined },
    { ...pulled, collections: { vendors: { rows: [] } } },
    { ...pulled, collections: { strangers: page } },
  ]) {
    expect(() => checkedPull(broken)).toThrow(TransportError);
  }
});

test('[SYNC-30] a push answer must answer each mutation exactly once', () => {
  const changes = [change('1'), change('2')];
  expect(checkedPush({ results: [applied('1'), applied('2')] }, changes)).toHaveLength(2);
  for (const broken of [
    null,
    {},
    { results: [applied('1')] },
    { results: [applied('1'), applied('1')] },
    { results: [applied('1'), { ...applied('2'), status: 'maybe' }] },
  ]) {
    expect(() => checkedPush(broken, changes)).toThrow(TransportError);
  }
});

const answering = (answer: { data: unknown; error: { code?: string; message: string } | null; status: number } | Error): RpcClient => ({
  rpc: () => {
    const promise = answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    return Object.assign(promise, { abortSignal: () => promise });
  },
});

test.each([
  ['network', new TypeError('fetch failed')],
  ['network', { data: null, error: { message: 'TypeError: fetch failed' }, status: 0 }],
  ['unauthorized', { data: null, error: { code: 'PGRST301', message: 'JWT expired' }, status: 401 }],
  ['not_a_member', { data: null, error: { code: '42501', message: 'not_a_member' }, status: 403 }],
  ['second_factor', { data: null, error: { code: '42501', message: 'second_factor_required' }, status: 403 }],
  ['server', { data: null, error: { code: '40001', message: 'could not serialize' }, status: 500 }],
] as const)('[SYNC-19] a failed call is told apart: %s', async (kind, answer) => {
  const transport = createRpcTransport(answering(answer));
  await expect(transport.push('c', [change('1')], AbortSignal.timeout(1000))).rejects.toMatchObject({ kind });
});
