import { useMemo } from 'react';
import { encode } from 'uqr';
import classes from './QrCode.module.css';

type Props = { payload: string; label: string };

/** A QR code drawn as SVG: dark on white in every colour scheme, since many readers refuse an inverted one. */
export function QrCode({ payload, label }: Props) {
  const { path, size } = useMemo(() => qrPath(payload), [payload]);
  return (
    <svg className={classes.code} viewBox={`-4 -4 ${size + 8} ${size + 8}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={path} />
    </svg>
  );
}

/** The dark modules as one path, a rectangle per run in a row; `size` is the modules per side, without the quiet zone. */
export function qrPath(payload: string): { path: string; size: number } {
  const { data, size } = encode(payload, { ecc: 'M', border: 0 });
  const runs = data.flatMap((row, y) => {
    const found: string[] = [];
    for (let x = 0; x < size; x += 1) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x += 1;
      found.push(`M${start} ${y}h${x - start + 1}v1H${start}z`);
    }
    return found;
  });
  return { path: runs.join(''), size };
}
