import type { Device } from './device.ts';
import { serverRows } from './executed.ts';
import { type Call, EDITOR, type World } from './world.ts';

export async function toggleNetwork(world: World, device: Device): Promise<void> {
  device.isOffline = !device.isOffline;
  world.say(`${device.name} ${device.isOffline ? 'offline' : 'online'}`);
  if (!device.isOffline) await device.poke('person');
}

export async function crash(world: World, device: Device): Promise<void> {
  world.say(`${device.name} crashes`, 'crash');
  for (const actor of world.stage.actors.filter((each) => each.device === device.name)) {
    const call = actor.waiting?.kind === 'request' ? (actor.waiting.data as Call) : null;
    if (call && !device.isOffline && world.chance() < 0.5) world.ghosts.push(call);
  }
  device.crash();
  await device.lead();
}

export async function secondLeader(world: World, device: Device): Promise<void> {
  const [first] = device.leaders;
  if (device.leaders.length > 1 && first) {
    world.say(`${device.name} first leader steps down`);
    return device.resign(first);
  }
  world.say(`${device.name} second leader`, 'second leader');
  await device.lead();
}

export async function serverChanges(world: World): Promise<void> {
  const companyId = world.chance.pick(world.companies);
  const { rows } = await world.server.db.query('select id from public.vendors where company_id = $1 order by id', [companyId]);
  if (rows.length === 0) return;
  const { id } = world.chance.pick(rows) as { id: string };
  const value = `s${++world.values}`;
  const isRename = world.chance() < 0.5;
  world.say(`server changes ${world.name(id)} ${value}`, 'server change');
  await world.server.db.query(`update public.vendors set ${isRename ? 'name' : 'city'} = $2 where id = $1`, [id, value]);
  for (const [doc, after] of await serverRows(world, companyId, [{ collection: 'vendors', id }]))
    world.ledger.serverChanged(doc, 'vendors', after);
}

export async function permissionsChange(world: World): Promise<void> {
  const device = world.chance.pick(world.devices.slice(1));
  const key = world.chance.pick(EDITOR);
  const [companyId = ''] = world.companies;
  const isGrant = world.chance() < 0.5;
  if (world.lost.has(device)) return;
  world.say(`${isGrant ? 'grants' : 'revokes'} ${device.name} ${key}`, 'permission');
  await (isGrant ? world.server.grant(companyId, device.userId, key) : world.server.revoke(companyId, device.userId, key));
}

export async function switchCompany(world: World, chosen?: Device): Promise<void> {
  const device = world.theme?.companies ? chosen : world.devices[0];
  const other = world.companies.find((each) => each !== device?.companyId);
  if (!device || !other || world.lost.has(device)) return;
  world.say(`${device.name} switches company`, 'switch');
  for (const leader of device.leaders.slice()) await device.resign(leader);
  device.companyId = other;
  await device.lead();
}

export async function clockJumps(world: World, device: Device): Promise<void> {
  device.skew = (world.chance() - 0.5) * 2 * 864e5;
  world.say(`${device.name} clock ${Math.round(device.skew)}`);
}

export async function restore(world: World): Promise<void> {
  world.say('epoch changes', 'restore');
  await world.server.db.query('select public.rotate_epoch($1)', [world.companies[0]]);
}

export async function expel(world: World): Promise<void> {
  const device = world.chance.pick(world.devices.slice(1));
  if (world.lost.has(device)) return;
  world.say(`${device.name} is no longer a member`, 'expel');
  world.lost.add(device);
  await world.server.expel(device.companyId, device.userId);
}
