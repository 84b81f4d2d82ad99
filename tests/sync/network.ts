import type { CollectionName } from '#data/registry.ts';
import {
  type PullAnswer,
  type PullState,
  type PushChange,
  type PushResult,
  type SyncTransport,
  TransportError,
} from '#data/sync/transport.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import { type Device, SIMULATED } from './device.ts';
import type { Actor } from './stage.ts';
import type { Call, World } from './world.ts';

export function transportOf(world: World, device: Device): SyncTransport {
  const call = (fn: Call['fn'], companyId: string, ...args: unknown[]) =>
    world.stage.gate('request', fn, { fn, device, companyId, args } satisfies Call);
  return {
    pull: (companyId, state, limit) => call('pull', companyId, state, limit) as Promise<PullAnswer>,
    push: (companyId, changes) => call('push', companyId, changes) as Promise<readonly PushResult[]>,
  };
}

/** Lets one of the waiting actors go on, or a request that was thought lost arrive late. */
export async function letGo(world: World): Promise<void> {
  if (world.ghosts.length > 0 && world.chance() < 0.2) {
    const [ghost] = world.ghosts.splice(world.chance.within(world.ghosts.length), 1);
    if (ghost) await execute(world, ghost, 'late copy').catch(() => undefined);
    return;
  }
  const able = world.stage.actors.filter(
    (actor) =>
      world.stage.canPass(actor) || ['request', 'response'].includes(actor.waiting?.kind ?? '') || actor.waiting?.label === 'back-off',
  );
  if (able.length === 0) return;
  await pass(world, world.chance.pick(able));
}

export async function pass(world: World, actor: Actor): Promise<void> {
  const gate = actor.waiting;
  if (gate?.kind === 'request') return requestArrives(world, actor, gate.data as unknown as Call);
  if (gate?.kind === 'response') return answerArrives(world, actor, gate.data);
  world.say(`${actor.name} passes ${gate?.kind ?? ''} ${gate?.label ?? ''}`);
  await world.stage.release(actor);
}

export async function requestArrives(world: World, actor: Actor, call: Call): Promise<void> {
  const fail = async (kind: 'network' | 'server' | 'unauthorized', what: string) => {
    world.say(`${actor.name} ${call.fn} ${what}`, what);
    await world.stage.release(actor, (gate) => gate.fail(new TransportError(kind)));
  };
  if (call.device.isOffline) return fail('network', 'offline');
  const x = world.hasFaults ? world.chance() : 1;
  if (x < 0.08) return fail('network', 'request lost');
  if (x < 0.13) return fail('server', '500');
  if (x < 0.16) return fail('unauthorized', '401');
  if (x < 0.22) {
    world.ghosts.push(call); // the network keeps a copy and delivers it some time later
    return fail('network', 'request delayed');
  }
  if (x < 0.27) world.ghosts.push(call);
  const answer = await execute(world, call, actor.name).catch((error: unknown) => error);
  const data = { answer, call };
  await world.stage.release(actor, (gate) => {
    actor.waiting = { kind: 'response', label: call.fn, data, open: gate.open, fail: gate.fail };
    world.stage.pause();
  });
}

export async function answerArrives(world: World, actor: Actor, { answer, call }: Record<string, unknown>): Promise<void> {
  const { fn, device } = call as Call;
  const x = world.hasFaults ? world.chance() : 1;
  if (device.isOffline || x < 0.1) {
    world.say(`${actor.name} ${fn} response lost`, 'response lost');
    return world.stage.release(actor, (gate) => gate.fail(new TransportError('network')));
  }
  if (x < 0.13) {
    world.say(`${actor.name} ${fn} response truncated`, 'truncated');
    return world.stage.release(actor, (gate) => gate.fail(new TransportError('server')));
  }
  world.say(`${actor.name} ${fn} answered`);
  await world.stage.release(actor, (gate) => (answer instanceof Error ? gate.fail(answer) : gate.open(answer)));
}

export async function execute(world: World, call: Call, who: string): Promise<unknown> {
  const { fn, device, companyId, args } = call;
  if (fn === 'pull') {
    const answer = await world.server.pull(device.userId, companyId, args[0] as PullState, args[1] as number);
    const counts = Object.values(answer.collections).map((page) => `${page.rows.length}/${page.deleted.length}`);
    world.say(`${who} pull executed ${counts.join(' ')}${answer.reset ? ' reset' : ''}`, 'pull');
    return structuredClone(answer);
  }
  const changes = args[0] as readonly PushChange[];
  const before = await serverRows(world, companyId, changes);
  const results = await world.server.push(device.userId, companyId, changes);
  const after = await serverRows(world, companyId, changes);
  for (const [index, { id, collection, mutation_id }] of changes.entries()) {
    const { status = '', message = '' } = results[index] ?? {};
    world.say(`${who} push executed ${world.name(id)} ${status} ${message ?? ''}`, status);
    world.ledger.applied(device.name, id, collection, mutation_id, before.get(id) ?? null, after.get(id) ?? null);
  }
  return structuredClone(results);
}

/** The rows as the server has them, whoever may see them. */
export async function serverRows(
  world: World,
  companyId: string,
  changes: readonly { collection: CollectionName; id: string }[],
): Promise<Map<string, SyncedRecord>> {
  const found = new Map<string, SyncedRecord>();
  for (const name of SIMULATED) {
    const ids = changes.filter((change) => change.collection === name).map((change) => change.id);
    if (ids.length === 0) continue;
    const { rows } = await world.server.db.query(
      `select to_jsonb(t) as doc from public.${name} t where company_id = $1 and id = any ($2::uuid[])`,
      [companyId, ids],
    );
    for (const { doc } of rows) found.set((doc as SyncedRecord).id, doc as SyncedRecord);
  }
  return found;
}

export async function drain(world: World): Promise<void> {
  for (let turn = 0; turn < 2000; turn += 1) {
    const actor = world.stage.actors.find(
      (each) => world.stage.canPass(each) || ['request', 'response'].includes(each.waiting?.kind ?? ''),
    );
    if (!actor) return;
    await pass(world, actor);
  }
  world.ledger.problems.push('stuck: the engines never come to rest');
}
