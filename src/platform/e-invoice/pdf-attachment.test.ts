import { expect, test, vi } from 'vitest';
import { writeCii } from '#domain/e-invoice/write-cii.ts';
import { writeEInvoice } from '#platform/pdf/write-e-invoice.ts';
import { writeDocument } from '#platform/pdf/write-document.ts';
import { loadFontFiles } from '#tests/support/font-files.ts';
import { printableDocument } from '#tests/support/printable-document.ts';
import { sampleEInvoice } from '#tests/support/sample-e-invoice.ts';
import { decodedXml } from '#domain/e-invoice/xml-bytes.ts';
import { attachedEInvoice, PdfLocked, PdfRefused } from './pdf-attachment.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const xml = '<?xml version="1.0"?><rsm:CrossIndustryInvoice></rsm:CrossIndustryInvoice>';
const pdf = (dictionary: string, content: string) => bytes(`%PDF-1.7\n1 0 obj\n<<${dictionary}>>\nstream\n${content}\nendstream\nendobj`);

test('the e-invoice in a PDF of ours is found, and none in one without', async () => {
  const invoice = sampleEInvoice();
  const made = await writeEInvoice({ kind: 'e_invoice', format: 'zugferd', invoice, document: printableDocument() }, loadFontFiles);
  expect(await attachedEInvoice(made)).toBe(writeCii(invoice, 'en16931'));
  expect(await attachedEInvoice(await writeDocument(printableDocument(), loadFontFiles))).toBeNull();
});

test('plain streams are read, whether or not their length is said where they are', async () => {
  expect(await attachedEInvoice(pdf(`/Type/EmbeddedFile/Length ${xml.length}`, xml))).toBe(xml);
  expect((await attachedEInvoice(pdf('/Type/EmbeddedFile/Length 7 0 R', xml)))?.trim()).toBe(xml);
});

test('another attachment, a broken one and a file that is cut off have none', async () => {
  expect(await attachedEInvoice(pdf('/Type/EmbeddedFile', '<html/>'))).toBeNull();
  expect(await attachedEInvoice(pdf('/Type/EmbeddedFile/Filter/FlateDecode', 'no zlib'))).toBeNull();
  expect(await attachedEInvoice(bytes('%PDF-1.7 stream'))).toBeNull();
});

const packed = async (...parts: Uint8Array<ArrayBuffer>[]): Promise<Uint8Array> =>
  new Uint8Array(await new Response(new Blob(parts).stream().pipeThrough(new CompressionStream('deflate'))).arrayBuffer());
const withStream = (content: Uint8Array): Uint8Array =>
  new Uint8Array([
    ...bytes(`1 0 obj\n<</Type/EmbeddedFile/Filter/FlateDecode/Length ${content.length}>>\nstream\n`),
    ...content,
    ...bytes('\nendstream'),
  ]);

test('an e-invoice that grows beyond what a receipt may be is refused; what is none is not unpacked further than its beginning', async () => {
  const much = new Uint8Array(64 * 1024 * 1024);
  await expect(attachedEInvoice(withStream(await packed(bytes(xml), much)))).rejects.toThrow(PdfRefused);
  const unpacked = vi.spyOn(ReadableStreamDefaultReader.prototype, 'read');
  expect(await attachedEInvoice(withStream(await packed(much)))).toBeNull();
  expect(unpacked.mock.calls.length).toBeLessThan(20);
  unpacked.mockRestore();
});

test('a PDF of very many streams or attachments is refused, and each place of it is looked at a few times', async () => {
  await expect(attachedEInvoice(bytes('endobj stream '.repeat(20_001)))).rejects.toThrow(PdfRefused);
  const attachment = '1 0 obj<</Type/EmbeddedFile>>stream\n';
  await expect(attachedEInvoice(bytes(`${attachment}<a/>endstream\n`.repeat(201)))).rejects.toThrow(PdfRefused);
  // None of them ends, or all of them at the same place.
  const open = attachment.repeat(10_000);
  for (const file of [open, attachment.repeat(200) + 'x'.repeat(300_000) + 'endstream']) {
    let seen = 0;
    const indexOf = String.prototype.indexOf;
    const spy = vi.spyOn(String.prototype, 'indexOf').mockImplementation(function (this: string, word: string, from = 0) {
      const found = indexOf.call(this, word, from);
      if (this.length === file.length) seen += (found < 0 ? this.length : found) - from;
      return found;
    });
    expect(await attachedEInvoice(bytes(file))).toBeNull();
    spy.mockRestore();
    expect(seen).toBeGreaterThan(file.length / 2);
    expect(seen).toBeLessThan(3 * file.length);
  }
});

test('what is attached to a PDF with a password cannot be read, and that is said; a locked PDF without an attachment is a receipt like others', async () => {
  const locked = (dictionary: string) => new Uint8Array([...pdf(dictionary, 'xyz'), ...bytes('\ntrailer\n<</Root 1 0 R/Encrypt 9 0 R>>')]);
  await expect(attachedEInvoice(locked('/Type/EmbeddedFile/Filter/FlateDecode'))).rejects.toThrow(PdfLocked);
  expect(await attachedEInvoice(locked('/Type/XObject'))).toBeNull();
  // Some encrypt the pages alone.
  expect(await attachedEInvoice(new Uint8Array([...pdf(`/Type/EmbeddedFile/Length ${xml.length}`, xml), ...bytes('/Encrypt 9 0 R')]))).toBe(
    xml,
  );
});

test('text is read in the encoding it names', () => {
  const latin = new Uint8Array([...bytes('<?xml version="1.0" encoding="ISO-8859-1"?><a>'), 0xfc, ...bytes('</a>')]);
  expect(decodedXml(latin)).toContain('<a>ü</a>');
  expect(decodedXml(new Uint8Array([0xff, 0xfe, 0x3c, 0, 0xfc, 0]))).toBe('<ü');
  expect(decodedXml(bytes('<a>ü</a>'))).toBe('<a>ü</a>');
});
