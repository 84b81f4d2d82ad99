import classes from './ShareBar.module.css';

type Part = { readonly key: string; /** Between 0 and 1. */ readonly share: number };

/** Parts of a whole in one line; the list beside it says the same in words and numbers. */
export function ShareBar({ parts }: { parts: readonly Part[] }) {
  return (
    <div className={classes.bar} aria-hidden>
      {parts.map(({ key, share }) => share > 0 && <span key={key} data-part={key} style={{ flexGrow: share }} />)}
    </div>
  );
}
