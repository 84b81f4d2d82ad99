import type { PrintableItem } from '#domain/documents/printable-document.ts';
import { lineHeight, wrappedLines, type Sheet, type Type } from './sheet.ts';

type Line = { readonly value: string; readonly isDetail: boolean };

/** An item, or a part of a long one. Values stand in its first part. */
export type TableRow = {
  readonly item: PrintableItem;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly lines: readonly Line[];
  readonly height: number;
};

export type RowTypes = { readonly cell: Type; readonly itemTitle: Type; readonly detail: Type };

function linesOfItem(sheet: Sheet, item: PrintableItem, width: number, types: RowTypes): Line[] {
  const [title = '', ...rest] = item.description.trim().split(/\r\n|[\r\n]/);
  const details = sheet.document.show_description ? rest.join('\n').trim() : '';
  return [
    ...wrappedLines(sheet, title, width, types.itemTitle).map((value) => ({ value, isDetail: false })),
    ...(details === '' ? [] : wrappedLines(sheet, details, width, types.detail).map((value) => ({ value, isDetail: true }))),
  ];
}

export const rowLineHeight = (line: Line, types: RowTypes): number => lineHeight(line.isDetail ? types.detail : types.itemTitle);

/** The items as rows none of which is higher than `highest`: a longer item becomes several, between which a page may end. */
export function tableRows(sheet: Sheet, width: number, types: RowTypes, highest: number): TableRow[] {
  const padding = sheet.style.rowPadding;
  const most = highest - 2 * padding;
  return sheet.document.items.flatMap((item) => {
    const parts: { lines: Line[]; height: number }[] = [];
    for (const line of linesOfItem(sheet, item, width, types)) {
      const height = rowLineHeight(line, types);
      const part = parts.at(-1);
      if (part && part.height + height <= most) {
        part.lines.push(line);
        part.height += height;
      } else parts.push({ lines: [line], height });
    }
    return parts.map(({ lines, height }, index) => {
      const [isFirst, isLast] = [index === 0, index === parts.length - 1];
      return { item, lines, isFirst, isLast, height: height + (isFirst ? padding : 0) + (isLast ? padding : 0) };
    });
  });
}
