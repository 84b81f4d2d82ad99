import { columnsOf } from './archive-columns.ts';
import { ARCHIVE_TABLES, type ArchiveTableName, csvPath, jsonPath } from './archive-tables.ts';
import { canonicalText, type Row } from './canonical.ts';
import { CSV_TABLES, csvHead, csvLines, type CsvTable, GAPS_COLUMNS } from './csv-tables.ts';
import { DTD_PATH, GDPDU_DTD } from './gdpdu-dtd.ts';
import { GAPS_PATH, INDEX_PATH, indexXml } from './index-xml.ts';
import { type Manifest, MANIFEST_PATH } from './manifest.ts';
import { type GapFacts, numberGaps } from './number-gaps.ts';
import { README, README_PATH } from './readme.ts';
import { type ByteSink, packedText, type Packed, stored, textPacker, type TextPacker, zipWriter } from './zip-writer.ts';

type Entry = Manifest['entries'][number];
/** What is known of a company before its tables are written down. */
type About = { readonly name: string; readonly country: string };

/** What an archive is written by, in this order: tables (any of them again, if it changed), `writeTables`, files, `finish`. */
export type ArchiveWriter = {
  /** Begins a table; what was there of it is forgotten. */
  begin(table: ArchiveTableName): Promise<void>;
  rows(table: ArchiveTableName, rows: readonly Row[]): Promise<void>;
  /** Writes everything that tables are made into; tables that were never begun are not in the archive. */
  writeTables(about: About): Promise<void>;
  /** Adds stored bytes; returns their SHA-256. */
  file(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<string>;
  /** Writes the manifest and the end. Returns the size of the archive in bytes and the SHA-256 of its manifest, which names all others. */
  finish(manifest: Omit<Manifest, 'entries'>): Promise<{ readonly bytes: number; readonly sha256: string }>;
};

type OpenTable = { readonly json: TextPacker; readonly csv: readonly (readonly [CsvTable, TextPacker])[]; rows: number };

async function openTable(name: ArchiveTableName): Promise<OpenTable> {
  const csv = CSV_TABLES.filter(({ from }) => from === name).map((table) => [table, textPacker()] as const);
  for (const [{ columns }, packer] of csv) await packer.add(csvHead(columns));
  return { json: textPacker(), csv, rows: 0 };
}

/** Writes an archive into `sink`; `madeAt` is the time that its entries carry. Of the tables only the packed text is in memory, of files one at a time. */
export function archiveWriter(sink: ByteSink, madeAt: Date): ArchiveWriter {
  const zip = zipWriter(sink, madeAt);
  const entries: Entry[] = [];
  const tables = new Map<ArchiveTableName, OpenTable>();
  const gaps = new Map<ArchiveTableName, GapFacts[]>();

  const add = async (path: string, packed: Packed, rows?: number) => {
    await zip.add(path, packed);
    entries.push({
      path,
      bytes: packed.bytes,
      sha256: packed.sha256,
      ...(packed.method === 8 ? { packed_crc32: packed.packedCrc } : {}),
      ...(rows === undefined ? {} : { rows }),
    });
  };

  return {
    async begin(table) {
      gaps.set(table, []);
      tables.set(table, await openTable(table));
    },
    async rows(table, rows) {
      const open = tables.get(table);
      if (!open || rows.length === 0) return;
      refuseUnknownColumns(table, rows);
      open.rows += rows.length;
      await open.json.add(rows.map((row) => `${canonicalText(row)}\n`).join(''));
      for (const [csv, packer] of open.csv) await packer.add(csvLines(csv.columns, rows.flatMap(csv.rowsOf)));
      for (const row of rows) gaps.get(table)?.push(...numberGaps.factsOf(table, row));
    },
    async writeTables(about) {
      const has = (table: string) => tables.has(table as ArchiveTableName);
      await add(README_PATH, await packedText(README));
      const csv: (readonly [string, Packed])[] = [];
      for (const { name } of ARCHIVE_TABLES) {
        const open = tables.get(name);
        if (!open) continue;
        await add(jsonPath(name), await open.json.end(), open.rows);
        for (const [table, packer] of open.csv) csv.push([table.name, await packer.end()]);
        tables.set(name, { ...open, csv: [] });
      }
      for (const [name, packed] of csv) await add(csvPath(name), packed);
      await add(INDEX_PATH, await packedText(indexXml(about, madeAt.toISOString(), has)));
      await add(DTD_PATH, await packedText(GDPDU_DTD));
      if (has('number_counters')) {
        const facts = [...gaps.values()].flat();
        await add(GAPS_PATH, await packedText(csvHead(GAPS_COLUMNS) + csvLines(GAPS_COLUMNS, numberGaps.rowsOf(facts))));
      }
    },
    async file(path, bytes) {
      const packed = await stored(bytes);
      await add(path, packed);
      return packed.sha256;
    },
    async finish(manifest) {
      const packed = await stored(new TextEncoder().encode(`${JSON.stringify({ ...manifest, entries })}\n`));
      await zip.add(MANIFEST_PATH, packed);
      return { bytes: await zip.end(), sha256: packed.sha256 };
    },
  };
}

/** A column that no CSV file and no description would have: a server that is newer than the app. */
function refuseUnknownColumns(table: ArchiveTableName, rows: readonly Row[]): void {
  const known = new Set(columnsOf(table).map(({ name }) => name));
  for (const row of rows)
    for (const name of Object.keys(row)) if (!known.has(name)) throw new RangeError(`${table}.${name} is not known to this version`);
}
