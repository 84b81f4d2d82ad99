import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import * as z from 'zod/mini';
import {
  firstFault,
  ledgerEntrySchema,
  type LedgerEntry,
  type LedgerFault,
  type LedgerPlace,
  ORIGIN,
} from '#domain/ledger/ledger-entry.ts';
import { jsonPath } from './archive-tables.ts';
import type { Row } from './canonical.ts';
import type { Archive } from './verify-archive.ts';
import { ArchiveError } from './zip-reader.ts';

const PAGE = 1000;
const hashOf = async (text: string): Promise<string> => bytesToHex(sha256(utf8ToBytes(text)));

/** An instant as the hash of an entry has it, all microseconds and `Z`: the archive's text leaves out zeros at their end. */
function hashedInstant(text: string): string {
  const [seconds = '', fraction = ''] = text.replace(/(\+00:00|Z)$/, '').split('.');
  return `${seconds}.${fraction.padEnd(6, '0')}Z`;
}

function entryOf(row: Row): LedgerEntry | null {
  const entry = z.safeParse(ledgerEntrySchema, { ...row, at: hashedInstant(String(row['at'])) });
  return entry.success ? entry.data : null;
}

/**
 * The first entry of an archive's ledger that does not hang on the one before it, computed from the archive alone; null where all do. Throws an
 * ArchiveError where a row is no entry, or the last is not the one that the manifest names.
 */
export async function archivedLedgerFault(archive: Archive): Promise<LedgerFault | null> {
  const path = jsonPath('ledger_entries');
  const { company, ledger } = archive.manifest;
  let place: LedgerPlace = ORIGIN;
  let page: LedgerEntry[] = [];
  let line = 0;
  const check = async (): Promise<LedgerFault | null> => {
    const fault = await firstFault(company.id, place, page, hashOf);
    place = page.at(-1) ?? place;
    page = [];
    return fault;
  };
  for await (const row of archive.rows('ledger_entries')) {
    line += 1;
    const entry = entryOf(row);
    if (!entry) throw new ArchiveError('bad_row', path, line);
    page.push(entry);
    const fault = page.length === PAGE ? await check() : null;
    if (fault) return fault;
  }
  const fault = await check();
  if (fault) return fault;
  const end = ledger ?? ORIGIN;
  if (end.seq !== place.seq || end.sha256 !== place.sha256) throw new ArchiveError('bad_manifest', path);
  return null;
}
