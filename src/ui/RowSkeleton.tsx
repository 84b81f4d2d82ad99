import classes from './RowSkeleton.module.css';

/** Placeholder lines that fade in only when reading takes noticeably long. */
export function RowSkeleton({ label, rows = 8 }: { label: string; rows?: number }) {
  return (
    <div className={classes.frame} role="status" aria-label={label} aria-busy="true">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={classes.row} />
      ))}
    </div>
  );
}
