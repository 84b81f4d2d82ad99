import { liveQuery } from 'dexie';
import { useCallback, useState } from 'react';
import { from } from 'rxjs';
import { useCompany } from '#data/core/company-context.ts';
import { useObservable } from '#data/core/use-observable.ts';
import { session } from '#data/session/session.ts';
import { checkLedger } from './check-ledger.ts';
import { noteLedgerAlarm } from './ledger.commands.ts';

/** What this device knows of the company's ledger: its end, the last check made here, and an alarm; undefined until it is read. */
export function useLedger() {
  const { db } = useCompany();
  const { value } = useObservable(() => from(liveQuery(() => db.device.sync_state.get(db.companyId))), [db]);
  return value && { head: value.ledger ?? null, check: value.ledger_check ?? null, alarm: value.ledger_alarm ?? null };
}

/** Checks the ledger, and how much of that is done (a share of 1; null while none is under way). */
export function useLedgerCheck() {
  const { db } = useCompany();
  const [share, setShare] = useState<number | null>(null);
  const check = useCallback(async () => {
    setShare(0);
    try {
      return await checkLedger(session, db, setShare);
    } finally {
      setShare(null);
    }
  }, [db]);
  return { check, share };
}

/** Takes note of the alarm. */
export function useNoteLedgerAlarm() {
  const { db } = useCompany();
  return useCallback(() => noteLedgerAlarm(db), [db]);
}
