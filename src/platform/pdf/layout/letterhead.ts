import { documentFacts } from './labels.ts';
import { ADDRESS_FIELD, BODY_TOP, FACTS, LEFT, mm, RIGHT, WIDTH } from './geometry.ts';
import { fittedSize, lineHeight, wrappedLines, put, putRight, shortened, type Sheet, type Type } from './sheet.ts';
import { PAGE_WIDTH } from '#platform/pdf/writer/pdf-writer.ts';

const LOGO = { width: mm(55), height: mm(20), top: mm(14) } as const;
const ADDRESS_LINES = 6;
const FACT_COLUMNS = 5;

function putLogo(sheet: Sheet): boolean {
  const { logo, style, document, pdf } = sheet;
  if (!logo) return false;
  const scale = Math.min(LOGO.width / logo.width, LOGO.height / logo.height);
  const [width, height] = [logo.width * scale, logo.height * scale];
  const x = style.senderPlace === 'left' ? LEFT : RIGHT - width;
  const box = [x, LOGO.top, width, height] as const;
  pdf.figure(document.seller.name, box, () => pdf.image(logo, box));
  return true;
}

/** Without a logo the company's name stands for it. */
function putWordmark(sheet: Sheet): void {
  const { style, palette, document, pdf } = sheet;
  const type = { size: style.title > 20 ? 11 : 13, isStrong: true, color: palette.primaryText };
  const lines = wrappedLines(sheet, document.seller.name, mm(70), type);
  pdf.tag('P', () => {
    for (const [row, line] of lines.entries()) {
      const at = mm(20) + row * lineHeight(type);
      if (style.senderPlace === 'left') put(sheet, [LEFT, at], line, type);
      else putRight(sheet, [RIGHT, at], line, type);
    }
  });
}

/** The compact template names the sender at the head, because its footer is only a line. */
function putSender(sheet: Sheet): void {
  const { style, palette, document, pdf } = sheet;
  if (style.senderPlace === 'right') return;
  const { seller } = document;
  const type = { size: style.small, color: palette.muted };
  const name = sheet.logo ? [shortened(sheet, seller.name, mm(80), { ...type, isStrong: true })] : [];
  const lines = [...name, ...seller.address_lines, seller.phone, seller.email, seller.website].filter(Boolean);
  pdf.tag('P', () => {
    for (const [row, line] of lines.entries()) {
      const isName = row < name.length;
      putRight(sheet, [RIGHT, mm(16) + row * lineHeight(type)], line, isName ? { ...type, isStrong: true, color: palette.ink } : type);
    }
  });
}

/** One line if it fits at a legible size, else two: an address without its town brings no letter back. */
function putReturnLine(sheet: Sheet): void {
  const { seller } = sheet.document;
  const value = [seller.name, ...seller.address_lines].filter(Boolean).join(' · ');
  const size = fittedSize(sheet, value, ADDRESS_FIELD.width, { size: 6.5, smallest: 5.5 });
  const type = { size, color: sheet.palette.muted };
  const lines = wrappedLines(sheet, value, ADDRESS_FIELD.width, type);
  sheet.pdf.tag('P', () => {
    for (const [row, line] of lines.entries())
      put(sheet, [LEFT, ADDRESS_FIELD.returnLine - (lines.length - 1 - row) * lineHeight(type)], line, type);
  });
}

/** Six lines are what the window shows; a longer address becomes smaller. */
function putAddress(sheet: Sheet): void {
  const { buyer, layout } = sheet.document;
  const contact = buyer.contact === '' || layout < 2 ? buyer.contact : sheet.text.attention(buyer.contact);
  const parts = [buyer.name, contact, ...buyer.address_lines].filter(Boolean);
  const laidOut = (size: number) => parts.flatMap((part) => wrappedLines(sheet, part, ADDRESS_FIELD.width, { size }));
  const height = ADDRESS_FIELD.bottom - ADDRESS_FIELD.top;
  const size = [10, 9, 8, 7].find((points) => laidOut(points).length * points <= (ADDRESS_LINES * 10 * height) / mm(27.3)) ?? 6;
  const lines = laidOut(size);
  const pitch = Math.min(height / lines.length, size * 1.29);
  sheet.pdf.tag('P', () => {
    for (const [row, line] of lines.entries()) put(sheet, [LEFT, ADDRESS_FIELD.top + size + row * pitch], line, { size });
  });
}

/** A label and its value on a line, the value from the right. */
function putFactColumn(sheet: Sheet): void {
  const { palette, pdf, style } = sheet;
  const label: Type = { size: 8, color: palette.muted };
  const value: Type = { size: 8.5, isStrong: true };
  let y = FACTS.top + value.size;
  pdf.tag('Table', () => {
    for (const fact of documentFacts(sheet.document, sheet.format)) {
      const lines = wrappedLines(sheet, fact.value, mm(37), value);
      pdf.tag('TR', () => {
        pdf.tag('TH', () => put(sheet, [FACTS.left, y], fact.label, label), { attributes: '<</O/Table/Scope/Row>>' });
        pdf.tag('TD', () => {
          for (const [row, line] of lines.entries()) putRight(sheet, [RIGHT, y + row * lineHeight(value)], line, value);
        });
      });
      y += lines.length * lineHeight(value) + (style.body > 8 ? 3 : 2);
    }
  });
  sheet.y = Math.max(sheet.y, y);
}

/** Labels above their values beside each other. The number is not among them: in these templates the title names it. */
function putFactStrip(sheet: Sheet): void {
  const { palette, pdf, style } = sheet;
  const label: Type = { size: style.small - 0.5, color: palette.muted };
  const value: Type = { size: style.body, isStrong: true };
  const facts = documentFacts({ ...sheet.document, number: null }, sheet.format);
  const columns = Math.ceil(facts.length / Math.ceil(facts.length / FACT_COLUMNS));
  const width = WIDTH / columns;
  const cells = facts.map((fact) => ({ ...fact, lines: wrappedLines(sheet, fact.value, width - mm(4), value) }));
  pdf.tag('Table', () => {
    for (let at = 0; at < cells.length; at += columns) {
      const row = cells.slice(at, at + columns);
      pdf.tag('TR', () => {
        for (const [column, cell] of row.entries()) {
          const x = LEFT + column * width;
          pdf.tag('TH', () => put(sheet, [x, sheet.y + label.size], cell.label, label), { attributes: '<</O/Table/Scope/Column>>' });
        }
      });
      pdf.tag('TR', () => {
        for (const [column, cell] of row.entries())
          pdf.tag('TD', () => {
            for (const [line, content] of cell.lines.entries())
              put(sheet, [LEFT + column * width, sheet.y + label.size + (line + 1) * lineHeight(value) + 1], content, value);
          });
      });
      sheet.y += label.size + Math.max(...row.map((cell) => cell.lines.length)) * lineHeight(value) + (style.body > 8 ? 12 : 8);
    }
  });
}

function putTitle(sheet: Sheet): void {
  const { palette, pdf, style, text, document, title } = sheet;
  const type = { size: style.title, isStrong: true, color: palette.primaryText };
  if (style.titlePlace === 'body') {
    const size = fittedSize(sheet, title, WIDTH, { ...type, smallest: 11 });
    sheet.y += size;
    pdf.tag('H1', () => put(sheet, [LEFT, sheet.y], title, { ...type, size, tracking: -size / 80 }));
    return;
  }
  const word = document.letter?.title ?? text[document.kind];
  const size = fittedSize(sheet, word, mm(100), { ...type, smallest: 18 });
  pdf.tag('H1', () => {
    put(sheet, [LEFT, mm(26)], word, { ...type, size, tracking: -size / 60 });
    put(sheet, [LEFT, mm(26) + 19], document.number ?? text.draft, { size: 12, color: palette.accentText });
  });
}

/** The first page down to where its table begins; leaves the pen there. */
export function putLetterhead(sheet: Sheet): void {
  const { style, palette, pdf } = sheet;
  const isStudio = style.titlePlace === 'head';
  if (isStudio) pdf.artifact(() => pdf.boxes([[0, 0, PAGE_WIDTH, mm(4)]], palette.primary));
  if (isStudio) putTitle(sheet);
  if (!putLogo(sheet)) putWordmark(sheet);
  putSender(sheet);
  putReturnLine(sheet);
  putAddress(sheet);
  if (style.facts === 'column') putFactColumn(sheet);
  sheet.y = Math.max(sheet.y + mm(4), BODY_TOP);
  if (!isStudio) putTitle(sheet);
  if (style.facts === 'strip') {
    sheet.y += isStudio ? mm(2) : mm(4);
    putFactStrip(sheet);
  }
  sheet.y += style.facts === 'strip' ? 2 : mm(6);
  putOpening(sheet);
}

/** The words a letter begins with, where the customer's are known. */
function putOpening(sheet: Sheet): void {
  const { document, style, text } = sheet;
  const { salutation } = document.buyer;
  const opening = text.opening[document.kind];
  if (document.layout < 2 || salutation === '' || opening === '') return;
  const type = { size: style.body };
  for (const part of [salutation, opening])
    sheet.pdf.tag('P', () => {
      for (const line of wrappedLines(sheet, part, WIDTH, type)) put(sheet, [LEFT, (sheet.y += lineHeight(type))], line, type);
    });
  sheet.y += mm(4);
}
