import 'fake-indexeddb/auto';
import { createHash } from 'node:crypto';
import { listStoredIds, readStored } from '#data/core/stored.ts';
import { changeRecord, insertRecord, removeRecord } from '#data/core/write.ts';
import type { CollectionName } from '#data/registry.ts';
import { discardIssue, keepMine } from '#data/sync/issues.ts';
import {
  type PullAnswer,
  type PullState,
  type PushChange,
  type PushResult,
  type SyncTransport,
  TransportError,
} from '#data/sync/transport.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import { converged } from './converged.ts';
import { Device, SIMULATED } from './device.ts';
import { Ledger } from './ledger.ts';
import { type Chance, seeded } from './seeded.ts';
import type { Server } from './server.ts';
import { type Actor, Stage } from './stage.ts';
import { expenseOf, fileOf, vendorOf } from './records.ts';

export type Outcome = {
  readonly problems: readonly string[];
  readonly trace: readonly string[];
  readonly hash: string;
  readonly stats: Readonly<Record<string, number>>;
};
export type Options = {
  readonly steps?: number;
  readonly devices?: number;
  /** Keeps the ids of two runs on one server apart; not part of the story. */ readonly run?: number;
};

type Binned = { readonly device: Device; readonly companyId: string; readonly name: CollectionName; readonly record: SyncedRecord };
type Call = { readonly fn: 'pull' | 'push'; readonly device: Device; readonly companyId: string; readonly args: readonly unknown[] };
const EDITOR = [
  'vendors.view',
  'vendors.create',
  'vendors.update',
  'vendors.delete',
  'expenses.view',
  'expenses.create',
  'expenses.update',
  'expenses.delete',
  'files.view',
  'files.upload',
  'files.delete',
];
let runs = 0;

/** One story of a few devices and the real server, told by the seed. */
export async function simulate(server: Server, seed: number, options: Options = {}): Promise<Outcome> {
  const world = new World(server, seed, options);
  try {
    return await world.play();
  } finally {
    await world.close();
  }
}

class World {
  readonly server: Server;
  readonly chance: Chance;
  readonly stage: Stage;
  readonly ledger = new Ledger();
  readonly trace: string[] = [];
  readonly stats: Record<string, number> = {};
  readonly devices: Device[] = [];
  readonly #steps: number;
  readonly #count: number;
  readonly #prefix: string;
  readonly #ghosts: Call[] = [];
  readonly #names = new Map<string, string>();
  readonly #binned: Binned[] = [];
  readonly #lost = new Set<Device>();
  #ids = 0;
  #values = 0;
  #time = Date.UTC(2026, 0, 31, 9);
  #companies: string[] = [];
  #hasFaults = true;

  constructor(server: Server, seed: number, { steps = 110, devices = 3, run = ++runs }: Options) {
    this.server = server;
    this.chance = seeded(seed);
    this.stage = new Stage(this.chance);
    this.#steps = steps;
    this.#count = devices;
    this.#prefix = `${(seed >>> 0).toString(16).padStart(8, '0')}-${(run % 0x10000).toString(16).padStart(4, '0')}`;
  }

  /** Ids that sort as they are made, whatever the run; unique to it. */
  newId = (): string => `${this.#prefix}-7000-8000-${(++this.#ids).toString(16).padStart(12, '0')}`;

  say(line: string, kind?: string): void {
    this.trace.push(line);
    if (kind) this.stats[kind] = (this.stats[kind] ?? 0) + 1;
  }

  name(id: string): string {
    const known = this.#names.get(id) ?? `d${this.#names.size}`;
    this.#names.set(id, known);
    return known;
  }

  async play(): Promise<Outcome> {
    await this.#prepare();
    for (let step = 0; step < this.#steps; step += 1) {
      this.#time += this.chance.within(5000);
      await this.#step();
    }
    await this.#heal();
    await this.#judge();
    const hash = createHash('sha1').update(this.trace.join('\n')).digest('hex').slice(0, 12);
    return { problems: this.ledger.problems, trace: this.trace, hash, stats: this.stats };
  }

  async #prepare(): Promise<void> {
    const users = Array.from({ length: this.#count }, this.newId);
    for (const user of users) await this.server.addUser(user);
    const companies = [this.newId(), ...(this.chance() < 0.3 ? [this.newId()] : [])];
    this.#companies = companies;
    const [owner = ''] = users;
    for (const company of companies) {
      await this.server.createCompany(owner, company);
      for (const user of users.slice(1)) await this.server.addMember(company, user, EDITOR);
    }
    for (const [index, userId] of users.entries()) {
      const device = new Device({
        name: `k${index}`,
        userId,
        companyId: companies[0] ?? '',
        stage: this.stage,
        chance: this.chance,
        transport: (each) => this.#transport(each),
        now: () => this.#time,
      });
      await device.device.open();
      for (const company of index === 0 ? companies : companies.slice(0, 1)) await device.addCompany(company, this.newId);
      this.devices.push(device);
      await device.lead();
    }
    await this.#shareSomething();
  }

  /** Everybody starts with a few records of the owner, so that they get in each other's way. */
  async #shareSomething(): Promise<void> {
    const [owner] = this.devices;
    if (!owner) return;
    const { db } = owner.open(owner.companyId);
    this.#hasFaults = false;
    await this.#drain();
    for (let index = 0; index < 3; index += 1) {
      const base = { id: this.newId(), company_id: owner.companyId, at: new Date(this.#time).toISOString() };
      const record = index < 2 ? vendorOf(base, `shared ${index}`) : expenseOf(base, 'shared', owner.userId, null, 10);
      const name = index < 2 ? 'vendors' : 'expenses';
      const done = this.ledger.intent(owner.name, record.id, name, null, record);
      await this.stage.start('owner', owner.name, 'owner', () => insertRecord(db, name, record as never).then(done));
      this.name(record.id);
      await this.#drain();
    }
    for (const device of this.devices) {
      await device.poke('person');
      await this.#drain();
    }
    this.#hasFaults = true;
  }

  #transport(device: Device): SyncTransport {
    const call = (fn: Call['fn'], companyId: string, ...args: unknown[]) =>
      this.stage.gate('request', fn, { fn, device, companyId, args } satisfies Call);
    return {
      pull: (companyId, state, limit) => call('pull', companyId, state, limit) as Promise<PullAnswer>,
      push: (companyId, changes) => call('push', companyId, changes) as Promise<readonly PushResult[]>,
    };
  }

  async #step(): Promise<void> {
    const x = this.chance();
    const device = this.chance.pick(this.devices);
    if (x < 0.3) return this.#write(device);
    if (x < 0.75) return this.#letGo();
    if (x < 0.8) return device.poke(this.chance() < 0.5 ? 'write' : 'person');
    if (x < 0.84) return this.#toggleNetwork(device);
    if (x < 0.875) return this.#crash(device);
    if (x < 0.905) return this.#secondLeader(device);
    if (x < 0.93) return this.#serverSide();
    if (x < 0.95) return this.#permissions();
    if (x < 0.965) return this.#resolve(device);
    if (x < 0.98) return this.#switchCompany();
    if (x < 0.99) return this.#clockJump(device);
    if (x < 0.995) return this.#restore();
    return this.#expel();
  }

  /** Lets one of the waiting actors go on, or a request that was thought lost arrive late. */
  async #letGo(): Promise<void> {
    if (this.#ghosts.length > 0 && this.chance() < 0.2) {
      const [ghost] = this.#ghosts.splice(this.chance.within(this.#ghosts.length), 1);
      if (ghost) await this.#execute(ghost, 'late copy').catch(() => undefined);
      return;
    }
    const able = this.stage.actors.filter(
      (actor) =>
        this.stage.canPass(actor) || ['request', 'response'].includes(actor.waiting?.kind ?? '') || actor.waiting?.label === 'back-off',
    );
    if (able.length === 0) return;
    await this.#pass(this.chance.pick(able));
  }

  async #pass(actor: Actor): Promise<void> {
    const gate = actor.waiting;
    if (gate?.kind === 'request') return this.#request(actor, gate.data as unknown as Call);
    if (gate?.kind === 'response') return this.#response(actor, gate.data);
    this.say(`${actor.name} passes ${gate?.kind ?? ''} ${gate?.label ?? ''}`);
    await this.stage.release(actor);
  }

  async #request(actor: Actor, call: Call): Promise<void> {
    const fail = async (kind: 'network' | 'server' | 'unauthorized', what: string) => {
      this.say(`${actor.name} ${call.fn} ${what}`, what);
      await this.stage.release(actor, (gate) => gate.fail(new TransportError(kind)));
    };
    if (call.device.isOffline) return fail('network', 'offline');
    const x = this.#hasFaults ? this.chance() : 1;
    if (x < 0.08) return fail('network', 'request lost');
    if (x < 0.13) return fail('server', '500');
    if (x < 0.16) return fail('unauthorized', '401');
    if (x < 0.22) {
      this.#ghosts.push(call); // the network keeps a copy and delivers it some time later
      return fail('network', 'request delayed');
    }
    if (x < 0.27) this.#ghosts.push(call);
    const answer = await this.#execute(call, actor.name).catch((error: unknown) => error);
    const data = { answer, call };
    await this.stage.release(actor, (gate) => {
      actor.waiting = { kind: 'response', label: call.fn, data, open: gate.open, fail: gate.fail };
      this.stage.pause();
    });
  }

  async #response(actor: Actor, { answer, call }: Record<string, unknown>): Promise<void> {
    const { fn, device } = call as Call;
    const x = this.#hasFaults ? this.chance() : 1;
    if (device.isOffline || x < 0.1) {
      this.say(`${actor.name} ${fn} response lost`, 'response lost');
      return this.stage.release(actor, (gate) => gate.fail(new TransportError('network')));
    }
    if (x < 0.13) {
      this.say(`${actor.name} ${fn} response truncated`, 'truncated');
      return this.stage.release(actor, (gate) => gate.fail(new TransportError('server')));
    }
    this.say(`${actor.name} ${fn} answered`);
    await this.stage.release(actor, (gate) => (answer instanceof Error ? gate.fail(answer) : gate.open(answer)));
  }

  async #execute(call: Call, who: string): Promise<unknown> {
    const { fn, device, companyId, args } = call;
    if (fn === 'pull') {
      const answer = await this.server.pull(device.userId, companyId, args[0] as PullState, args[1] as number);
      const counts = Object.values(answer.collections).map((page) => `${page.rows.length}/${page.deleted.length}`);
      this.say(`${who} pull executed ${counts.join(' ')}${answer.reset ? ' reset' : ''}`, 'pull');
      return structuredClone(answer);
    }
    const changes = args[0] as readonly PushChange[];
    const before = await this.#rows(companyId, changes);
    const results = await this.server.push(device.userId, companyId, changes);
    const after = await this.#rows(companyId, changes);
    for (const [index, { id, collection, mutation_id }] of changes.entries()) {
      const { status = '', message = '' } = results[index] ?? {};
      this.say(`${who} push executed ${this.name(id)} ${status} ${message ?? ''}`, status);
      this.ledger.applied(device.name, id, collection, mutation_id, before.get(id) ?? null, after.get(id) ?? null);
    }
    return structuredClone(results);
  }

  /** The rows as the server has them, whoever may see them. */
  async #rows(companyId: string, changes: readonly { collection: CollectionName; id: string }[]): Promise<Map<string, SyncedRecord>> {
    const found = new Map<string, SyncedRecord>();
    for (const name of SIMULATED) {
      const ids = changes.filter((change) => change.collection === name).map((change) => change.id);
      if (ids.length === 0) continue;
      const { rows } = await this.server.db.query(
        `select to_jsonb(t) as doc from public.${name} t where company_id = $1 and id = any ($2::uuid[])`,
        [companyId, ids],
      );
      for (const { doc } of rows) found.set((doc as SyncedRecord).id, doc as SyncedRecord);
    }
    return found;
  }

  async #visible(device: Device, name: CollectionName): Promise<SyncedRecord[]> {
    const { db } = device;
    const stored = await readStored(db, name, await listStoredIds(db, name, '', 1000));
    return [...stored.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)) as SyncedRecord[];
  }

  async #write(device: Device): Promise<void> {
    if (this.#lost.has(device)) return;
    const { companyId } = device;
    const { db, tab } = device.open(companyId);
    const x = this.chance();
    const [vendors, expenses] = [await this.#visible(device, 'vendors'), await this.#visible(device, 'expenses')];
    const value = `v${++this.#values}`;
    const run = async (
      name: CollectionName,
      id: string,
      before: SyncedRecord | null,
      after: SyncedRecord | null,
      act: () => Promise<unknown>,
      what: string,
    ) => {
      this.say(`${tab} ${what} ${this.name(id)} ${value}`, 'write');
      const done = this.ledger.intent(device.name, id, name, before, after);
      await this.stage.start(`${tab} write ${this.name(id)}`, device.name, tab, async () => {
        await act();
        done();
      });
    };
    const base = { id: this.newId(), company_id: companyId, at: new Date(this.#time + device.skew).toISOString() };
    if (x < 0.07 || (vendors.length === 0 && x < 0.5)) {
      const vendor = vendorOf(base, value);
      return run('vendors', base.id, null, vendor, () => insertRecord(db, 'vendors', vendor), 'adds vendor');
    }
    if (x < 0.16 || (expenses.length === 0 && x < 0.6)) {
      const expense = expenseOf(
        base,
        value,
        device.userId,
        vendors.length > 0 && this.chance() < 0.7 ? this.chance.pick(vendors).id : null,
        this.#values,
      );
      return run('expenses', base.id, null, expense, () => insertRecord(db, 'expenses', expense), 'adds expense');
    }
    if (x < 0.22 && expenses.length > 0) {
      const file = fileOf(base, value, device.userId, this.chance.pick(expenses).id);
      return run('files', base.id, null, file, () => insertRecord(db, 'files', file), 'adds file');
    }
    if (x < 0.62 && vendors.length > 0)
      return this.#edit(
        device,
        'vendors',
        this.chance.pick(vendors).id,
        value,
        this.chance.pick(['name', 'notes', 'phone', 'city', 'street']),
      );
    if (x < 0.88 && expenses.length > 0)
      return this.#edit(
        device,
        'expenses',
        this.chance.pick(expenses).id,
        value,
        this.chance.pick(['description', 'amount', 'tax_amount']),
      );
    const [name, all] = this.chance() < 0.5 ? (['vendors', vendors] as const) : (['expenses', expenses] as const);
    const binned = this.#binned.filter((each) => each.device === device && each.companyId === companyId);
    if (binned.length > 0 && this.chance() < 0.4) return this.#undo(device, this.chance.pick(binned));
    if (all.length > 0) return this.#delete(device, name, this.chance.pick(all));
  }

  async #edit(device: Device, name: 'vendors' | 'expenses', id: string, value: string, field: string): Promise<void> {
    const { db, tab } = device.open(device.companyId);
    const next = field.endsWith('amount') ? this.#values + 0.5 : value;
    this.say(`${tab} edits ${this.name(id)}.${field} ${next}`, 'write');
    let done = (): void => undefined;
    await this.stage.start(`${tab} write ${this.name(id)}`, device.name, tab, async () => {
      const change = (current: SyncedRecord) => {
        const after = { ...current, [field]: next };
        done = this.ledger.intent(device.name, id, name, structuredClone(current), after);
        return after;
      };
      await changeRecord(db, name, id, change as never);
      done();
    });
  }

  async #delete(device: Device, name: CollectionName, record: SyncedRecord): Promise<void> {
    const { companyId } = device;
    const { db, tab } = device.open(companyId);
    this.say(`${tab} deletes ${this.name(record.id)}`, 'delete');
    const done = this.ledger.intent(device.name, record.id, name, record, null);
    await this.stage.start(`${tab} delete ${this.name(record.id)}`, device.name, tab, async () => {
      await removeRecord(db, name, record.id);
      done();
      this.#bin({ device, companyId, name, record });
    });
  }

  /** What the person could bring back: the newest version they deleted. */
  #bin(deleted: Binned): void {
    const older = this.#binned.findIndex((each) => each.device === deleted.device && each.record.id === deleted.record.id);
    if (older >= 0) this.#binned.splice(older, 1);
    this.#binned.push(deleted);
  }

  async #undo(device: Device, { name, record }: { name: CollectionName; record: SyncedRecord }): Promise<void> {
    const { db, tab } = device.open(device.companyId);
    this.say(`${tab} brings back ${this.name(record.id)}`, 'undo');
    await this.stage.start(`${tab} undo ${this.name(record.id)}`, device.name, tab, async () => {
      const done = this.ledger.intent(device.name, record.id, name, null, record);
      await insertRecord(db, name, record as never);
      done();
    });
  }

  async #toggleNetwork(device: Device): Promise<void> {
    device.isOffline = !device.isOffline;
    this.say(`${device.name} ${device.isOffline ? 'offline' : 'online'}`);
    if (!device.isOffline) await device.poke('person');
  }

  async #crash(device: Device): Promise<void> {
    this.say(`${device.name} crashes`, 'crash');
    for (const actor of this.stage.actors.filter((each) => each.device === device.name)) {
      const call = actor.waiting?.kind === 'request' ? (actor.waiting.data as unknown as Call) : null;
      if (call && !device.isOffline && this.chance() < 0.5) this.#ghosts.push(call);
    }
    device.crash();
    await device.lead();
  }

  async #secondLeader(device: Device): Promise<void> {
    const [first] = device.leaders;
    if (device.leaders.length > 1 && first) {
      this.say(`${device.name} first leader steps down`);
      return device.resign(first);
    }
    this.say(`${device.name} second leader`, 'second leader');
    await device.lead();
  }

  async #serverSide(): Promise<void> {
    const companyId = this.chance.pick(this.#companies);
    const { rows } = await this.server.db.query('select id from public.vendors where company_id = $1 order by id', [companyId]);
    if (rows.length === 0) return;
    const { id } = this.chance.pick(rows) as { id: string };
    const value = `s${++this.#values}`;
    const isRename = this.chance() < 0.5;
    this.say(`server changes ${this.name(id)} ${value}`, 'server change');
    await this.server.db.query(`update public.vendors set ${isRename ? 'name' : 'city'} = $2 where id = $1`, [id, value]);
    for (const [doc, after] of await this.#rows(companyId, [{ collection: 'vendors', id }]))
      this.ledger.serverChanged(doc, 'vendors', after);
  }

  async #permissions(): Promise<void> {
    const device = this.chance.pick(this.devices.slice(1));
    const key = this.chance.pick(EDITOR);
    const [companyId = ''] = this.#companies;
    const isGrant = this.chance() < 0.5;
    if (this.#lost.has(device)) return;
    this.say(`${isGrant ? 'grants' : 'revokes'} ${device.name} ${key}`, 'permission');
    await (isGrant ? this.server.grant(companyId, device.userId, key) : this.server.revoke(companyId, device.userId, key));
  }

  async #resolve(device: Device): Promise<void> {
    const issues = (await device.device.issues.where({ company_id: device.companyId }).toArray()).toSorted((a, b) =>
      a.id < b.id ? -1 : 1,
    );
    if (issues.length === 0 || this.#lost.has(device)) return;
    const issue = this.chance.pick(issues);
    const { db, tab } = device.open(device.companyId);
    const isMine = this.chance() < 0.6;
    this.say(`${tab} ${isMine ? 'keeps mine' : 'discards'} ${this.name(issue.doc_id)} ${issue.kind}`, 'resolve');
    const row = await device.device.outbox.get(issue.key);
    const before = row ? row.mine : ((await readStored(db, issue.collection, [issue.doc_id])).get(issue.doc_id) ?? null);
    await this.stage.start(`${tab} resolve`, device.name, tab, async () => {
      this.ledger.closed.push({ device: device.name, issue });
      const done = isMine
        ? this.ledger.intent(device.name, issue.doc_id, issue.collection, before as SyncedRecord | null, issue.mine)
        : () => undefined;
      await (isMine ? keepMine(db, issue) : discardIssue(db, issue));
      done();
      if (isMine && !issue.mine && before)
        this.#bin({ device, companyId: issue.company_id, name: issue.collection, record: before as SyncedRecord });
    });
  }

  async #switchCompany(): Promise<void> {
    const [device] = this.devices;
    const other = this.#companies.find((each) => each !== device?.companyId);
    if (!device || !other) return;
    this.say(`${device.name} switches company`, 'switch');
    for (const leader of [...device.leaders]) await device.resign(leader);
    device.companyId = other;
    await device.lead();
  }

  async #clockJump(device: Device): Promise<void> {
    device.skew = (this.chance() - 0.5) * 2 * 864e5;
    this.say(`${device.name} clock ${Math.round(device.skew)}`);
  }

  async #restore(): Promise<void> {
    this.say('epoch changes', 'restore');
    await this.server.db.query('select public.rotate_epoch($1)', [this.#companies[0]]);
  }

  async #expel(): Promise<void> {
    const device = this.chance.pick(this.devices.slice(1));
    if (this.#lost.has(device)) return;
    this.say(`${device.name} is no longer a member`, 'expel');
    this.#lost.add(device);
    await this.server.expel(device.companyId, device.userId);
  }

  /** The faults end, every device comes back, and the world turns until nothing moves. */
  async #heal(): Promise<void> {
    this.say('--- heal');
    this.#hasFaults = false;
    this.stage.stopChance = 0;
    for (const ghost of this.#ghosts.splice(0)) await this.#execute(ghost, 'late copy').catch(() => undefined);
    await this.#drain();
    for (const device of this.devices) {
      device.isOffline = false;
      for (const leader of [...device.leaders]) await device.resign(leader);
    }
    await this.#drain();
    for (const companyId of this.#companies) {
      for (const device of this.devices) {
        for (const leader of [...device.leaders]) await device.resign(leader);
        await this.#drain();
        if (!device.base(companyId)) continue;
        device.companyId = companyId;
        await device.lead();
      }
      let last = '';
      for (let round = 0; round < 12; round += 1) {
        await this.#drain();
        const now = await this.#fingerprint();
        if (now === last) break;
        last = now;
        for (const device of this.devices) await device.poke('person');
      }
      const visited = this.devices.filter((device) => device.companyId === companyId && !this.#lost.has(device));
      this.ledger.problems.push(...(await converged(this.server, visited, companyId)));
    }
  }

  /** What the devices know: equal twice in a row means that nothing moves any more. */
  async #fingerprint(): Promise<string> {
    const states = await Promise.all(
      this.devices.map(async ({ device }) => [await device.sync_state.toArray(), await device.outbox.toArray()]),
    );
    return JSON.stringify(states.map(([states, rows]) => [states?.map((each) => 'cursors' in each && each.cursors), rows]));
  }

  async #drain(): Promise<void> {
    for (let turn = 0; turn < 2000; turn += 1) {
      const actor = this.stage.actors.find(
        (each) => this.stage.canPass(each) || ['request', 'response'].includes(each.waiting?.kind ?? ''),
      );
      if (!actor) return;
      await this.#pass(actor);
    }
    this.ledger.problems.push('stuck: the engines never come to rest');
  }

  async #judge(): Promise<void> {
    this.say(this.stage.describe());
    const open = [];
    for (const device of this.devices) {
      const waiting = await device.device.outbox.toArray();
      if (waiting.length > 0)
        this.ledger.problems.push(
          `stuck: ${device.name} still has ${waiting.length} unsynced: ${waiting.map((row) => `${this.name(row.id)} ${row.op} ${row.last_error ?? ''}`).join(', ')}`,
        );
      for (const issue of await device.device.issues.toArray()) open.push({ device: device.name, issue });
    }
    this.stats['issues'] = open.length;
    this.ledger.check(open);
  }

  async close(): Promise<void> {
    for (const device of this.devices) {
      device.crash();
      await device.close();
    }
  }
}
