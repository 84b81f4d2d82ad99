import * as z from 'zod/mini';
import { type AccountService, callRpc } from '#data/account-settings/account-call.ts';
import type { LedgerCheck } from '#data/changes/sync-state.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { sha256Hex } from '#data/receipts/prepare-receipt.ts';
import { patchState, readState } from '#data/sync/sync-store.ts';
import {
  firstFault,
  ledgerEntrySchema,
  type LedgerFault,
  ledgerFaultSchema,
  type LedgerPlace,
  ORIGIN,
  type Sha256,
} from '#domain/ledger/ledger-entry.ts';

const PAGE = 2000;

const headSchema = z.object({ seq: z.int(), sha256: z.string(), at: z.string() });
const answerSchema = z.object({ checked: z.int(), done: z.boolean(), head: z.nullable(headSchema), fault: z.nullable(ledgerFaultSchema) });

const sha256: Sha256 = (text) => sha256Hex(new TextEncoder().encode(text).buffer);

type Progress = (share: number) => void;

/** The server looks at every entry and at the records as they are now. */
async function askServer(service: AccountService, companyId: string, onProgress: Progress): Promise<z.infer<typeof answerSchema>> {
  for (let after = 0; ;) {
    const args = { p_company: companyId, p_after: after };
    const answer = z.parse(answerSchema, await callRpc(service, 'verify_ledger', args));
    if (answer.fault || answer.done) return answer;
    after = answer.checked;
    onProgress(after / (answer.head?.seq ?? after));
  }
}

/** This device computes the hashes of what it has not computed yet, from where it was the last time. */
async function compute(
  service: AccountService,
  companyId: string,
  { from, end, onProgress }: { from: LedgerPlace; end: number; onProgress: Progress },
): Promise<{ place: LedgerPlace; fault: LedgerFault | null }> {
  for (let place = from; ;) {
    const args = { p_company: companyId, p_after: place.seq, p_limit: PAGE };
    const entries = z.parse(z.array(ledgerEntrySchema), await callRpc(service, 'ledger_page', args));
    const fault = await firstFault(companyId, place, entries, sha256);
    place = entries.at(-1) ?? place;
    if (fault || entries.length < PAGE) return { place, fault };
    onProgress((place.seq - from.seq) / Math.max(1, end - from.seq));
  }
}

/** Of two faults the one that comes first; what has no entry comes last. */
const earlier = (one: LedgerFault | null, other: LedgerFault | null): LedgerFault | null =>
  one && other ? ((one.seq ?? Infinity) <= (other.seq ?? Infinity) ? one : other) : (one ?? other);

/**
 * Checks the whole ledger: the server its entries and records, this device the chain by itself. Remembers the outcome, and how far the device
 * computed. AppErrors of a call. `onProgress` is told shares of 1.
 */
export async function checkLedger(service: AccountService, db: CompanyDatabase, onProgress: Progress): Promise<LedgerCheck> {
  const { companyId } = db;
  const { ledger_check: before } = await readState(db);
  const server = await askServer(service, companyId, (share) => onProgress(share * 0.6));
  onProgress(0.6);
  const from = before?.place ?? ORIGIN;
  const own = await compute(service, companyId, {
    from,
    end: server.head?.seq ?? 0,
    onProgress: (share) => onProgress(0.6 + share * 0.4),
  });
  const fault = earlier(server.fault, own.fault);
  const check: LedgerCheck = {
    at: db.clock.now().toISOString(),
    entries: server.head?.seq ?? 0,
    fault,
    // Next time from the beginning, where anything was wrong.
    place: fault ? ORIGIN : own.place,
  };
  await patchState(db, { ledger_check: check });
  return check;
}
