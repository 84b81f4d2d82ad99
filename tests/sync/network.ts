import type { PullAnswer } from '#data/sync/transport.ts';
import type { PushChange, PushResult } from '#data/changes/pushed.ts';
import { noteResults, serverRows } from './executed.ts';
import { holdBack, type Pending, settleAll } from './gateways.ts';
import { answerOf, ANSWERS, maimed } from './line.ts';
import type { Actor } from './stage.ts';
import type { Call, World } from './world.ts';

/** Lets one of the waiting actors go on, or a request that was thought lost arrive late. */
export async function letGo(world: World): Promise<void> {
  if (world.ghosts.length > 0 && world.chance() < 0.2) {
    const [ghost] = world.ghosts.splice(world.chance.within(world.ghosts.length), 1);
    if (ghost) await execute(world, ghost, 'late copy').catch(() => undefined);
    return;
  }
  const able = world.stage.actors.filter((actor) => canGoOn(world, actor) || (!actor.isFrozen && actor.waiting?.label === 'back-off'));
  if (able.length === 0) return;
  await pass(world, world.chance.pick(able));
}

const canGoOn = (world: World, actor: Actor) =>
  !actor.isFrozen && (world.stage.canPass(actor) || ['request', 'response', 'commit'].includes(actor.waiting?.kind ?? ''));

export async function pass(world: World, actor: Actor): Promise<void> {
  const gate = actor.waiting;
  if (gate?.kind === 'request') return requestArrives(world, actor, gate.data as Call);
  if (gate?.kind === 'commit') return commits(world, actor, gate.data);
  if (gate?.kind === 'response') return answerArrives(world, actor, gate.data);
  world.say(`${actor.name} passes ${gate?.kind ?? ''} ${gate?.label ?? ''}`);
  await world.stage.release(actor);
}

/** The call in which the actor waits is answered with this, or with nothing. */
export async function answerWith(world: World, actor: Actor, answer: Response | Error | 'timed out', what: string): Promise<void> {
  const { fn } = (actor.waiting?.data['call'] ?? actor.waiting?.data ?? {}) as Partial<Call>;
  world.say(`${actor.name} ${fn ?? ''} ${what}`, what);
  await world.stage.release(actor, (gate) => (answer instanceof Error ? gate.fail(answer) : gate.open(answer)));
}

async function requestArrives(world: World, actor: Actor, call: Call): Promise<void> {
  const meets = (kind: keyof typeof ANSWERS, what: string) => answerWith(world, actor, ANSWERS[kind](), what);
  if (call.device.isOffline) return meets('network', 'offline');
  const hindrance = world.theme?.hinder?.(world, call);
  if (hindrance) return answerWith(world, actor, hindrance.answer, hindrance.what);
  const x = world.hasFaults ? world.chance() : 1;
  if (x < 0.08) return meets('network', 'request lost');
  if (x < 0.13) return meets('server', '500');
  if (x < 0.16) return meets('unauthorized', '401');
  if (x < 0.22) {
    world.ghosts.push(call); // the network keeps a copy and delivers it some time later
    return meets('network', 'request delayed');
  }
  if (x < 0.27) world.ghosts.push(call);
  if (world.theme?.hasTwoGateways && world.hasFaults && call.fn === 'push' && world.chance() < 0.5) return holdBack(world, actor, call);
  const answer = await execute(world, call, actor.name).catch((error: unknown) => error);
  const data = { answer, call };
  await world.stage.release(actor, (gate) => {
    actor.waiting = { kind: 'response', label: call.fn, data, open: gate.open, fail: gate.fail };
    world.stage.pause();
  });
}

async function commits(world: World, actor: Actor, data: Record<string, unknown>): Promise<void> {
  const pending = data['pending'] as Pending;
  if (world.pending.has(pending)) await pending.settle();
  const { answer } = data;
  return answer instanceof TypeError ? answerWith(world, actor, answer, 'gateway died') : answerArrives(world, actor, data);
}

async function answerArrives(world: World, actor: Actor, { answer, call }: Record<string, unknown>): Promise<void> {
  const x = world.hasFaults ? world.chance() : 1;
  if ((call as Call).device.isOffline || x < 0.1) return answerWith(world, actor, ANSWERS.network(), 'response lost');
  if (x < 0.13) return answerWith(world, actor, maimed(answer), 'truncated');
  await answerWith(world, actor, answerOf(answer), 'answered');
}

/** The server does what the request asks for; an Error is its refusal. */
export async function execute(world: World, call: Call, who: string): Promise<unknown> {
  const { fn, device, companyId, args } = call;
  const ask = () => world.server.rpc(device.userId, `sync_${fn}`, { p_company: companyId, ...args });
  if (fn === 'pull') {
    const answer = (await ask()) as PullAnswer;
    const counts = Object.values(answer.collections).map((page) => `${page.rows.length}/${page.deleted.length}`);
    world.say(`${who} pull executed ${counts.join(' ')}${answer.reset ? ' reset' : ''}`, 'pull');
    return answer;
  }
  const changes = args['p_changes'] as readonly PushChange[];
  await settleAll(world, companyId); // one push at a time per company: this one would wait for it
  const before = await serverRows(world, companyId, changes);
  const answer = (await ask()) as { results: readonly PushResult[] };
  const after = await serverRows(world, companyId, changes);
  noteResults(world, who, call, answer.results, { before, after });
  return answer;
}

export async function drain(world: World): Promise<void> {
  for (let turn = 0; turn < 2000; turn += 1) {
    const actor = world.stage.actors.find((each) => canGoOn(world, each));
    if (!actor) return;
    await pass(world, actor);
  }
  world.ledger.problems.push('stuck: the engines never come to rest');
}
