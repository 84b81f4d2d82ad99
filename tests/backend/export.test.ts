import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, openAsBlob, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, type TestContext } from 'vitest';
import { columnsOf } from '#domain/archive/archive-columns.ts';
import { ARCHIVE_TABLES } from '#domain/archive/archive-tables.ts';
import { type Archive, openArchive } from '#domain/archive/verify-archive.ts';
import { parseCsv } from '#domain/csv/csv-text.ts';
import { openPglite } from '#local/db/pglite.ts';
import { NORDLICHT } from '#local/seed/demo-nordlicht.ts';
import { serve } from '#local/serve.ts';
import { silentLog } from '#local/server/log.ts';
import { readSettings } from '#local/settings.ts';
import { copyDemo } from '#tests/support/demo-folder.ts';

const scratch = mkdtempSync(join(tmpdir(), 'kontor-export-'));
const folder = join(scratch, 'data');
const file = join(scratch, 'nordlicht.zip');
const FORMULA = '=HYPERLINK("http://example.com";"pay")';

/** What `npm run export` says and ends with. */
function command(...words: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const program = fileURLToPath(new URL('../../supabase/local/export.ts', import.meta.url));
  const child = spawn(process.execPath, [program, ...words], { env: { PATH: process.env['PATH'] ?? '', DATA_DIR: folder } });
  let [out, err] = ['', ''];
  child.stdout.on('data', (text) => (out += String(text)));
  child.stderr.on('data', (text) => (err += String(text)));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err })));
}

const isInstalled = (tool: string) => (process.env['PATH'] ?? '').split(delimiter).some((each) => existsSync(join(each, tool)));
function needs({ skip }: TestContext, tool: string): void {
  if (!isInstalled(tool)) skip(`not installed here: ${tool}`);
}

type Found = Record<string, unknown>;
let whileRunning: Awaited<ReturnType<typeof command>>;
let written: Awaited<ReturnType<typeof command>>;
let archive: Archive;
/** What the server says of the company, before it was exported and after. */
let gaps: Found[];
let after: { exported: Found[]; isExported: boolean; isExportedLater: boolean };

async function onDatabase<T>(work: (query: (sql: string, params?: unknown[]) => Promise<Found[]>) => Promise<T>): Promise<T> {
  const db = await openPglite({ dir: join(folder, 'db') });
  try {
    return await work(async (sql, params = []) => (await db.query(sql, params)).rows as Found[]);
  } finally {
    await db.close();
  }
}

beforeAll(async () => {
  await copyDemo(folder);
  const settings = readSettings({ PORT: '0', SEED: 'none', DATA_DIR: folder });
  const server = await serve({ settings, dist: scratch, log: silentLog, now: () => new Date(), onDatabaseGone: () => undefined });
  whileRunning = await command('--company', NORDLICHT.name, file);
  await server.close();
  gaps = await onDatabase(async (query) => {
    await query('set session_replication_role = replica');
    await query('update public.vendors set name = $2 where id = (select id from public.vendors where company_id = $1 limit 1)', [
      NORDLICHT.id,
      FORMULA,
    ]);
    // Nothing that is booked, so that the ledger stays as it is.
    for (const [table, amount, open] of [
      ['invoices', 'gross_total', 'draft'],
      ['expenses', 'amount', 'pending'],
    ] as const)
      await query(
        `update public.${table} set exchange = jsonb_build_object('currency', 'CHF', 'rate', '0.5', 'day', '2026-10-30', 'source', 'ecb',
           'version', '2026-10-30', 'amount', round(${amount} * 0.5, 2)) where company_id = $1 and status = $2 and currency = 'EUR'`,
        [NORDLICHT.id, open],
      );
    await query("update private.number_counters set last = last + 2 where company_id = $1 and kind = 'invoices'", [NORDLICHT.id]);
    await query(
      `insert into private.number_gap_reasons (company_id, year, number, reason)
       select company_id, year, last, 'A draft; it was "given up"' from private.number_counters where company_id = $1 and kind = 'invoices'`,
      [NORDLICHT.id],
    );
    return query(
      `select c.kind as series, c.year::int, place::int as number, coalesce(r.reason, '') as reason
       from private.number_counters c cross join generate_series(1, c.last) as place
       left join private.number_gap_reasons r on r.company_id = c.company_id and r.series = c.kind and r.year = c.year and r.number = place
       where c.company_id = $1 and c.kind in ('invoices', 'cancellations', 'corrections') and not exists (
         select from public.invoices i where i.company_id = $1 and i.number_series = c.kind and i.number_year = c.year and i.number_seq = place)
       order by c.kind <> 'invoices', 1, 2, 3`,
      [NORDLICHT.id],
    );
  });
  written = await command('--company', NORDLICHT.name, file);
  after = await onDatabase(async (query) => {
    const isExported = async () => (await query('select private.is_exported($1) as known', [NORDLICHT.id]))[0]?.['known'] === true;
    const exported = await query("select actor_id, changes from public.activity_log where company_id = $1 and type = 'exported'", [
      NORDLICHT.id,
    ]);
    const first = await isExported();
    await query("update public.vendors set notes = notes || '.' where company_id = $1", [NORDLICHT.id]);
    return { exported, isExported: first, isExportedLater: await isExported() };
  });
  archive = await openArchive(await openAsBlob(file));
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const textOf = async (path: string): Promise<string> => new TextDecoder('utf-8', { ignoreBOM: true }).decode(await archive.bytes(path));
async function rowsOf(table: string): Promise<Found[]> {
  const rows: Found[] = [];
  for await (const row of archive.rows(table)) rows.push(row);
  return rows;
}

test('the command writes a complete archive, reads it again, and says where to go while a server runs', async () => {
  expect(whileRunning).toMatchObject({ code: 1, out: '', err: expect.stringContaining('Settings → Export writes the same.') });
  expect(written).toMatchObject({ code: 0, err: '' });
  expect(written.out).toContain(`${NORDLICHT.name}: ${file}`);
  expect(archive.manifest).toMatchObject({ source: 'database', is_complete: true, missing: [], unsynced: 0 });
  const { code, out } = await command('--check', file);
  expect(code).toBe(0);
  expect(out).toMatch(/Nordlicht .*: \d+ parts, all as they were written\.\n {2}ledger: unbroken to entry \d+ [0-9a-f]{64}\n {2}complete/);
  expect(await command('--company', 'Nobody', file)).toMatchObject({ code: 1, err: expect.stringContaining('There are: ') });
});

test('what is wrong with a file is one sentence with its place', async () => {
  const bytes = readFileSync(file);
  const { offset = 0 } = archive.entries.get('json/vendors.jsonl') ?? {};
  const saved = async (name: string, content: Uint8Array) => {
    writeFileSync(join(scratch, name), content);
    return command('--check', join(scratch, name));
  };
  const flipped = Buffer.from(bytes);
  flipped[offset + 60] = (flipped[offset + 60] ?? 0) ^ 1;
  expect(await saved('flipped.zip', flipped)).toEqual({
    code: 1,
    out: '',
    err: 'The archive is damaged (json/vendors.jsonl): its bytes are not those that were written.\n',
  });
  expect(await saved('short.zip', bytes.subarray(0, -100))).toMatchObject({
    code: 1,
    err: 'The archive is cut off: its end is missing.\n',
  });
  expect(await saved('letter.txt', Buffer.from('a letter'))).toMatchObject({ code: 1, err: 'This file is not an archive of Kontor.\n' });
  expect(await command('--check', join(scratch, 'nowhere.zip'))).toMatchObject({ code: 1, err: expect.stringContaining("can't be read") });
});

test('no row and no file is another company’s', async () => {
  for (const { name } of ARCHIVE_TABLES)
    for (const row of await rowsOf(name)) expect(row['company_id'], `${name} ${JSON.stringify(row)}`).toBe(NORDLICHT.id);
  const folders = [...archive.entries.keys()].flatMap((path) => (path.startsWith('files/') ? [path.split('/')[2]] : []));
  expect(new Set(folders)).toEqual(new Set([NORDLICHT.id]));
});

test('every receipt and every issued document is in it', async () => {
  const files = await rowsOf('files');
  expect(files.length).toBeGreaterThan(20);
  for (const { path, sha256 } of files)
    expect(archive.manifest.entries.find((entry) => entry.path === `files/uploads/${String(path)}`)?.sha256).toBe(sha256);
  const numbers = (await rowsOf('invoices')).flatMap(({ number }) => (typeof number === 'string' ? [number] : []));
  expect(numbers.length).toBeGreaterThan(50);
  for (const number of numbers) {
    const pdf = new TextDecoder('latin1').decode(await archive.bytes(`pdf/${number}.pdf`));
    // Several are made at once: each has the file of its own number.
    expect(pdf).toMatch(/^%PDF-/);
    expect(/<dc:title>.*?<\/dc:title>/s.exec(pdf)?.[0]).toContain(number);
  }
});

test('numbers that no invoice has are those that the server says, with their reasons', async () => {
  const [head, ...rows] = parseCsv(await textOf('number-gaps.csv'), ';');
  expect(head?.cells).toEqual(['series', 'year', 'number', 'reason', 'noted_by', 'noted_at']);
  expect(rows.map(({ cells: [series, year, number, reason] }) => ({ series, year: Number(year), number: Number(number), reason }))).toEqual(
    gaps,
  );
  expect(gaps.some(({ reason }) => reason === 'A draft; it was "given up"')).toBe(true);
});

test('an export stands in the history, and is known to hold everything until something changes', () => {
  const { exported, ...known } = after;
  const { bytes: size } = { bytes: readFileSync(file).length };
  expect(exported).toEqual([{ actor_id: null, changes: { size: [null, size], sha256: [null, expect.stringMatching(/^[0-9a-f]{64}$/)] } }]);
  expect(known).toEqual({ isExported: true, isExportedLater: false });
});

type Described = { url: string; columns: { name: string; kind: string }[] };
/** What `index.xml` says of each file. */
function described(xml: string): Described[] {
  const columnOf = (part: string) => ({
    name: /<Description>(.*?)<\/Description>/.exec(part)?.[1] ?? '',
    kind: /<(AlphaNumeric|Date|Numeric)/.exec(part)?.[1] ?? '',
  });
  return xml
    .split('<Table>')
    .slice(1)
    .map((part) => ({
      url: /<URL>(.*?)<\/URL>/.exec(part)?.[1] ?? '',
      columns: part
        .split(/<Variable(?:PrimaryKey|Column)>/)
        .slice(1)
        .map(columnOf),
    }));
}

test('the CSV files are what index.xml says: names, order, types, decimal comma, encoding', async () => {
  const kinds: Readonly<Record<string, RegExp>> = {
    AlphaNumeric: /^[^]*$/,
    Date: /^(\d{4}-\d{2}-\d{2})?$/,
    Numeric: /^(-?\d+(,\d{1,4})?)?$/,
  };
  const tables = described(await textOf('index.xml'));
  expect(tables.map(({ url }) => url).toSorted()).toEqual([...archive.entries.keys()].filter((path) => path.endsWith('.csv')).toSorted());
  let decimals = 0;
  for (const { url, columns } of tables) {
    const text = await textOf(url);
    expect(text.startsWith('\ufeff'), url).toBe(true);
    const [head, ...rows] = parseCsv(text, ';');
    expect(head?.cells, url).toEqual(columns.map(({ name }) => name));
    for (const { cells, line } of rows) {
      expect(cells.length, `${url}:${line}`).toBe(columns.length);
      for (const [index, cell] of cells.entries()) {
        expect(cell, `${url}:${line} ${columns[index]?.name ?? ''}`).toMatch(kinds[columns[index]?.kind ?? ''] ?? /^$/);
        if (columns[index]?.kind === 'Numeric' && cell.includes(',')) decimals += 1;
      }
    }
  }
  expect(decimals).toBeGreaterThan(100);
});

test('each CSV file has the rows of its table, and no cell is a formula', async () => {
  for (const { name } of ARCHIVE_TABLES) {
    const text = await textOf(`csv/${name}.csv`);
    const [head, ...lines] = parseCsv(text, ';');
    const rows = await rowsOf(name);
    expect(lines.length, name).toBe(rows.length);
    // What is text reads back as it was.
    for (const { name: column } of columnsOf(name).filter(({ kind }) => kind === 't'))
      expect(lines.map(({ cells }) => cells[head?.cells.indexOf(column) ?? -1])).toEqual(rows.map((row) => row[column] ?? ''));
    expect(
      text.split(/\r\n|;/).filter((cell) => /^"?[=+@\t]/.test(cell)),
      name,
    ).toEqual([]);
  }
  expect(await textOf('csv/vendors.csv')).toContain(`"'=HYPERLINK(""http://example.com"";""pay"")"`);
});

test('what is nested in a document stands in a file of its own: taxes line by line, and what it is worth in the books', async () => {
  const cellsOf = async (name: string) => {
    const [head, ...lines] = parseCsv(await textOf(`csv/${name}.csv`), ';');
    return lines.map(({ cells }) => Object.fromEntries(cells.map((cell, at) => [head?.cells[at], cell])));
  };
  const comma = (value: unknown) => String(value).replace('.', ',');
  for (const [table, column, name, id] of [
    ['invoices', 'tax_breakdown', 'invoice_taxes', 'invoice_id'],
    ['payments', 'tax_shares', 'payment_taxes', 'payment_id'],
    ['expenses', 'tax_lines', 'expense_taxes', 'expense_id'],
  ] as const) {
    const expected = (await rowsOf(table)).flatMap((row) =>
      ((row[column] ?? []) as Found[]).map(({ net, tax }, index) => ({
        [id]: row['id'],
        line: String(index + 1),
        net: comma(net),
        tax: comma(tax),
      })),
    );
    expect(expected.length, name).toBeGreaterThan(10);
    expect(await cellsOf(name)).toEqual(expected.map((each) => expect.objectContaining(each)));
  }
  let converted = 0;
  for (const [table, id] of [
    ['invoices', 'invoice_id'],
    ['payments', 'payment_id'],
    ['expenses', 'expense_id'],
  ] as const) {
    const expected = (await rowsOf(table)).flatMap(({ id: its, exchange }) => {
      if (!exchange) return [];
      const { currency, amount, rate, day } = exchange as Found;
      return [{ [id]: its, books_currency: currency, books_amount: comma(amount), exchange_rate: rate, rate_day: day }];
    });
    converted += expected.length;
    expect(await cellsOf(`${id.replace('_id', '')}_exchange`)).toEqual(expected.map((each) => expect.objectContaining(each)));
  }
  expect(converted).toBeGreaterThan(0);
});

test('index.xml is valid by its DTD, as another program reads them', async (context) => {
  needs(context, 'xmllint');
  const place = join(scratch, 'index');
  for (const path of ['index.xml', 'gdpdu-01-09-2004.dtd']) {
    mkdirSync(dirname(join(place, path)), { recursive: true });
    writeFileSync(join(place, path), await archive.bytes(path));
  }
  const xmllint = () => execFileSync('xmllint', ['--nonet', '--valid', '--noout', 'index.xml'], { cwd: place, stdio: 'pipe' });
  xmllint();
  writeFileSync(join(place, 'index.xml'), readFileSync(join(place, 'index.xml'), 'utf8').replace(/<URL>.*?<\/URL>/, ''));
  expect(xmllint).toThrow('Element Table content does not follow the DTD');
});

test('another program unpacks it and finds no fault', (context) => {
  needs(context, 'unzip');
  expect(execFileSync('unzip', ['-tq', file], { encoding: 'utf8' })).toContain('No errors detected');
});
