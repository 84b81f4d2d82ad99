import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { RECEIPT_MAX_BYTES } from '#domain/files/file.ts';
import type { ShrinkImage } from './images.ts';
import { fitWithin } from './images.ts';
import { prepareReceipt } from './prepare-receipt.ts';
import { sniffType } from '#domain/files/sniff.ts';

const JPEG = [0xff, 0xd8, 0xff, 0xe0];
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const text = (value: string) => [...new TextEncoder().encode(value)];
const HEIC = [0, 0, 0, 24, ...text('ftypheic')];
const PDF = text('%PDF-1.7\n1 0 obj');
const file = (bytes: readonly number[], name: string, type = '') => new File([new Uint8Array(bytes)], name, { type });

const thumbnail = new Blob(['small'], { type: 'image/jpeg' });
const keeps: ShrinkImage = () => Promise.resolve({ stored: null, thumbnail });
const drawn =
  (size: number): ShrinkImage =>
  () =>
    Promise.resolve({ stored: new Blob([new Uint8Array(size)], { type: 'image/jpeg' }), thumbnail });
const cannotDecode: ShrinkImage = () => Promise.reject(new Error('InvalidStateError'));

test('a file is what its bytes say', () => {
  const type = (bytes: readonly number[]) => sniffType(new Uint8Array(bytes));
  expect(type(JPEG)).toBe('image/jpeg');
  expect(type(PNG)).toBe('image/png');
  expect(type([...text('RIFF'), 1, 2, 3, 4, ...text('WEBPVP8 ')])).toBe('image/webp');
  expect(type(PDF)).toBe('application/pdf');
  expect(type(text('scanner line\n%PDF-1.4'))).toBe('application/pdf');
  expect(type(HEIC)).toBe('image/heic');
  expect(type(text('<?xml version="1.0"?>\n<!-- logo --><svg xmlns="x">'))).toBe('image/svg+xml');
  expect(type([0xef, 0xbb, 0xbf, ...text('  <SVG onload=alert(1)>')])).toBe('image/svg+xml');
  expect(type(text('<?xml version="1.0"?>\n<Invoice xmlns="x">'))).toBe('application/xml');
  expect(type([0xef, 0xbb, 0xbf, ...text('\n<ubl:CreditNote xmlns:ubl="x">')])).toBe('application/xml');
  expect(type([0xff, 0xfe, ...text('<?xml ').flatMap((byte) => [byte, 0])])).toBe('application/xml');
  expect(type(text('<html>'))).toBeNull();
  expect(type(text('GIF89a'))).toBeNull();
  expect(type(text('hello <svg>'))).toBeNull();
  expect(type([0xff, 0xd8])).toBeNull();
});

test('[SYNC-61] a PDF renamed .jpg is taken as the PDF it is, under the right ending, and that is said', async () => {
  const receipt = await prepareReceipt(file(PDF, 'Taxi München.jpg', 'image/jpeg'), keeps);
  expect(receipt).toMatchObject({ mimeType: 'application/pdf', name: 'Taxi München.pdf', notes: ['renamed'], thumbnail: null });
  expect(receipt.bytes.type).toBe('application/pdf');
});

test('an e-invoice is kept as it came; other XML, drawings in it too, is refused with its reason', async () => {
  const invoice = text('<?xml version="1.0"?>\n<!-- a supplier\u2019s -->\n<rsm:CrossIndustryInvoice xmlns:rsm="x"/>');
  expect(await prepareReceipt(file(invoice, 'rechnung.pdf'), keeps)).toMatchObject({
    mimeType: 'application/xml',
    name: 'rechnung.xml',
    notes: ['renamed'],
    original: null,
    thumbnail: null,
  });
  const padding = `<!--${' '.repeat(2000)}-->`;
  for (const other of ['<?xml version="1.0"?><note><Invoice/></note>', `<?xml version="1.0"?>${padding}<svg><Invoice /></svg>`, '<?xml '])
    await expect(prepareReceipt(file(text(other), 'a.xml'), keeps)).rejects.toMatchObject({ data: { reason: 'no_e_invoice' } });
});

test('a file without an ending gets one and is not called renamed', async () => {
  expect(await prepareReceipt(file(PDF, 'invoice 2026.01'), keeps)).toMatchObject({ name: 'invoice 2026.pdf', notes: [] });
  expect(await prepareReceipt(file(JPEG, ''), keeps)).toMatchObject({ name: 'receipt.jpg', notes: [] });
});

test('a small photo is kept byte for byte', async () => {
  const receipt = await prepareReceipt(file(JPEG, 'IMG.JPEG'), keeps);
  expect([...new Uint8Array(await receipt.bytes.arrayBuffer())]).toEqual(JPEG);
  expect(receipt).toMatchObject({ mimeType: 'image/jpeg', name: 'IMG.JPEG', notes: [] });
});

test('a large photo is stored scaled down as JPEG, unless that would be larger', async () => {
  const large = file([...PNG, ...Array<number>(100).fill(0)], 'scan.png');
  expect(await prepareReceipt(large, drawn(50))).toMatchObject({ mimeType: 'image/jpeg', name: 'scan.jpg', notes: ['shrunk'] });
  expect(await prepareReceipt(large, drawn(500))).toMatchObject({ mimeType: 'image/png', name: 'scan.png', notes: [] });
});

test('HEIC is converted where the browser can decode it, else refused with the reason', async () => {
  expect(await prepareReceipt(file(HEIC, 'IMG_1.HEIC'), drawn(9))).toMatchObject({
    mimeType: 'image/jpeg',
    name: 'IMG_1.jpg',
    notes: ['converted'],
  });
  await expect(prepareReceipt(file(HEIC, 'IMG_1.HEIC'), cannotDecode)).rejects.toMatchObject({
    code: 'file_type_refused',
    data: { reason: 'heic_not_decodable' },
  });
});

test.each([
  ['0 bytes', file([], 'empty.pdf'), 'file_empty', undefined],
  ['an SVG, whatever its name', file(text('<svg></svg>'), 'logo.png', 'image/png'), 'file_type_refused', 'svg'],
  ['a type nobody knows', file(text('MZ this is a program'), 'receipt.pdf', 'application/pdf'), 'file_type_refused', 'unknown'],
  ['a photo that is cut off', file(JPEG, 'broken.jpg'), 'file_type_refused', 'undecoded'],
])('[SYNC-61] refuses %s', async (_what, given, code, reason) => {
  await expect(prepareReceipt(given, cannotDecode)).rejects.toMatchObject({
    code,
    data: reason ? { reason, name: given.name } : { name: given.name },
  });
});

test('refuses more than 20 MiB before reading it, and names the limit', async () => {
  const big = new File([new Uint8Array(RECEIPT_MAX_BYTES + 1)], 'big.pdf');
  await expect(prepareReceipt(big, keeps)).rejects.toMatchObject({ code: 'file_too_large', data: { limit: RECEIPT_MAX_BYTES } });
});

test('a file the phone cannot deliver is refused as unreadable', async () => {
  const gone = file(PDF, 'cloud.pdf');
  gone.slice = () => ({ arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) }) as unknown as Blob;
  await expect(prepareReceipt(gone, keeps)).rejects.toMatchObject({ data: { reason: 'unreadable' } });
});

test('the hash is the SHA-256 of exactly the bytes that are stored', async () => {
  const { sha256 } = await prepareReceipt(file(text('%PDF-1'), 'a.pdf'), keeps);
  expect(sha256).toBe(createHash('sha256').update('%PDF-1').digest('hex'));
});

test('a picture fits the longest side and is never enlarged', () => {
  expect(fitWithin({ width: 4000, height: 3000 }, 2400)).toEqual({ width: 2400, height: 1800 });
  expect(fitWithin({ width: 300, height: 12_000 }, 2400)).toEqual({ width: 60, height: 2400 });
  expect(fitWithin({ width: 800, height: 600 }, 2400)).toEqual({ width: 800, height: 600 });
});
