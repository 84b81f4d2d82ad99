import { LEFT, mm, RIGHT } from './geometry.ts';
import { lineHeight, put, putRight, type Sheet, type Type } from './sheet.ts';

type TotalRow = { readonly label: string; readonly value: string; readonly isGrand: boolean };

const BLEED = 6;
const GAP = 8;
const TOTALS_LEFT = LEFT + mm(82);

function totalRows({ document, text, format }: Sheet): TotalRow[] {
  const { totals, kind, is_taxed: isTaxed, settled, letter } = document;
  const row = (label: string, amount: number, isGrand = false): TotalRow => ({ label, value: format.money(amount), isGrand });
  const parts = isTaxed ? totals.by_rate : [];
  return [
    ...(letter?.rows ?? []).map(({ label, amount }) => row(label, amount)),
    ...(settled ? [row(text.invoiced, settled.total), row(text.settled, -settled.received)] : []),
    ...(parts.length > 0 ? [row(text.net, totals.net)] : []),
    ...parts.map((part) => {
      const net = format.money(part.net);
      return row(part.untaxed === null ? text.taxOn(format.percent(part.tax_rate), net) : text.untaxed(part.untaxed, net), part.tax);
    }),
    row(kind === 'invoice' && totals.gross < 0 ? text.credited : text.gross[kind], totals.gross, true),
  ];
}

const typeOf = ({ style, palette }: Sheet, { isGrand }: TotalRow): Type => ({
  size: isGrand ? style.body + 3 : style.body,
  isStrong: isGrand,
  figures: 'tabular',
  color: isGrand ? (style.grandTotal === 'filled' ? palette.onPrimary : palette.primaryText) : palette.ink,
});

const heightOf = (sheet: Sheet, row: TotalRow): number => lineHeight(typeOf(sheet, row)) + (row.isGrand ? 12 : 3);

/** A filled ground ends where its text does not. */
const below = ({ style }: Sheet): number => (style.grandTotal === 'filled' ? 4 : 0);

/** What the totals take below the table; they stay together on a page. */
export const totalsHeight = (sheet: Sheet): number =>
  sheet.document.kind === 'delivery_note' ? 0 : GAP + totalRows(sheet).reduce((height, row) => height + heightOf(sheet, row), below(sheet));

export function putTotals(sheet: Sheet): void {
  const { pdf, palette, document } = sheet;
  if (document.kind === 'delivery_note') return;
  sheet.y += GAP;
  pdf.tag('Table', () => {
    for (const row of totalRows(sheet)) {
      const type = typeOf(sheet, row);
      const height = heightOf(sheet, row);
      const baseline = sheet.y + (height + type.size * 0.72) / 2 + (row.isGrand ? 1.5 : 0);
      if (row.isGrand) pdf.artifact(() => putGrandGround(sheet, height));
      const label: Type = row.isGrand ? type : { ...type, figures: 'proportional', color: palette.muted };
      pdf.tag('TR', () => {
        pdf.tag('TH', () => put(sheet, [TOTALS_LEFT, baseline], row.label, label), { attributes: '<</O/Table/Scope/Row>>' });
        pdf.tag('TD', () => putRight(sheet, [RIGHT, baseline], row.value, type));
      });
      sheet.y += height;
    }
  });
  sheet.y += below(sheet);
}

function putGrandGround({ pdf, style, palette, y }: Sheet, height: number): void {
  if (style.grandTotal === 'filled')
    pdf.boxes([[TOTALS_LEFT - BLEED, y + 3, RIGHT - TOTALS_LEFT + 2 * BLEED, height - 3]], palette.primary);
  else pdf.line([TOTALS_LEFT, y + 3], [RIGHT, y + 3], { width: 1, color: palette.accent });
}
