import { type Icon, IconChevronRight } from '@tabler/icons-react';
import { NavLink } from 'react-router-dom';
import classes from './LinkGroups.module.css';

type PageLink = {
  readonly path: string;
  readonly icon: Icon;
  readonly label: string;
  /** A line of its own in a list. */ readonly about?: string;
};
type Props = {
  label: string;
  groups: readonly { readonly key: string; readonly heading: string; readonly links: readonly PageLink[] }[];
  /** Beside a page, or as a list of its own. */
  look?: 'side' | 'list';
  className?: string | undefined;
};

/** The pages one can go to, in groups; the one that is open is marked. */
export function LinkGroups({ label, groups, look = 'side', className }: Props) {
  return (
    <nav className={className} data-look={look} aria-label={label}>
      {groups.map(({ key, heading, links }) => (
        <div key={key} className={classes.group}>
          <p className={classes.heading}>{heading}</p>
          <div className={classes.links} data-look={look}>
            {links.map(({ path, icon: LinkIcon, label: name, about }) => (
              <NavLink key={path} to={path} className={classes.link ?? ''}>
                <LinkIcon size={look === 'side' ? 18 : 20} stroke={1.75} aria-hidden />
                <span className={classes.words}>
                  {name}
                  {about && <span className={classes.about}>{about}</span>}
                </span>
                {look === 'list' && <IconChevronRight size={18} aria-hidden />}
              </NavLink>
            ))}
          </div>
        </div>
      ))}
    </nav>
  );
}
