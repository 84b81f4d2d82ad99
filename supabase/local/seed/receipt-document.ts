import type { PaperText } from './receipt-lines.ts';

/** Windows-1252, which the standard fonts of a PDF are set in, beyond Latin-1. */
const BEYOND_LATIN: Readonly<Record<string, number>> = { '€': 0x80, '„': 0x84, '’': 0x92, '“': 0x93, '”': 0x94, '–': 0x96, '—': 0x97 };

const escaped = (text: string): string =>
  Array.from(text, (letter) => {
    const code = BEYOND_LATIN[letter] ?? letter.codePointAt(0) ?? 0;
    if (code > 0xff) return '?';
    return '()\\'.includes(letter) ? `\\${letter}` : String.fromCharCode(code);
  }).join('');

type Style = { readonly size: number; readonly font?: 'F1' | 'F2' };
const at = (x: number, y: number, text: string, { size, font = 'F1' }: Style): string =>
  `BT /${font} ${size} Tf ${x} ${y} Td (${escaped(text)}) Tj ET`;
/** Amounts are set in Courier: they stand under each other without a table of widths. */
const amount = (y: number, text: string, size: number): string => at(520 - text.length * size * 0.6, y, text, { size, font: 'F2' });

function content({ from, place, to, title, date, rows, total, thanks }: PaperText): string {
  const lines = [
    at(70, 770, from, { size: 15 }),
    at(70, 752, place, { size: 10 }),
    at(70, 690, to, { size: 11 }),
    at(70, 630, title, { size: 20 }),
    at(70, 608, date, { size: 10 }),
    '70 590 m 525 590 l S',
  ];
  let y = 566;
  for (const [left, right] of rows) {
    lines.push(at(70, y, left, { size: 11 }), amount(y, right, 11));
    y -= 22;
  }
  lines.push(`70 ${y + 10} m 525 ${y + 10} l S`, at(70, y - 10, total[0], { size: 13 }), amount(y - 10, total[1], 13));
  lines.push(at(70, y - 60, thanks, { size: 10 }));
  return lines.join('\n');
}

/** One page of PDF 1.4 with the standard fonts. */
export function drawDocument(paper: PaperText): Uint8Array {
  const stream = content(paper);
  const font = (name: string): string => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    font('Helvetica'),
    font('Courier'),
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const offset = body.length;
    body += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  return Buffer.from(`${body}${table}trailer\n<< /Root 1 0 R /Size ${objects.length + 1} >>\nstartxref\n${body.length}\n%%EOF\n`, 'latin1');
}
