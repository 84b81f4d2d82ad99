import { expect, test } from 'vitest';
import { checkedPull, checkedPush, createRpcTransport, type RpcClient, tokenOf, TransportError } from './transport.ts';
import type { PushChange } from '#data/changes/pushed.ts';

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

type Answer = { data: unknown; error: { code?: string; message: string } | null; status: number };
const signedInAs = (id: string) => ({
  getSession: () => Promise.resolve({ data: { session: { access_token: `token of ${id}`, user: { id } } }, error: null }),
});
/** A client in which Ann is signed in; `tokens` are those of the requests it was asked for. */
const answering = (answer: Answer | Error, tokens: string[] = []): RpcClient => ({
  auth: signedInAs('ann'),
  rpc: () => {
    const promise = answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    const call = Object.assign(promise, { setHeader: (_: string, value: string) => (tokens.push(value), call), abortSignal: () => call });
    return call as ReturnType<RpcClient['rpc']>;
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
  const transport = createRpcTransport(answering(answer), 'ann');
  await expect(transport.push('c', [change('1')], AbortSignal.timeout(1000))).rejects.toMatchObject({ kind });
});

test('[SYNC-75] nothing is sent or fetched for one user under the session of another', async () => {
  const tokens: string[] = [];
  const client = answering({ data: pulled, error: null, status: 200 }, tokens);
  const state = { epoch: null, access: null, cursors: {} };
  const signal = AbortSignal.timeout(1000);
  await createRpcTransport(client, 'ann').pull('c', state, 10, signal);
  expect(tokens).toEqual(['Bearer token of ann']); // named in the request: it does not matter who signs in while it is prepared
  const left = createRpcTransport(client, 'ben');
  await expect(left.pull('c', state, 10, signal)).rejects.toMatchObject({ kind: 'other_user' });
  await expect(left.push('c', [change('1')], signal)).rejects.toMatchObject({ kind: 'other_user' });
  expect(tokens).toHaveLength(1);
});

test.each([
  ['network', { name: 'AuthRetryableFetchError' }],
  ['unauthorized', null],
] as const)('[SYNC-19] no token at hand: %s', async (kind, error) => {
  const auth = { getSession: () => Promise.resolve({ data: { session: null }, error }) };
  await expect(tokenOf(auth, 'ann')).rejects.toMatchObject({ kind });
});
