import classes from './PageAnnouncer.module.css';

/** Says the new page's title to screen readers, which notice no page change in an app like this. */
export function PageAnnouncer({ title }: { title: string }) {
  return (
    <div className={classes.hidden} aria-live="polite" aria-atomic="true">
      {title}
    </div>
  );
}
