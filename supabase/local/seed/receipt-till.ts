import { crc32, deflateSync } from 'node:zlib';
import { glyphOf, GLYPH_WIDTH } from './pixel-font.ts';
import type { PaperText } from './receipt-lines.ts';

const COLUMNS = 34;
const SCALE = 2;
const MARGIN = 24;
const LINE = 12;
const WIDTH = (COLUMNS * GLYPH_WIDTH + 2 * MARGIN) * SCALE;
const [PAPER, INK] = [246, 40];

function wrapped(text: string): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + word.length + 1 > COLUMNS) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}
const centred = (text: string): string[] => wrapped(text).map((line) => `${' '.repeat(Math.max(0, (COLUMNS - line.length) >> 1))}${line}`);
function spread([left, right]: readonly [string, string]): string[] {
  const lines = wrapped(left);
  const last = lines.pop() ?? '';
  const isFitting = last.length + right.length < COLUMNS;
  return isFitting ? [...lines, last.padEnd(COLUMNS - right.length) + right] : [...lines, last, right.padStart(COLUMNS)];
}

function linesOf({ from, place, title, date, rows, total, thanks }: PaperText): string[] {
  const rule = '-'.repeat(COLUMNS);
  return [
    ...centred(from),
    ...centred(place),
    '',
    title,
    date,
    rule,
    ...rows.flatMap(spread),
    rule,
    ...spread(total),
    '',
    ...centred(thanks),
  ];
}

function pixelsOf(lines: readonly string[]): { rows: Uint8Array[]; height: number } {
  const height = (lines.length * LINE + 2 * MARGIN) * SCALE;
  const rows = Array.from({ length: height }, () => new Uint8Array(WIDTH + 1).fill(PAPER).fill(0, 0, 1));
  const dot = (x: number, y: number): void => {
    for (let dy = 0; dy < SCALE; dy++) rows[y * SCALE + dy]?.fill(INK, 1 + x * SCALE, 1 + (x + 1) * SCALE);
  };
  for (const [row, line] of lines.entries())
    for (const [column, letter] of Array.from(line).entries())
      for (const [x, y] of glyphOf(letter)) dot(MARGIN + column * GLYPH_WIDTH + x, MARGIN + row * LINE + y);
  return { rows, height };
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [size, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, check]);
}

/** A grey picture of what a till prints. */
export function drawTillReceipt(paper: PaperText): Uint8Array {
  const { rows, height } = pixelsOf(linesOf(paper));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.concat(rows))), chunk('IEND', Buffer.alloc(0))]);
}
