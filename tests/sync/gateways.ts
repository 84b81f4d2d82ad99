import type { PushChange, PushResult } from '#data/changes/pushed.ts';
import { ANSWERS } from './line.ts';
import { noteResults, serverRows } from './executed.ts';
import type { Actor } from './stage.ts';
import type { Call, World } from './world.ts';

/** A push that one of the gateways has carried out and not committed: nobody sees it, and the next one waits for it. */
export type Pending = { readonly companyId: string; readonly settle: () => Promise<void> };

/** Carries the push out up to its commit, and lets the actor stand there. */
export async function holdBack(world: World, actor: Actor, call: Call): Promise<void> {
  const { device, companyId, args } = call;
  const changes = args['p_changes'] as readonly PushChange[];
  await settleAll(world, companyId);
  const before = await serverRows(world, companyId, changes);
  const [reached, decided] = [Promise.withResolvers<void>(), Promise.withResolvers<boolean>()];
  const beforeCommit = async () => {
    reached.resolve();
    if (!(await decided.promise)) throw new Error('the gateway died');
  };
  const outcome = world.server
    .rpc(device.userId, 'sync_push', { p_company: companyId, ...args }, beforeCommit)
    .catch((error: unknown) => error);
  await Promise.race([reached.promise, outcome]);
  const pending = {
    companyId,
    settle: async () => {
      world.pending.delete(pending);
      const isCommitted = world.chance() >= 0.2;
      world.say(
        `${actor.name} push ${isCommitted ? 'is committed' : 'goes down with its gateway'}`,
        isCommitted ? 'late commit' : 'gateway died',
      );
      decided.resolve(isCommitted);
      const answer = await outcome;
      data.answer = isCommitted ? answer : ANSWERS.network();
      if (answer instanceof Error) return;
      noteResults(world, actor.name, call, (answer as { results: readonly PushResult[] }).results, {
        before,
        after: await serverRows(world, companyId, changes),
      });
    },
  };
  world.pending.add(pending);
  const data: { answer: unknown; call: Call; pending: Pending } = { answer: null, call, pending };
  await world.stage.release(actor, (gate) => {
    actor.waiting = { kind: 'commit', label: 'push', data, open: gate.open, fail: gate.fail };
    world.stage.pause();
  });
}

/** What stands before its commit in this company (or any) is committed, or lost with its gateway. */
export async function settleAll(world: World, companyId?: string): Promise<void> {
  for (const pending of world.pending) if (companyId === undefined || pending.companyId === companyId) await pending.settle();
}
