import type { CommandContext } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { listStoredIds, readStored } from '#data/core/stored.ts';
import type { DraftPlace } from '#data/drafts/draft-shelf.ts';
import type { DraftReceipt } from '#data/drafts/form-drafts.ts';
import { expenseDrafts } from '#data/expenses/expense-drafts.ts';
import { createExpense } from '#data/expenses/expenses.commands.ts';
import { saveExpense } from '#data/expenses/save-expense.ts';
import { adoptStrays, isTakenIn, prepareKept, receiptsKeptFor, takeInFile } from '#data/receipts/draft-receipts.ts';
import { fileIdOf, originalId } from '#data/device/waiting-receipt.ts';
import { sha256Hex } from '#data/receipts/prepare-receipt.ts';
import { attachToExpense, removeReceipt } from '#data/receipts/receipt-commands.ts';
import { uploadIssueId } from '#data/receipts/receipt-store.ts';
import { uploadRound } from '#data/receipts/upload-round.ts';
import { createRounds } from '#data/sync/rounds.ts';
import { systemClock } from '#platform/clock/clock.ts';
import { createLog } from '#platform/log/log.ts';
import { takeSharedFiles } from '#platform/pwa/share-inbox.ts';
import { receiveShared } from '#sw/share-target.ts';
import { type MemoryBucket, memoryBucket } from '#tests/support/memory-bucket.ts';
import { ACTIONS, type Action, halved, LIFE_OF_A_RECEIPT, VALUES } from './receipt-acts.ts';
import { beginLife, bytesHere, Life, openDisk } from './receipt-life.ts';
import { type Chance, seeded } from './seeded.ts';
import type { Server } from './server.ts';

type Form = { readonly place: DraftPlace; receipts: DraftReceipt[] };

/** A device with its person, a colleague, the server and its bucket. `problems` names what went wrong. */
export class Story {
  readonly problems: string[] = [];
  readonly trace: string[] = [];
  /** Hash → what it is called in the trace; picked or shared, and not given up by anybody. */
  readonly #alive = new Map<string, string>();
  readonly #colleague = { mayDelete: true };
  /** Paths of what a person removed. */
  readonly #givenUp = new Set<string>();
  #life = new Life();
  #db!: CompanyDatabase;
  #form: Form | null = null;
  #time = Date.UTC(2026, 0, 31, 9);
  #serial = 0;
  #isFaulty = false;
  #bucket!: MemoryBucket;
  #disk!: CompanyDatabase;
  #server: Server;
  #chance: Chance;
  #ctx!: CommandContext;

  constructor(server: Server, chance: Chance) {
    this.#server = server;
    this.#chance = chance;
  }

  static async begin(server: Server, seed: number, isFaulty = true): Promise<Story> {
    const story = new Story(server, seeded(seed));
    const prefix = `${(seed >>> 0).toString(16).padStart(8, '0')}-${(++runs).toString(16).padStart(4, '0')}`;
    let ids = 0;
    const newId = () => `${prefix}-7000-8000-${(++ids).toString(16).padStart(12, '0')}`;
    const [userId, companyId] = [newId(), newId()];
    await server.addUser(userId);
    await server.createCompany(userId, companyId);
    const clock = { ...systemClock, now: () => new Date(story.#time), nowMs: () => story.#time };
    story.#disk = await openDisk({ userId, companyId, clock, newId });
    story.#bucket = memoryBucket(async (id) => (await server.db.query('select from public.files where id = $1', [id])).rows.length > 0);
    story.#bucket.way = () => story.#onTheWay();
    const access = { userId, isOwner: true, isAdmin: true, keys: new Set<never>() };
    story.#ctx = { companyId, userId, access, timezone: 'UTC', now: clock.now, today: () => '2026-01-31', newId };
    await story.#live();
    await story.#sync();
    story.#isFaulty = isFaulty;
    return story;
  }

  async step(): Promise<void> {
    this.#time += this.#chance.within(40_000);
    const x = this.#chance();
    const action = ACTIONS.find(([limit]) => x < limit)?.[1] ?? 'sync';
    if (this.#chance() < 0.4) this.#life.endsAfter(this.#chance.within(14));
    await this.#attempt(action);
    await this.#check(action);
  }

  /** One life from taking in to removal; whether the browser died after so many steps of it. */
  async diesAfter(steps: number): Promise<boolean> {
    this.#life.endsAfter(steps);
    for (const action of LIFE_OF_A_RECEIPT) {
      const how = await Promise.race([this[action](), this.#life.died]);
      this.trace.push(`${action} ${how ?? 'done'}`);
      if (how === 'died') {
        await this.#live();
        await this.#check(action);
        return true;
      }
      await this.#check(action);
    }
    this.#life.endsAfter(Infinity);
    return false;
  }

  async #attempt(action: Action): Promise<void> {
    const done = this[action]().then(
      () => 'done',
      (error: unknown) => `failed: ${String(error)}`,
    );
    const how = await Promise.race([done, this.#life.died]);
    this.trace.push(`${action} ${how}`);
    if (how === 'died') return this.#live();
    this.#life.endsAfter(Infinity);
  }

  async #live(): Promise<void> {
    this.#life = new Life();
    this.#form = null;
    this.#db = await beginLife(this.#disk, this.#life);
  }

  async open(): Promise<void> {
    if (this.#form) return;
    const claimed = await expenseDrafts.claimNew(this.#db, this.#ctx);
    const place = { kind: 'new', recordId: claimed?.recordId ?? this.#ctx.newId() } as const;
    await takeSharedFiles(async ({ id, file }) => {
      if (!(await isTakenIn(this.#db, id))) await takeInFile(this.#db, place, { id, file });
      await this.#life.pass();
      return true;
    });
    await adoptStrays(this.#db, place);
    const form: Form = { place, receipts: [] };
    for (const { id } of await receiptsKeptFor(this.#db, place)) await this.#prepare(form, id);
    this.#form = form;
  }

  async #prepare(form: Form, id: string): Promise<void> {
    const made = await prepareKept(this.#db, form.place, id, halved);
    if (made) form.receipts.push(made);
  }

  async pick(): Promise<void> {
    await this.open();
    const form = this.#form;
    if (!form) return;
    const { file, hash, name } = await this.#newFile();
    const id = this.#ctx.newId();
    await takeInFile(this.#db, form.place, { id, file });
    this.#alive.set(hash, name);
    await this.#prepare(form, id);
    await this.keep();
  }

  /** A person removes one of their receipts for good. */
  async giveUp(): Promise<void> {
    const ids = await listStoredIds(this.#db, 'files', '', 100);
    const [file] = (await readStored(this.#db, 'files', ids)).values();
    if (!file) return;
    this.#alive.delete(file.original_sha256 ?? file.sha256);
    for (const path of [file.path, file.original_path]) if (path !== null) this.#givenUp.add(path);
    await removeReceipt(this.#db, this.#ctx, file.id);
  }

  async share(): Promise<void> {
    const { file, hash, name } = await this.#newFile();
    const body = new FormData();
    body.append('receipts', file);
    await receiveShared(new Request('https://kontor.example/share-target', { method: 'POST', body }));
    this.#alive.set(hash, name);
  }

  async keep(): Promise<void> {
    if (this.#form) await expenseDrafts.keep(this.#db, this.#form.place, { before: VALUES, values: VALUES });
  }

  async save(): Promise<void> {
    const form = this.#form;
    if (!form) return;
    void expenseDrafts.beginSaving(this.#db, form.place).catch(() => undefined); // as the form does
    await saveExpense(this.#db, { ...form.place, before: VALUES, values: VALUES, receipts: form.receipts }, this.#ctx);
    await expenseDrafts.discard(this.#db, form.place);
    this.#form = null;
  }

  async sync(): Promise<void> {
    await this.#sync();
  }

  async #sync(): Promise<void> {
    const { companyId } = this.#ctx;
    const through = async <T>(call: () => Promise<T>): Promise<T> => {
      await this.#onTheWay();
      const answer = await call();
      await this.#onTheWay();
      return answer;
    };
    const transport = {
      pull: (_: string, state: never, limit: number) => through(() => this.#server.pull(this.#ctx.userId, companyId, state, limit)),
      push: (_: string, changes: never) => through(() => this.#server.push(this.#ctx.userId, companyId, changes)),
    };
    const limits = { push: 4, pull: 50, chunk: 10 };
    const context = {
      db: this.#db,
      signal: new AbortController().signal,
      transport,
      limits,
      pace: { changes: 4, rows: 50 },
      asides: new Map(),
      random: () => 0,
    };
    await createRounds(context, async () => undefined).run();
  }

  async upload(): Promise<void> {
    const { client, request } = this.#bucket;
    const parts = {
      db: this.#db,
      client: async () => client,
      request,
      clock: this.#db.clock,
      random: () => 0,
      log: createLog(() => undefined),
      isOnline: () => true,
      isMetered: () => false,
    };
    await uploadRound(parts, () => false, true);
  }

  /** Whoever deletes what is complete on the server gives it up; bytes that are still here are the other person's. */
  async remove(): Promise<void> {
    if (!this.#colleague.mayDelete) return;
    const table = this.#chance() < 0.6 ? 'expenses' : 'files';
    const { rows } = await this.#server.db.query(`select id from public.${table} where company_id = $1 order by id`, [this.#ctx.companyId]);
    if (rows.length === 0) return;
    const id = String(this.#chance.pick(rows)['id']);
    const column = table === 'files' ? 'id' : 'expense_id';
    const files = await this.#server.db.query(
      `select id, coalesce(original_sha256, sha256) as sha256, coalesce(original_path, path) as path, original_path is not null as is_photo from public.files where ${column} = $1`,
      [id],
    );
    for (const file of files.rows) {
      const id = String(file['id']);
      const isHere = await this.#disk.device.receipts.get(file['is_photo'] === true ? originalId(id) : id);
      if (!isHere && this.#bucket.objects.has(String(file['path']))) this.#alive.delete(String(file['sha256']));
    }
    await this.#server.db.query(`delete from public.${table} where id = $1`, [id]);
    this.trace.push(`a colleague deletes ${table} with ${files.rows.length} receipts`);
  }

  /** A person gives what is asked about to a new expense. */
  async answer(): Promise<void> {
    const { device, companyId } = this.#db;
    const waiting = await device.receipts.where({ company_id: companyId }).toArray();
    for (const { id, state } of waiting) {
      const isAsked = state === 'refused' || (await device.issues.where({ key: `files:${fileIdOf(id)}` }).count()) > 0;
      if (!isAsked || !(await device.receipts.get(id))) continue; // an original goes with its picture
      const { paid_on: _, ...rest } = VALUES;
      const input = { ...rest, paid_on: null, tax_amount: 3.8 };
      const expense = await createExpense(this.#db, { input }, this.#ctx);
      await attachToExpense(this.#db, this.#ctx, { fileId: id, expenseId: expense.id }, halved);
    }
    // What was refused without bytes waiting here (an expense edited and deleted there) is let go.
    for (const issue of await device.issues.toArray())
      if (issue.id !== uploadIssueId(issue.doc_id) && !(await device.receipts.get(issue.doc_id))) await device.issues.delete(issue.id);
  }

  async heal(): Promise<void> {
    this.#isFaulty = false;
    this.#colleague.mayDelete = false;
    for (let round = 0; round < 8; round += 1) {
      this.#time += 120_000;
      for (const action of ['open', 'save', 'sync', 'upload', 'answer', 'sync', 'upload'] as const) await this.#attempt(action);
    }
    await this.#check('the end');
    const { device } = this.#disk;
    for (const path of this.#givenUp) {
      const { rows } = await this.#server.db.query('select from public.files where path = $1 or original_path = $1', [path]);
      if (rows.length === 0 && this.#bucket.objects.has(path)) this.problems.push(`the object ${path} outlived its removal`);
    }
    const left = [await device.receipts.count(), await device.outbox.count(), (await device.drafts.toArray()).length];
    if (left.some((count) => count > 0)) this.problems.push(`left on the device: ${left.join(', ')} receipts, changes, drafts`);
    for (const [hash, name] of this.#alive) {
      const sql =
        'select path, sha256, original_path, original_sha256 from public.files where company_id = $1 and coalesce(original_sha256, sha256) = $2';
      const { rows } = await this.#server.db.query(sql, [this.#ctx.companyId, hash]);
      if (rows.length !== 1) this.problems.push(`${name} is ${rows.length} times on the server`);
      for (const { path, sha256, original_path: place, original_sha256: whole } of rows) {
        if (!(await this.#isStored(path, sha256))) this.problems.push(`what shows ${name} is not what is stored`);
        if (place !== null && !(await this.#isStored(place, whole))) this.problems.push(`the original of ${name} is not what is stored`);
      }
    }
  }

  async #isStored(path: unknown, sha256: unknown): Promise<boolean> {
    const stored = this.#bucket.objects.get(String(path));
    return stored !== undefined && (await sha256Hex(await stored.arrayBuffer())) === sha256;
  }

  /** The law, at any time: on the device or on the server, with equal bytes. */
  async #check(after: string): Promise<void> {
    const here = await this.#hashes();
    for (const [hash, name] of this.#alive) {
      if (here.has(hash)) continue;
      this.problems.push(`${name} is nowhere after ${after}`);
      this.#alive.delete(hash);
    }
  }

  async #hashes(): Promise<Set<string>> {
    const blobs = await bytesHere(this.#disk.device);
    const sql = 'select coalesce(original_path, path) as path from public.files where company_id = $1';
    const { rows } = await this.#server.db.query(sql, [this.#ctx.companyId]);
    for (const { path } of rows) blobs.push(this.#bucket.objects.get(String(path)) ?? new Blob());
    return new Set(await Promise.all(blobs.map(async (blob) => sha256Hex(await blob.arrayBuffer()))));
  }

  async #newFile() {
    const isPhoto = (this.#serial += 1) % 2 === 0;
    const name = `r${this.#serial}.${isPhoto ? 'jpg' : 'pdf'}`;
    const content = isPhoto ? [new Uint8Array([0xff, 0xd8, 0xff]), name, '.'.repeat(20)] : [`%PDF-1.7 ${name}`];
    const file = new File(content, name, { type: isPhoto ? 'image/jpeg' : 'application/pdf' });
    return { file, name, hash: await sha256Hex(await file.arrayBuffer()) };
  }

  async #onTheWay(): Promise<void> {
    await this.#life.pass();
    if (this.#isFaulty && this.#chance() < 0.12) throw new TypeError('Failed to fetch');
  }

  async end(): Promise<void> {
    await this.#disk.rx.close();
    this.#disk.device.close();
    this.#db.device.close();
  }
}

let runs = 0;
