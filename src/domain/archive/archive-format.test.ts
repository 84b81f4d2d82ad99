import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ARCHIVE_TABLES, csvPath, filePath, jsonPath, LEFT_OUT, pdfPath, rowOrder } from './archive-tables.ts';
import { canonicalText } from './canonical.ts';
import {
  ARCHIVE_FAULTS,
  type ArchiveFault,
  archiveHeadSchema,
  type Manifest,
  MANIFEST_PATH,
  manifestSchema,
  type Missing,
} from './manifest.ts';
import { sha256Hasher } from './sha256.ts';

describe('the checksum', () => {
  test('[ARC-2] is SHA-256, in however many pieces the bytes come', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 8 }), (pieces) => {
        const mine = sha256Hasher();
        const theirs = createHash('sha256');
        for (const piece of pieces) {
          mine.add(piece);
          theirs.update(piece);
        }
        expect(mine.end()).toBe(theirs.digest('hex'));
      }),
    );
  });
});

describe('the text of a row', () => {
  test('[ARC-4] sorts keys at every depth and writes numbers as ECMAScript does', () => {
    const row: unknown = JSON.parse('{"b": 119.0000, "a": {"z": [1, {"y": null, "x": "ä\\n"}], "10": true, "9": -0.5000}}');
    expect(canonicalText(row)).toBe('{"a":{"10":true,"9":-0.5,"z":[1,{"x":"ä\\n","y":null}]},"b":119}');
  });

  test('is equal exactly where values are, and reads back as the value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const read: unknown = JSON.parse(canonicalText(value));
        expect(canonicalText(read)).toBe(canonicalText(value));
        expect(read).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

test('[ARC-5] rows come by the columns of the key, numbers by size and texts by their units', () => {
  const rows = [
    { kind: 'b', year: 2 },
    { kind: 'a', year: 10 },
    { kind: 'a', year: 9 },
    { kind: 'B', year: 1 },
  ];
  expect(rows.toSorted((one, other) => rowOrder(['kind', 'year'], one, other)).map(({ kind, year }) => `${kind}${year}`)).toEqual([
    'B1',
    'a9',
    'a10',
    'b2',
  ]);
});

test('[ARC-1] every table has one place, and no place leads out of the archive', () => {
  const paths = ARCHIVE_TABLES.flatMap(({ name }) => [jsonPath(name), csvPath(name)]);
  expect(new Set(paths).size).toBe(paths.length);
  expect(filePath('uploads', 'company/file.pdf')).toBe('files/uploads/company/file.pdf');
  expect(pdfPath('../RE 2026/7')).toBe('pdf/.._RE_2026_7.pdf');
  for (const name of Object.keys(LEFT_OUT)) expect(ARCHIVE_TABLES.map((table) => table.name as string)).toContain(name);
});

test('[ARC-10] the head of a newer manifest can be read, the rest can not', () => {
  const missing: Missing[] = [{ what: 'files', names: ['files/uploads/c/f.pdf'], count: 1 }];
  const manifest: Manifest = {
    format: 'kontor-archive',
    version: 1,
    app: '0.8.0',
    schema: '20260124050000',
    company: { id: '9d2f3c1e-5a5b-4c1d-8e0f-1a2b3c4d5e6f', name: 'Nordlicht', country: 'DE', currency: 'EUR' },
    made_at: '2026-11-23T05:00:00.000Z',
    made_by: null,
    source: 'database',
    is_complete: false,
    missing,
    unsynced: 0,
    ledger: null,
    entries: [{ path: 'json/companies.jsonl', bytes: 3, sha256: '0'.repeat(64), rows: 1 }],
  };
  const fault: ArchiveFault = { fault: ARCHIVE_FAULTS[2], path: MANIFEST_PATH, line: null };
  expect(fault.fault).toBe('newer_version');
  expect(manifestSchema.parse(manifest)).toEqual(manifest);
  const newer = { ...manifest, version: 2 };
  expect(archiveHeadSchema.parse(newer).version).toBe(2);
  expect(manifestSchema.safeParse(newer).success).toBe(false);
});
