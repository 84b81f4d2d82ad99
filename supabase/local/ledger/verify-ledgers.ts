import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import {
  firstFault,
  ledgerEntrySchema,
  type LedgerFault,
  ledgerFaultSchema,
  type LedgerPlace,
  ORIGIN,
} from '#domain/ledger/ledger-entry.ts';
import type { Query } from '#local/db/port.ts';
import { StartRefused } from '#local/data-dir.ts';

const PAGE = 5000;
const sha256 = async (text: string): Promise<string> => createHash('sha256').update(text).digest('hex');

/** What a person reads about a fault; the record's name and number stand before it. */
const SENTENCES: Readonly<Record<LedgerFault['fault'], string>> = {
  gap: 'entries before it are missing',
  chain: 'it does not hold the hash of the entry before it',
  entry: 'the entry is not what its hash was made of',
  differs: 'the record is no longer what was booked',
  missing: 'the record is gone',
  returned: 'the record was deleted, and is back',
  receipt: 'the bytes of a receipt are no longer those that were booked',
  unentered: 'it is booked, and no entry says so',
};

export function ledgerFaultSentence({ fault, seq, collection, label, record_id }: LedgerFault): string {
  const where = seq === null ? 'without an entry' : `entry ${seq}`;
  return `DIFFERS, ${where}: ${collection} ${label} (${record_id}): ${SENTENCES[fault]}`;
}

/** The chain as this program computes it, whatever the functions of the database say. */
async function checkedChain(query: Query, company: string): Promise<LedgerFault | LedgerPlace> {
  let place = ORIGIN;
  for (;;) {
    const { rows } = await query(
      `select seq::int, kind, collection, record_id::text, label, form, payload_sha256, receipts, prev_sha256, sha256,
         to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, actor::text
       from public.ledger_entries where company_id = $1 and seq > $2 order by seq limit ${PAGE}`,
      [company, place.seq],
    );
    const entries = z.parse(z.array(ledgerEntrySchema), rows);
    const fault = await firstFault(company, place, entries, sha256);
    if (fault) return fault;
    place = entries.at(-1) ?? place;
    if (entries.length < PAGE) return place;
  }
}

const answerSchema = z.object({ checked: z.int(), done: z.boolean(), fault: z.nullable(ledgerFaultSchema) });

/** The first record that is not what its entry says. */
async function checkedRecords(query: Query, company: string): Promise<LedgerFault | null> {
  for (let after = 0; ;) {
    const { rows } = await query('select private.check_ledger($1, $2, $3) as answer', [company, after, PAGE]);
    const { checked, done, fault } = z.parse(answerSchema, rows[0]?.['answer']);
    if (fault || done) return fault;
    after = checked;
  }
}

/** Of two faults the one that comes first; what has no entry comes last. */
const earlier = (one: LedgerFault, other: LedgerFault | null): LedgerFault =>
  other?.seq != null && (one.seq === null || other.seq < one.seq) ? other : one;

/** Checks the ledgers of all companies and prints a line for each: how many entries, the hash of the last, and the first record that differs. Returns whether none does. */
export async function verifyLedgers(query: Query, print: (line: string) => void): Promise<boolean> {
  const { rows: known } = await query("select to_regclass('public.ledger_entries') is not null as known");
  if (known[0]?.['known'] !== true)
    throw new StartRefused('This database is of a version without a ledger. Start Kontor once, which brings it up to date.');
  const { rows: companies } = await query(
    `select id, min(name) as name from (
       select id::text, name from public.companies union all select distinct company_id::text, null from public.ledger_entries) c
     group by id order by min(name), id`,
  );
  let isRight = true;
  for (const { id, name } of companies) {
    const company = String(id);
    const chain = await checkedChain(query, company);
    const record = await checkedRecords(query, company);
    const fault = 'fault' in chain ? earlier(chain, record) : record;
    const { rows } = await query('select count(*)::int as n, max(seq)::int as seq from public.ledger_entries where company_id = $1', [
      company,
    ]);
    const head = 'fault' in chain ? `last entry ${String(rows[0]?.['seq'])}` : `last entry ${chain.seq} ${chain.sha256}`;
    print(`${typeof name === 'string' ? name : 'A company that is gone'} (${company}): ${String(rows[0]?.['n'])} entries, ${head}`);
    print(fault ? `  ${ledgerFaultSentence(fault)}` : '  unbroken, and every record is what was booked');
    if (fault) isRight = false;
  }
  if (companies.length === 0) print('There is no company.');
  return isRight;
}
