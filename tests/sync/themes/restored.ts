import { backUp, putBack } from '#tests/sync/backup.ts';
import { serverChanges } from '#tests/sync/events.ts';
import type { World } from '#tests/sync/world.ts';
import type { Theme } from './theme.ts';

type Kept = { readonly at: number; readonly put: () => Promise<void> };
const kept = new WeakMap<World, Kept>();

async function backsUp(world: World): Promise<void> {
  const [companyId = ''] = world.companies;
  const [copy, taken] = [await backUp(world.server.db, companyId), world.ledger.mark()];
  world.say('the server is backed up', 'backup');
  const put = async () => {
    await putBack(world.server.db, companyId, copy);
    world.ledger.rewind(taken);
  };
  kept.set(world, { at: world.stepsDone, put });
}

/** The backup comes back, alone or with as many newer changes as it takes to be beyond every device again. */
async function goesBack(world: World): Promise<void> {
  const backup = kept.get(world);
  if (!backup || world.stepsDone - backup.at < 10) return;
  world.say('the server goes back to its backup', 'older server');
  await backup.put();
  if (world.chance() < 0.5) for (let n = 0; n < 12; n += 1) await serverChanges(world);
}

export const restored: Theme = {
  name: 'a restored older server',
  tells: ['backup', 'older server'],
  shares: { permission: 0, expel: 0, switch: 0 },
  companies: 1,
  prepare: backsUp,
  events: [
    [0.02, backsUp],
    [0.02, goesBack],
  ],
  patience: 2,
};
