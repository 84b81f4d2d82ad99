import type { SyncState } from '#data/changes/sync-state.ts';
import type { PullAnswer } from './transport.ts';

/**
 * What a device remembers of the ledger after an answer that was asked with its state (SYNC-43): the new end, and an alarm where that does not
 * continue what the device had seen. The first alarm stays until a person has taken note of it.
 */
export function witnessed(state: Pick<SyncState, 'ledger' | 'ledger_alarm'>, answer: PullAnswer, now: () => Date): Partial<SyncState> {
  if (answer.ledger === undefined) return {};
  const { ledger: seen = null, ledger_alarm: alarm = null } = state;
  const head = answer.ledger && { seq: answer.ledger.seq, sha256: answer.ledger.sha256, at: answer.ledger.at };
  if (!seen || answer.ledger?.known === seen.sha256) return { ledger: head };
  const kind = answer.why === 'restored' ? 'restored' : 'changed';
  return { ledger: head, ledger_alarm: alarm ?? { kind, seen, now: head, noticed_at: now().toISOString() } };
}
