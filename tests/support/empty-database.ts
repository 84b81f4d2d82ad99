import type { Database } from '#local/db/port.ts';

const KEPT_APART = ['change_log', 'company_clocks', 'history_marks', 'applied_mutations'].map((table) => `private.${table}`);

/** Takes every company away with all that is hers, what is kept for good included: as the database's owner, past every trigger. */
export const withoutCompanies = (db: Database): Promise<void> =>
  db.transaction(async (query) => {
    await query('set local session_replication_role = replica');
    await query('truncate public.companies cascade');
    await query(`truncate public.ledger_entries, ${KEPT_APART.join(', ')}`);
  });
