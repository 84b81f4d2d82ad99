import { useAvatar } from '#data/account-settings/use-account.ts';
import classes from './Avatar.module.css';

type Props = { /** Name or, without one, the mail address. */ name: string; path: string; isLarge?: boolean };

/** A person's picture, or their initials. Decoration: whoever shows it says the name beside it. */
export function Avatar({ name, path, isLarge = false }: Props) {
  const source = useAvatar(path);
  return (
    <span className={classes.avatar} data-size={isLarge ? 'large' : undefined} aria-hidden>
      {source ? <img src={source} alt="" /> : initials(name)}
    </span>
  );
}

/** First letters of the first and the last word, of a mail address before its `@`. */
export function initials(name: string): string {
  const words =
    name
      .split('@')[0]
      ?.split(/[\s._-]+/)
      .filter(Boolean) ?? [];
  return [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word?.[0]?.toUpperCase() ?? '').join('');
}
