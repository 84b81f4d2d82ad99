import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, type TestContext } from 'vitest';
import { DOCUMENT_TEMPLATES } from '#domain/documents/printable-document.ts';
import { writeCii } from '#domain/e-invoice/write-cii.ts';
import { item, sampleEInvoice } from '#tests/support/sample-e-invoice.ts';
import { loadFontFiles } from '#tests/support/font-files.ts';
import { printableDocument, type PrintableOptions } from '#tests/support/printable-document.ts';
import { writeEInvoice } from './write-e-invoice.ts';
import { writeDocument } from './write-document.ts';

/** What other people's programs make of our files (Debian: qpdf, poppler-utils, zbar-tools). A missing program is named by the skipped test. */
const isInstalled = (tool: string) => (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, tool)));
function needs({ skip }: TestContext, ...tools: string[]): void {
  const missing = tools.filter((tool) => !isInstalled(tool));
  if (missing.length > 0) skip(`not installed here: ${missing.join(', ')}`);
}

const folder = mkdtempSync(join(tmpdir(), 'kontor-pdf-'));
const run = (tool: string, ...args: string[]) => execFileSync(tool, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
async function saved(name: string, options: PrintableOptions): Promise<string> {
  const path = join(folder, `${name}.pdf`);
  writeFileSync(path, await writeDocument(printableDocument(options), loadFontFiles));
  return path;
}

/** A logo with alpha, 4 × 2. */
function logo(): Uint8Array {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
  };
  const row = [0, ...[0, 64, 128, 255].flatMap((alpha) => [200, 30, 60, alpha])];
  const header = Buffer.from([0, 0, 0, 4, 0, 0, 0, 2, 8, 6, 0, 0, 0]);
  const data = deflateSync(Buffer.from([...row, ...row]));
  return new Uint8Array(
    Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]),
  );
}

const branding = { ...printableDocument().branding, logo: { bytes: logo(), mime: 'image/png' } };
const paths: string[] = [];
beforeAll(async () => {
  for (const template of DOCUMENT_TEMPLATES) paths.push(await saved(template, { template, branding, lines: 60 }));
  paths.push(await saved('draft', { number: null, language: 'en' }));
  paths.push(await saved('note', { kind: 'delivery_note', epc: null }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('other programs', () => {
  test('find no fault in the files’ syntax', (context) => {
    needs(context, 'qpdf');
    for (const path of paths) expect(run('qpdf', '--check', path)).toContain('No syntax or stream encoding errors found');
  });

  test('read the text back, umlauts and Łódź included, every line once', (context) => {
    needs(context, 'pdftotext');
    for (const path of paths.slice(0, 3)) {
      const text = run('pdftotext', '-layout', path, '-');
      for (const part of ['Süßwarenmanufaktur Müller & Söhne', 'Łódź', 'Björklund', 'Übertrag', 'Größe M', 'Fällig am'])
        expect(text).toContain(part);
      for (let position = 1; position <= 60; position++)
        expect(text.match(new RegExp(`^ *${position} {2,}\\S`, 'gm'))?.length, `line ${position}`).toBe(1);
    }
  });

  test('find every font embedded, as a subset, with its letters named', (context) => {
    needs(context, 'pdffonts');
    for (const path of paths) {
      const fonts = run('pdffonts', path).trim().split('\n').slice(2);
      expect(fonts.length).toBe(2);
      for (const font of fonts) expect(font).toMatch(/^[A-Z]{6}\+Inter-\w+ +CID TrueType +Identity-H +yes yes yes/);
    }
  });

  test('see a tagged A4 document with its title and language', (context) => {
    needs(context, 'pdfinfo');
    const facts = run('pdfinfo', paths[0]!);
    expect(facts).toMatch(/Title: +Rechnung INV-2026-0042/);
    expect(facts).toMatch(/Tagged: +yes/);
    expect(facts).toMatch(/Page size: +595\.276 x 841\.89 pts \(A4\)/);
  });

  test('hear headings, tables and no decoration', (context) => {
    needs(context, 'pdfinfo');
    const structure = run('pdfinfo', '-struct-text', paths[4]!);
    expect(structure).toMatch(/H1[\s\S]*Lieferschein INV-2026-0042/);
    expect(structure.match(/^ *TH:/gm)?.length).toBeGreaterThan(5);
    // Lines of one element do not run together.
    expect(structure).toContain('Co. KG, Zweigniederlassung Łódź z. Hd. Frau Żaneta Björklund Straße des 17. Juni 135 10623 Berlin');
    expect(structure).not.toContain('Seite 1');
  });

  test('scan the GiroCode from the printed page', (context) => {
    needs(context, 'pdfinfo', 'pdftoppm', 'zbarimg');
    for (const path of paths.slice(0, 3)) {
      const last = /Pages: +(\d+)/.exec(run('pdfinfo', path))?.[1] ?? '';
      run('pdftoppm', '-r', '110', '-gray', '-f', last, '-l', last, '-singlefile', path, path);
      const code = run('zbarimg', '--quiet', '--raw', `${path}.pgm`);
      expect(code.trim()).toBe(printableDocument({ lines: 60 }).epc);
    }
  });

  test('take the e-invoice out as it went in, and find nothing wrong with the file around it', async (context) => {
    needs(context, 'pdfdetach', 'qpdf');
    const invoice = sampleEInvoice({
      items: Array.from({ length: 60 }, (_, n) => item({ position: n + 1, description: `Größe ${n} № 7` })),
    });
    const bytes = await writeEInvoice({ kind: 'e_invoice', format: 'zugferd', invoice, document: printableDocument() }, loadFontFiles);
    const [path, taken] = [join(folder, 'zugferd.pdf'), join(folder, 'factur-x.xml')];
    writeFileSync(path, bytes);
    expect(run('qpdf', '--check', path)).toContain('No syntax or stream encoding errors found');
    expect(run('pdfdetach', '-list', path)).toContain('1: factur-x.xml');
    run('pdfdetach', '-save', '1', '-o', taken, path);
    expect(readFileSync(taken, 'utf8')).toBe(writeCii(invoice, 'en16931'));
    const catalog = run('qpdf', '--qdf', '--object-streams=disable', path, '-');
    expect(catalog).toContain('/AFRelationship /Alternative');
    expect(catalog).toContain('<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>');
  });

  test('draw the logo with its transparency', (context) => {
    needs(context, 'pdftoppm');
    run('pdftoppm', '-r', '30', '-singlefile', paths[0]!, join(folder, 'page'));
    expect(readFileSync(join(folder, 'page.ppm')).includes(Buffer.from([200, 30, 60]))).toBe(true);
  });
});
