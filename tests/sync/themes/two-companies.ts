import { switchCompany } from '#tests/sync/events.ts';
import { EDITOR, type World } from '#tests/sync/world.ts';
import type { Theme } from './theme.ts';

/** The member may other things in the second company than in the first. */
function keys(world: World, _member: number, company: number): readonly string[] {
  const [withheld] = [world.chance.pick(EDITOR), world.chance.pick(EDITOR)];
  return EDITOR.filter(
    (key) => key.endsWith('.view') || (company === 0 ? key !== withheld : key.startsWith('vendors.') || key === withheld),
  );
}

export const twoCompanies: Theme = {
  name: 'people in two companies',
  tells: ['switch', 'permission', 'rejected'],
  devices: 2,
  companies: 2,
  keys,
  shares: { switch: 0, permission: 0.04, expel: 0.002 },
  events: [[0.08, switchCompany]],
};
