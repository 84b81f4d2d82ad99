import { groupedIban } from '#domain/documents/iban.ts';
import type { Fact } from './labels.ts';
import { LEFT, mm, NEXT_TOP, WIDTH } from './geometry.ts';
import { qrBoxes } from './qr-boxes.ts';
import { fittedSize, lineHeight, wrappedLines, put, putParagraph, textWidth, type Sheet, type Type } from './sheet.ts';

const QR = mm(26);
const CAPTION = 12;
const ABOVE = mm(8);
const FACTS_GAP = 5;

type Plan = {
  readonly x: number;
  /** Terms, then instructions, in lines. */
  readonly words: readonly (readonly string[])[];
  readonly facts: readonly Fact[];
  readonly height: number;
};

function bankFacts({ document, text }: Sheet): Fact[] {
  const { bank } = document.seller;
  if (bank.iban === '') return [];
  return [
    { label: text.account, value: groupedIban(bank.iban) },
    { label: text.bic, value: bank.bic },
    { label: text.bank, value: bank.name },
    { label: text.purpose, value: document.number ?? '' },
  ].filter((fact) => fact.value !== '');
}

/** What asks to be paid. */
const ASKING: readonly string[] = ['invoice', 'payment_slip', 'reminder'];

const wishesOf = ({ document }: Sheet): string[] =>
  [document.payment_terms.trim(), document.payment_instructions.trim()].filter((wish) => wish !== '');

function planPayment(sheet: Sheet, wishes = wishesOf(sheet)): Plan | null {
  const { document, style } = sheet;
  if (!ASKING.includes(document.kind) || document.totals.gross <= 0) return null;
  const x = document.epc === null ? LEFT : LEFT + QR + mm(7);
  const body = { size: style.body };
  const words = wishes.map((wish) => wrappedLines(sheet, wish, LEFT + WIDTH - x, body));
  const facts = bankFacts(sheet);
  if (words.length === 0 && facts.length === 0) return null;
  const lines = (1 + words.flat().length + facts.length) * lineHeight(body) + FACTS_GAP;
  return { x, words, facts, height: ABOVE * style.gap + Math.max(lines, document.epc === null ? 0 : QR + CAPTION) };
}

export const paymentHeight = (sheet: Sheet): number => planPayment(sheet)?.height ?? 0;

function putCode(sheet: Sheet, epc: string): void {
  const { document, format, palette, pdf, text, y } = sheet;
  const alt = text.qrAlt(format.money(document.totals.gross), document.seller.name);
  pdf.figure(alt, [LEFT, y, QR, QR], () => pdf.boxes(qrBoxes(epc, [LEFT, y], QR), '#000000'));
  const size = fittedSize(sheet, text.scan, QR, { size: 6.5, smallest: 5 });
  pdf.tag('P', () => put(sheet, [LEFT, y + QR + 9], text.scan, { size, color: palette.muted }));
}

function putAccount(sheet: Sheet, { x, facts }: Plan, top: number): void {
  const { palette, pdf, style } = sheet;
  const label: Type = { size: style.small, color: palette.muted };
  const valueX = x + Math.max(...facts.map((fact) => textWidth(sheet, fact.label, label))) + mm(5);
  pdf.tag('Table', () => {
    for (const [row, fact] of facts.entries()) {
      const y = top + (row + 1) * lineHeight({ size: style.body });
      pdf.tag('TR', () => {
        pdf.tag('TH', () => put(sheet, [x, y], fact.label, label), { attributes: '<</O/Table/Scope/Row>>' });
        pdf.tag('TD', () => put(sheet, [valueX, y], fact.value, { size: style.body }));
      });
    }
  });
}

/**
 * How to pay, kept together: terms and instructions, account and, where a bank app can use it, the GiroCode. Words longer than a page go
 * before the account and take as many pages as they need.
 */
export function putPayment(sheet: Sheet, turn: () => void): void {
  const above = ABOVE * sheet.style.gap;
  let plan = planPayment(sheet);
  if (plan && plan.height - above > sheet.bottom - NEXT_TOP) {
    putLongWords(sheet, turn);
    plan = planPayment(sheet, []);
  }
  if (!plan) return;
  if (sheet.y + plan.height > sheet.bottom) turn();
  else sheet.y += above;
  putBlock(sheet, plan);
  sheet.y += plan.height - above;
}

function putBlock(sheet: Sheet, plan: Plan): void {
  const { document, palette, pdf, style, text } = sheet;
  if (document.epc !== null) putCode(sheet, document.epc);
  const body: Type = { size: style.body };
  let y = sheet.y + style.body * 0.8;
  pdf.tag('H2', () => put(sheet, [plan.x, y], text.payment, { ...body, isStrong: true, color: palette.primaryText }));
  for (const lines of plan.words)
    pdf.tag('P', () => {
      for (const line of lines) put(sheet, [plan.x, (y += lineHeight(body))], line, body);
    });
  if (plan.facts.length > 0) putAccount(sheet, plan, y + FACTS_GAP);
}

function putLongWords(sheet: Sheet, turn: () => void): void {
  sheet.y += ABOVE * sheet.style.gap;
  for (const wish of wishesOf(sheet)) putParagraph(sheet, wish, { size: sheet.style.body, width: WIDTH }, turn);
}
