import type { SyncIssue } from '#data/device/issue.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';

type Fields = Record<string, unknown>;
export const TRACKED: Readonly<Record<string, readonly string[]>> = {
  vendors: ['name', 'notes', 'phone', 'city', 'street'],
  expenses: ['description', 'amount', 'tax_amount', 'vendor_id'],
  files: ['name', 'confidential'],
};

type Edit = {
  readonly device: string;
  at: number;
  readonly doc: string;
  readonly field: string;
  readonly value: string;
  readonly from: Set<string>;
  isDone: boolean;
};
/** `at`: when it was finished; one that was never finished may have happened at any time. */
type Whole = { readonly device: string; at: number; readonly doc: string; isDone: boolean };

const text = (value: unknown) => JSON.stringify(value ?? null);

/** Writes down what every person did and what the server accepted, and says afterwards whether anything was lost, doubled or overwritten unseen. */
export class Ledger {
  readonly #edits = new Map<string, Edit>();
  readonly #inserts: Whole[] = [];
  readonly #deletes: Whole[] = [];
  readonly #accepted = new Set<string>();
  readonly #created = new Set<string>();
  readonly #deleted = new Set<string>();
  readonly #mutations = new Map<string, number>();
  /** Issues that a person closed, by device. */
  readonly closed: { device: string; issue: SyncIssue }[] = [];
  readonly problems: string[] = [];
  #clock = 0;

  /** A person is about to change `before` into `after`; call the answer when the write has resolved. */
  intent(device: string, doc: string, collection: string, before: SyncedRecord | null, after: SyncedRecord | null): () => void {
    const at = ++this.#clock;
    const done: { isDone: boolean; at: number }[] = [];
    if (after === null) done.push(push(this.#deletes, { device, at: Infinity, doc, isDone: false }));
    else if (before === null) done.push(push(this.#inserts, { device, at: Infinity, doc, isDone: false }));
    for (const field of after ? (TRACKED[collection] ?? []) : []) {
      const [from, value] = [text((before as Fields | null)?.[field]), text((after as unknown as Fields)[field])];
      if (before !== null && from === value) continue;
      const key = `${device} ${doc} ${field} ${value}`;
      const edit = this.#edits.get(key) ?? { device, at, doc, field, value, from: new Set<string>(), isDone: false };
      edit.from.add(from);
      this.#edits.set(key, edit);
      done.push(edit);
    }
    return () => {
      const finished = ++this.#clock;
      for (const each of done) Object.assign(each, { isDone: true, at: finished });
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
    const times = (this.#mutations.get(mutation) ?? 0) + 1;
    this.#mutations.set(mutation, times);
    if (times > 1) this.problems.push(`doubled: ${doc} changed ${times} times by one mutation`);
    if (after === null) this.#deleted.add(doc);
    if (after !== null && before === null) this.#created.add(doc);
    for (const field of after ? (TRACKED[collection] ?? []) : []) {
      const [was, is] = [text((before as Fields | null)?.[field]), text((after as unknown as Fields)[field])];
      if (before !== null && was !== is && !this.#leadsTo(device, doc, field, is, was)) {
        this.problems.push(`overwritten unseen: ${doc}.${field} was ${was}, ${device} made it ${is} without having seen that`);
      }
      this.#accepted.add(`${doc} ${field} ${is}`);
    }
  }

  /** Something other than a device changed the server. */
  serverChanged(doc: string, collection: string, after: SyncedRecord | null): void {
    if (after === null) this.#deleted.add(doc);
    for (const field of after ? (TRACKED[collection] ?? []) : [])
      this.#accepted.add(`${doc} ${field} ${text((after as unknown as Fields)[field])}`);
  }

  /** Whether the person saw `seen` (or an own edit that saw it) when they typed `value`. */
  #leadsTo(device: string, doc: string, field: string, value: string, seen: string, tried = new Set<string>()): boolean {
    if (tried.has(value)) return false;
    tried.add(value);
    const from = this.#edits.get(`${device} ${doc} ${field} ${value}`)?.from ?? new Set<string>();
    return from.has(seen) || [...from].some((each) => this.#leadsTo(device, doc, field, each, seen, tried));
  }

  /** Every finished act must have arrived, have been replaced by its own author, or stand as an open question. */
  check(issues: readonly { device: string; issue: SyncIssue }[]): void {
    const asked = [...issues, ...this.closed];
    const isAsked = (device: string, doc: string) => asked.filter((each) => each.device === device && each.issue.doc_id === doc);
    const later = (list: readonly Whole[], device: string, doc: string, at: number) =>
      list.some((each) => each.device === device && each.doc === doc && each.at > at);
    for (const { device, at, doc, field, value, isDone } of this.#edits.values()) {
      const isReplaced = [...this.#edits.values()].some(
        (e) => e.device === device && e.doc === doc && e.field === field && e.from.has(value),
      );
      const isInIssue = isAsked(device, doc).some(({ issue }) => text((issue.mine as Fields | null)?.[field]) === value);
      const isFine =
        !isDone || this.#accepted.has(`${doc} ${field} ${value}`) || isReplaced || isInIssue || later(this.#deletes, device, doc, at);
      if (!isFine) this.problems.push(`lost edit: ${device} set ${doc}.${field} to ${value}`);
    }
    for (const { device, at, doc, isDone } of this.#inserts) {
      const isFine = !isDone || this.#created.has(doc) || isAsked(device, doc).length > 0 || later(this.#deletes, device, doc, at);
      if (!isFine) this.problems.push(`lost record: ${device} made ${doc}`);
    }
    for (const { device, at, doc, isDone } of this.#deletes) {
      const isFine =
        !isDone ||
        this.#deleted.has(doc) ||
        !this.#created.has(doc) ||
        isAsked(device, doc).length > 0 ||
        later(this.#inserts, device, doc, at);
      if (!isFine) this.problems.push(`lost delete: ${device} deleted ${doc}`);
    }
  }
}

function push<T>(list: T[], entry: T): T {
  list.push(entry);
  return entry;
}
