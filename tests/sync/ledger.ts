import type { SyncIssue } from '#data/changes/issue.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';

type Fields = Record<string, unknown>;
export const TRACKED: Readonly<Record<string, readonly string[]>> = {
  vendors: ['name', 'notes', 'phone', 'city', 'street'],
  expenses: ['description', 'amount', 'tax_amount', 'vendor_id', 'status'],
  files: ['name', 'confidential'],
  payments: ['amount', 'payment_date'],
};

/** What the server draws from other records: a payment or a correction that came with it changes it too. */
const FOLLOWS: ReadonlySet<string> = new Set(['rev', 'updated_at', 'tax_shares', 'corrections', 'paid_total', 'payment_status']);

type Edit = {
  readonly device: string;
  at: number;
  /** When the last one that was finished was begun. */
  begun: number;
  readonly doc: string;
  readonly field: string;
  readonly value: string;
  readonly from: Set<string>;
  isDone: boolean;
};
/** `at`: when it was finished; one that was never finished may have happened at any time. */
type Whole = { readonly device: string; at: number; begun: number; readonly doc: string; isDone: boolean };

/** What a decision about an expense is bound to. */
const DECIDED_ON = ['amount', 'currency', 'tax_rate', 'tax_amount', 'vendor_id', 'status', 'rejection_reason'] as const;
/** What the server had taken at some moment. */
type Taken = {
  readonly accepted: Set<string>;
  readonly created: Set<string>;
  readonly deleted: Set<string>;
  readonly mutations: Map<string, number>;
};

const text = (value: unknown) => JSON.stringify(value ?? null);

/** Writes down what every person did and what the server accepted, and says afterwards whether anything was lost, doubled or overwritten unseen. */
export class Ledger {
  readonly #edits = new Map<string, Edit>();
  readonly #inserts: Whole[] = [];
  readonly #deletes: Whole[] = [];
  #taken: Taken = { accepted: new Set(), created: new Set(), deleted: new Set(), mutations: new Map() };
  /** What an older server no longer knows: an edit's key, and whether something else took its place before that. */
  readonly #lost = new Map<string, boolean>();
  /** When an older server forgot that a record was deleted, or made it again for a request on the way that it forgot: no device remembers what it deleted. */
  readonly #undeleted = new Map<string, number>();
  readonly #forgotten = new Set<string>();
  /** When the server last took a record as a new one, by device and record. */
  readonly #takenAsNew = new Map<string, number>();
  readonly #newest = new Map<string, string>();
  readonly #acts: { readonly device: string; readonly doc: string; readonly after: SyncedRecord }[] = [];
  /** Issues that a person closed, by device. */
  readonly closed: { device: string; issue: SyncIssue }[] = [];
  readonly problems: string[] = [];
  #clock = 0;

  /** A person is about to change `before` into `after`; call the answer when the write has resolved. */
  intent(device: string, doc: string, collection: string, before: SyncedRecord | null, after: SyncedRecord | null): () => void {
    const at = ++this.#clock;
    const done: { isDone: boolean; at: number }[] = [];
    if (after === null) done.push(push(this.#deletes, { device, at: Infinity, begun: at, doc, isDone: false }));
    else if (before === null) done.push(push(this.#inserts, { device, at: Infinity, begun: at, doc, isDone: false }));
    for (const field of after ? (TRACKED[collection] ?? []) : []) {
      const [from, value] = [text((before as Fields | null)?.[field]), text((after as unknown as Fields)[field])];
      if (before !== null && from === value) continue;
      const key = `${device} ${doc} ${field} ${value}`;
      const edit = this.#edits.get(key) ?? { device, at, begun: at, doc, field, value, from: new Set<string>(), isDone: false };
      edit.from.add(from);
      this.#edits.set(key, edit);
      done.push(edit);
    }
    return () => {
      const finished = ++this.#clock;
      for (const each of done) Object.assign(each, { isDone: true, at: finished, begun: at });
    };
  }

  /** The server executed a mutation of `device`. */
  applied(
    device: string,
    doc: string,
    collection: string,
    mutation: string,
    before: SyncedRecord | null,
    after: SyncedRecord | null,
  ): void {
    if ((before?.rev ?? null) === (after?.rev ?? null)) return;
    const times = (this.#taken.mutations.get(mutation) ?? 0) + 1;
    this.#taken.mutations.set(mutation, times);
    if (times > 1 && isChangedItself(before, after)) this.problems.push(`doubled: ${doc} changed ${times} times by one mutation`);
    if (after === null) this.#taken.deleted.add(doc);
    if (after !== null && before === null) {
      this.#taken.created.add(doc);
      this.#takenAsNew.set(`${device} ${doc}`, this.#clock);
    }
    if (before === null && this.#forgotten.has(mutation)) this.#undeleted.set(doc, this.#clock);
    if (collection === 'expenses' && before && after) this.#checkDecision(device, doc, before, after);
    for (const field of after ? (TRACKED[collection] ?? []) : []) {
      const [was, is] = [text((before as Fields | null)?.[field]), text((after as unknown as Fields)[field])];
      if (before !== null && was !== is && !this.#leadsTo(device, doc, field, is, was)) {
        this.problems.push(`overwritten unseen: ${doc}.${field} was ${was}, ${device} made it ${is} without having seen that`);
      }
      this.#accept(doc, field, is);
    }
  }

  #accept(doc: string, field: string, value: string): void {
    this.#taken.accepted.add(`${doc} ${field} ${value}`);
    this.#newest.set(`${doc} ${field}`, value);
  }

  /** A person left the record as `after`, with all of it before their eyes. */
  act(device: string, doc: string, after: SyncedRecord): void {
    this.#acts.push({ device, doc, after: structuredClone(after) });
  }

  /** A decision and what it is about arrive together as one person has left them, or not at all. */
  #checkDecision(device: string, doc: string, before: SyncedRecord, after: SyncedRecord): void {
    const valuesOf = (record: SyncedRecord) => DECIDED_ON.map((field) => text((record as unknown as Fields)[field])).join(' ');
    const { status } = after as unknown as Fields;
    const isDecided = status !== 'pending' || (before as unknown as Fields)['status'] !== 'pending';
    if (!isDecided || valuesOf(before) === valuesOf(after)) return;
    const isSeen = this.#acts.some((act) => act.device === device && act.doc === doc && valuesOf(act.after) === valuesOf(after));
    if (!isSeen) this.problems.push(`decided unseen: ${device} left ${doc} as ${valuesOf(after)} without having seen all of that`);
  }

  /** What the server has taken by now, for a backup of it. */
  mark(): Taken {
    const { accepted, created, deleted, mutations } = this.#taken;
    return { accepted: new Set(accepted), created: new Set(created), deleted: new Set(deleted), mutations: new Map(mutations) };
  }

  /** The server is put back to a backup: what it took since then it no longer knows. */
  rewind(to: Taken): void {
    for (const key of this.#taken.accepted) {
      const [doc = '', field = '', value = ''] = key.split(/ (.*?) (.*)/s);
      if (!to.accepted.has(key)) this.#lost.set(key, this.#newest.get(`${doc} ${field}`) !== value || this.#taken.deleted.has(doc));
    }
    for (const mutation of this.#taken.mutations.keys()) if (!to.mutations.has(mutation)) this.#forgotten.add(mutation);
    for (const doc of this.#taken.deleted) if (!to.deleted.has(doc)) this.#undeleted.set(doc, this.#clock);
    for (const doc of this.#taken.created) if (!to.created.has(doc)) this.#lost.set(doc, this.#taken.deleted.has(doc));
    this.#taken = {
      accepted: new Set(to.accepted),
      created: new Set(to.created),
      deleted: new Set(to.deleted),
      mutations: new Map(to.mutations),
    };
  }

  /** Something other than a device changed the server. */
  serverChanged(doc: string, collection: string, after: SyncedRecord | null): void {
    if (after === null) this.#taken.deleted.add(doc);
    for (const field of after ? (TRACKED[collection] ?? []) : []) this.#accept(doc, field, text((after as unknown as Fields)[field]));
  }

  /** Whether the person saw `seen` (or an own edit that saw it) when they typed `value`. */
  #leadsTo(device: string, doc: string, field: string, value: string, seen: string, tried = new Set<string>()): boolean {
    if (tried.has(value)) return false;
    tried.add(value);
    const from = this.#edits.get(`${device} ${doc} ${field} ${value}`)?.from ?? new Set<string>();
    return from.has(seen) || [...from].some((each) => this.#leadsTo(device, doc, field, each, seen, tried));
  }

  /** Every finished act must have arrived, have been replaced by its own author, or stand as an open question. */
  check(issues: readonly { device: string; issue: SyncIssue }[], isHere: (device: string, doc: string) => boolean): void {
    const asked = [...issues, ...this.closed];
    const isAsked = (device: string, doc: string) => asked.filter((each) => each.device === device && each.issue.doc_id === doc);
    /** What an older server has lost is offered by whatever device still has it. */
    const isOffered = (doc: string, field: string, value: string) =>
      asked.some(({ issue }) => issue.doc_id === doc && text((issue.mine as Fields | null)?.[field]) === value);
    const later = (list: readonly Whole[], device: string, doc: string, at: number) =>
      list.some((each) => each.device === device && each.doc === doc && each.at > at);
    for (const { device, begun, doc, field, value, isDone } of this.#edits.values()) {
      const isReplaced = [...this.#edits.values()].some(
        (e) => e.device === device && e.doc === doc && e.field === field && e.from.has(value),
      );
      const isInIssue = isAsked(device, doc).some(({ issue }) => text((issue.mine as Fields | null)?.[field]) === value);
      const key = `${doc} ${field} ${value}`;
      const isFine =
        !isDone ||
        this.#taken.accepted.has(key) ||
        isReplaced ||
        isInIssue ||
        later(this.#deletes, device, doc, begun) || // also one that came in between, when a frozen tab held the edit up
        (this.#lost.has(key) && (this.#lost.get(key) === true || isOffered(doc, field, value)));
      if (!isFine) this.problems.push(`lost edit: ${device} set ${doc}.${field} to ${value}`);
    }
    for (const { device, begun, doc, isDone } of this.#inserts) {
      const isFine =
        !isDone ||
        this.#taken.created.has(doc) ||
        isAsked(device, doc).length > 0 ||
        later(this.#deletes, device, doc, begun) || // as above: what came in between deleted what was already there
        (this.#lost.has(doc) && (this.#lost.get(doc) === true || asked.some(({ issue }) => issue.doc_id === doc)));
      if (!isFine) this.problems.push(`lost record: ${device} made ${doc}`);
    }
    for (const { device, at, begun, doc, isDone } of this.#deletes) {
      const isFine =
        !isDone ||
        !isHere(device, doc) || // where its author may no longer see it, nobody could tell it from a deleted one
        this.#taken.deleted.has(doc) ||
        at <= (this.#undeleted.get(doc) ?? 0) ||
        this.#isSecondDelete(device, doc, begun) ||
        !this.#taken.created.has(doc) ||
        isAsked(device, doc).length > 0 ||
        later(this.#inserts, device, doc, at);
      if (!isFine) this.problems.push(`lost delete: ${device} deleted ${doc}`);
    }
  }

  /** It was deleted before, brought back and deleted once more without the server ever hearing of that: the first is what an older server forgot. */
  #isSecondDelete(device: string, doc: string, begun: number): boolean {
    const forgotten = this.#undeleted.get(doc);
    const mine = (list: readonly Whole[]) => list.filter((each) => each.device === device && each.doc === doc && each.begun < begun);
    const back = mine(this.#inserts).at(-1);
    return (
      forgotten !== undefined &&
      back !== undefined &&
      mine(this.#deletes).some((first) => first.begun < back.begun) &&
      (this.#takenAsNew.get(`${device} ${doc}`) ?? 0) < back.begun
    );
  }
}

const isChangedItself = (before: SyncedRecord | null, after: SyncedRecord | null): boolean =>
  !before ||
  !after ||
  Object.entries(after).some(([field, value]) => !FOLLOWS.has(field) && text((before as unknown as Fields)[field]) !== text(value));

function push<T>(list: T[], entry: T): T {
  list.push(entry);
  return entry;
}
