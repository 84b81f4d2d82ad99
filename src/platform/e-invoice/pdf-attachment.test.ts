import { expect, test } from 'vitest';
import { writeCii } from '#domain/e-invoice/write-cii.ts';
import { writeEInvoice } from '#platform/pdf/write-e-invoice.ts';
import { writeDocument } from '#platform/pdf/write-document.ts';
import { loadFontFiles } from '#tests/support/font-files.ts';
import { printableDocument } from '#tests/support/printable-document.ts';
import { sampleEInvoice } from '#tests/support/sample-e-invoice.ts';
import { decodedXml } from '#domain/e-invoice/xml-bytes.ts';
import { attachedEInvoice } from './pdf-attachment.ts';

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

test('a stream that grows beyond what a receipt may be is given up', async () => {
  const bomb = new Blob([new Uint8Array(64 * 1024 * 1024)]).stream().pipeThrough(new CompressionStream('deflate'));
  const packed = new Uint8Array(await new Response(bomb).arrayBuffer());
  const head = bytes(`1 0 obj\n<</Type/EmbeddedFile/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`);
  const file = new Uint8Array([...head, ...packed, ...bytes('\nendstream')]);
  expect(await attachedEInvoice(file)).toBeNull();
});

test('text is read in the encoding it names', () => {
  const latin = new Uint8Array([...bytes('<?xml version="1.0" encoding="ISO-8859-1"?><a>'), 0xfc, ...bytes('</a>')]);
  expect(decodedXml(latin)).toContain('<a>ü</a>');
  expect(decodedXml(new Uint8Array([0xff, 0xfe, 0x3c, 0, 0xfc, 0]))).toBe('<ü');
  expect(decodedXml(bytes('<a>ü</a>'))).toBe('<a>ü</a>');
});
