import type { Mark, PageDrawing } from '#platform/pdf/layout/page-drawing.ts';
import classes from './DocumentPreview.module.css';

type Props = { drawing: PageDrawing; logoUrl: string | null; label: string };

/** A drawn page as a picture that scales with its place. */
export function DrawnPage({ drawing, logoUrl, label }: Props) {
  return (
    <svg viewBox="0 0 595.276 841.89" role="img" aria-label={label} className={classes.page} data-family={drawing.family}>
      {drawing.marks.map((mark, index) => (
        <DrawnMark key={index} mark={mark} logoUrl={logoUrl} />
      ))}
    </svg>
  );
}

function DrawnMark({ mark, logoUrl }: { mark: Mark; logoUrl: string | null }) {
  if (mark.kind === 'boxes') {
    const path = mark.boxes.map(([x, y, width, height]) => `M${x} ${y}h${width}v${height}h${-width}z`).join('');
    return <path d={path} fill={mark.color} />;
  }
  if (mark.kind === 'line') {
    const [[x1, y1], [x2, y2]] = [mark.from, mark.to];
    return <line x1={x1} y1={y1} x2={x2} y2={y2} stroke={mark.color} strokeWidth={mark.width} />;
  }
  if (mark.kind === 'image') {
    const [x, y, width, height] = mark.box;
    return logoUrl ? <image href={logoUrl} x={x} y={y} width={width} height={height} /> : null;
  }
  const turn = mark.degrees === 0 ? {} : { transform: `rotate(${-mark.degrees} ${mark.x} ${mark.y})` };
  return (
    <text
      x={mark.x}
      y={mark.y}
      fontSize={mark.size}
      fontWeight={mark.isStrong ? 600 : 400}
      fill={mark.color}
      textLength={mark.width}
      lengthAdjust="spacingAndGlyphs"
      {...turn}
    >
      {mark.value}
    </text>
  );
}
