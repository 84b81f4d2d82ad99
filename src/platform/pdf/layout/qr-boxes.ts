import { encode } from 'uqr';
import type { Box } from '#platform/pdf/writer/pdf-writer.ts';

/** A QR code (error correction M) as rectangles, one per run of dark modules in a row; sharp at any size. */
export function qrBoxes(payload: string, [left, top]: readonly [number, number], size: number): Box[] {
  const { data, size: modules } = encode(payload, { ecc: 'M', border: 0 });
  const side = size / modules;
  return data.flatMap((row, y) => {
    const boxes: Box[] = [];
    for (let x = 0; x < modules; x++) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x++;
      boxes.push([left + start * side, top + y * side, (x - start + 1) * side, side]);
    }
    return boxes;
  });
}
