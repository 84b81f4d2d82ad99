import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { importArchive, type ImportTarget } from './import-archive.ts';
import { ARCHIVE_FAULTS, type ArchiveFault, type Manifest, MANIFEST_PATH } from './manifest.ts';
import { faultSentence, openArchive, verifyArchive } from './verify-archive.ts';
import { centralHeader, dosTime, endOf, readCentral, readEnd } from './zip-format.ts';
import { ArchiveError } from './zip-reader.ts';
import { type ByteSink, packedText, type Packed, stored, textPacker, zipWriter } from './zip-writer.ts';

const AT = new Date('2026-11-23T05:00:01Z');
const HEAD: Omit<Manifest, 'entries'> = {
  format: 'kontor-archive',
  version: 1,
  app: '0.8.0',
  schema: null,
  company: { id: '9d2f3c1e-5a5b-4c1d-8e0f-1a2b3c4d5e6f', name: 'Nordlicht', country: 'DE', currency: 'EUR' },
  made_at: AT.toISOString(),
  made_by: null,
  source: 'database',
  is_complete: true,
  missing: [],
  unsynced: 0,
  ledger: null,
};

function memory(): ByteSink & { file(): Blob } {
  const parts: BlobPart[] = [];
  return {
    write: async (bytes) => {
      parts.push(bytes);
    },
    file: () => new Blob(parts),
  };
}

const bytes = (text: string) => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;

async function written(contents: readonly (readonly [path: string, packed: Packed])[], manifest: object = HEAD): Promise<Blob> {
  const sink = memory();
  const zip = zipWriter(sink, AT);
  const entries = [];
  for (const [path, packed] of contents) {
    await zip.add(path, packed);
    const rows = path.startsWith('json/') ? { rows: (await textOf(packed)).split('\n').length - 1 } : {};
    const packedCrc = packed.method === 8 ? { packed_crc32: packed.packedCrc } : {};
    entries.push({ path, bytes: packed.bytes, sha256: packed.sha256, ...packedCrc, ...rows });
  }
  await zip.add(MANIFEST_PATH, await stored(bytes(JSON.stringify({ ...manifest, entries }))));
  await zip.end();
  return sink.file();
}

const textOf = async ({ content, method }: Packed): Promise<string> =>
  new Response(method === 0 ? content : new Blob([content]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).text();

const small = async () =>
  written([
    ['README.txt', await stored(bytes('read me'))],
    ['json/vendors.jsonl', await packedText('{"id":"a","name":"Ä"}\n{"id":"b","name":"B"}\n')],
    ['files/uploads/c/f.pdf', await stored(bytes('%PDF'))],
  ]);

async function faultOf(file: Blob): Promise<ArchiveFault | null> {
  try {
    await verifyArchive(file);
    return null;
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    return error.fault;
  }
}

test('[ARC-5] a receipt and its original have a check each, in either order in an archive of before, and are read in that of their key', async () => {
  const check = (file_id: string, is_original: boolean) => `{"file_id":"${file_id}","is_original":${String(is_original)}}`;
  const rowsOf = async (...checks: string[]) => {
    const file = await written([['json/file_checks.jsonl', await packedText(`${checks.join('\n')}\n`)]]);
    const rows = [];
    for await (const row of (await openArchive(file)).rows('file_checks')) rows.push(JSON.stringify(row));
    return [await faultOf(file), ...rows];
  };
  const inOrder = [check('a', true), check('b', false), check('b', true), check('c', false), check('c', true)];
  const before = [check('a', true), check('b', true), check('b', false), check('c', true), check('c', false)];
  expect(await rowsOf(...inOrder)).toEqual([null, ...inOrder]);
  expect(await rowsOf(...before)).toEqual([null, ...inOrder]);
  const others = written([
    ['json/number_counters.jsonl', await packedText('{"file_id":1,"kind":"b","year":1}\n{"file_id":1,"kind":"a","year":1}\n')],
  ]);
  expect(await faultOf(await others)).toMatchObject({ fault: 'bad_row', line: 2 });
  const [twice, otherFile] = [
    [check('a', true), check('a', true)],
    [check('b', false), check('a', true)],
  ].map((lines) => packedText(`${lines.join('\n')}\n`).then((packed) => written([['json/file_checks.jsonl', packed]])));
  expect(await faultOf(await (twice as Promise<Blob>))).toMatchObject({ fault: 'bad_row', line: 2 });
  expect(await faultOf(await (otherFile as Promise<Blob>))).toMatchObject({ fault: 'bad_row', line: 2 });
});

test('[ARC-5] an archive of before is brought in with the checksum that its rows have in the order of their key', async () => {
  const [other, original] = ['{"file_id":"a","is_original":false}\n', '{"file_id":"a","is_original":true}\n'];
  const told = async (text: string) => {
    let manifest: object | undefined;
    const target = {
      begin: async (_: string, its: object) => {
        manifest = its;
        return { company: 'ours', is_finished: true, received: {}, files: [] };
      },
    } as unknown as ImportTarget;
    const packed = [await packedText('{"id":"a"}\n'), await packedText(text)] as const;
    const file = await written([
      ['json/vendors.jsonl', packed[0]],
      ['json/file_checks.jsonl', packed[1]],
    ]);
    await importArchive(file, target, { person: 'me' });
    return { manifest, sums: packed.map(({ sha256 }) => ({ sha256 })) };
  };
  const now = await told(`${other}${original}`);
  const before = await told(`${original}${other}`);
  expect(now.manifest).toMatchObject({ entries: now.sums });
  expect(before.manifest).toMatchObject({ entries: now.sums });
  expect(before.sums).not.toEqual(now.sums);
});

test('[ARC-2] what was written is read again, whatever it holds', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.uint8Array({ maxLength: 500 }), fc.array(fc.string(), { maxLength: 20 })), { maxLength: 6 }),
      async (contents) => {
        const file = await written(
          await Promise.all(
            contents.flatMap(([raw, texts], index) => [
              stored(new Uint8Array(raw)).then((packed) => [`raw/${index}`, packed] as const),
              (async () => {
                const packer = textPacker();
                for (const text of texts) await packer.add(text);
                return [`text/${index}`, await packer.end()] as const;
              })(),
            ]),
          ),
        );
        const archive = await openArchive(file);
        for (const [index, [raw, texts]] of contents.entries()) {
          expect([...(await archive.bytes(`raw/${index}`))]).toEqual([...raw]);
          const expected = texts.map((text) => text.toWellFormed()).join('');
          expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await archive.bytes(`text/${index}`))).toBe(expected);
        }
        expect(await faultOf(file)).toBeNull();
      },
    ),
    { numRuns: 30 },
  );
});

describe('an archive that is not as it was written', () => {
  test('[ARC-3] has one flipped bit, and every one is noticed', async () => {
    const whole = new Uint8Array(await (await small()).arrayBuffer());
    const unnoticed: number[] = [];
    for (let at = 0; at < whole.length; at += 1)
      for (const bit of [1, 0x80]) {
        const flipped = whole.slice();
        flipped[at] = (flipped[at] ?? 0) ^ bit;
        if ((await faultOf(new Blob([flipped]))) === null) unnoticed.push(at);
      }
    expect(unnoticed).toEqual([]);
  });

  test('[ARC-3] is cut off anywhere, or longer', async () => {
    const whole = await small();
    for (let length = 4; length < whole.size; length += 1)
      expect((await faultOf(whole.slice(0, length)))?.fault, `${length} bytes`).toBe('truncated');
    expect((await faultOf(new Blob([whole, 'x'])))?.fault).toBe('truncated');
    expect((await faultOf(new Blob(['x', whole])))?.fault).toBe('truncated');
    expect((await faultOf(new Blob(['a letter to the tax office'])))?.fault).toBe('not_an_archive');
  });

  test('[ARC-10] is of a newer version, whatever else it says', async () => {
    expect(await faultOf(await written([], { format: 'kontor-archive', version: 2, pages: 'many' }))).toEqual({
      fault: 'newer_version',
      path: MANIFEST_PATH,
      line: null,
    });
    expect((await faultOf(await written([], { format: 'kontor-archive', version: 1 })))?.fault).toBe('bad_manifest');
    expect((await faultOf(await written([], { format: 'another' })))?.fault).toBe('bad_manifest');
  });

  test.each([
    ['{"name":"A","id":"a"}\n', 1],
    ['{"id":"b"}\n{"id":"a"}\n', 2],
    ['{"id":"a"}\n{"id":"a"}\n', 2],
    ['{"id":"a"}\n[]\n', 2],
    ['{"id":"a"}\n{"id":\n', 2],
    ['{"id":"a"}', null],
  ])('[ARC-4] [ARC-5] has rows that are not canonical or not in their order: %j', async (rows, line) => {
    const file = await written([['json/vendors.jsonl', await packedText(rows)]]);
    expect(await faultOf(file)).toEqual({ fault: 'bad_row', path: 'json/vendors.jsonl', line });
  });

  test('[ARC-2] has a manifest that names other entries than there are', async () => {
    const packed = await stored(bytes('x'));
    const named = (path: string) => ({ path, bytes: 1, sha256: packed.sha256 });
    const withManifest = async (paths: readonly string[], said: readonly object[]) => {
      const sink = memory();
      const zip = zipWriter(sink, AT);
      for (const path of paths) await zip.add(path, packed);
      await zip.add(MANIFEST_PATH, await stored(bytes(JSON.stringify({ ...HEAD, entries: said }))));
      await zip.end();
      return faultOf(sink.file());
    };
    expect(await withManifest(['a', 'b'], [named('a'), named('b')])).toBeNull();
    expect(await withManifest(['a'], [named('a'), named('b')])).toEqual({ fault: 'missing_entry', path: 'b', line: null });
    expect(await withManifest(['a', 'b'], [named('a')])).toEqual({ fault: 'unknown_entry', path: 'b', line: null });
    expect(await withManifest(['a'], [{ ...named('a'), sha256: '0'.repeat(64) }])).toEqual({ fault: 'damaged', path: 'a', line: null });
    expect(await withManifest(['../a'], [named('../a')])).toEqual({ fault: 'damaged', path: '../a', line: null });
    const sink = memory();
    await zipWriter(sink, AT).end();
    expect(await faultOf(sink.file())).toEqual({ fault: 'missing_entry', path: MANIFEST_PATH, line: null });
  });

  test.each(['/a', 'a/../../b', 'a//b', './a', 'a\\b', 'C:a', 'a\0b', ''])('[ARC-1] has a name that leads elsewhere: %j', async (path) => {
    expect(await faultOf(await written([[path, await stored(bytes('x'))]]))).toEqual({ fault: 'damaged', path, line: null });
  });

  test('[ARC-1] has a name that no file system takes', async () => {
    const path = 'a'.repeat(60_000);
    expect(await faultOf(await written([[path, await stored(bytes('x'))]]))).toEqual({
      fault: 'bad_manifest',
      path: MANIFEST_PATH,
      line: null,
    });
  });

  test('[ARC-1] has an entry that says it holds more than its bytes can: before anybody makes room for it', async () => {
    for (const packed of [await stored(bytes('x')), await packedText('x'.repeat(1000))]) {
      const file = await written([['files/uploads/c/f.pdf', { ...packed, bytes: 0xfffffff0 }]]);
      const error: unknown = await openArchive(file).catch((cause: unknown) => cause);
      expect(error).toMatchObject({ fault: { fault: 'damaged', path: 'files/uploads/c/f.pdf' } });
    }
  });

  test('is told in one sentence', () => {
    const sentences = ARCHIVE_FAULTS.map((fault) => faultSentence({ fault, path: 'json/vendors.jsonl', line: 7 }));
    expect(new Set(sentences).size).toBe(ARCHIVE_FAULTS.length);
    expect(faultSentence({ fault: 'bad_row', path: 'json/vendors.jsonl', line: 7 })).toBe(
      'A row of the archive is not as it has to be (json/vendors.jsonl, line 7).',
    );
  });
});

test('[ARC-1] more than 4 GiB and more than 65,535 entries are written down in 64 bits', () => {
  const entry = { path: 'ä', method: 0 as const, crc: 1, packed: 2, bytes: 2, offset: 5 * 2 ** 30, time: dosTime(AT) };
  const list = centralHeader(entry);
  expect(readCentral(list, 0)).toEqual({ entry, next: list.length });
  for (const directory of [
    { count: 70_000, bytes: 100, offset: 200 },
    { count: 3, bytes: 100, offset: 5 * 2 ** 30 },
    { count: 3, bytes: 100, offset: 200 },
  ])
    expect(readEnd(endOf(directory))).toEqual(directory);
});
