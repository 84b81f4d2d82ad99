import { type Icon, IconChevronRight } from '@tabler/icons-react';
import { memo } from 'react';
import { useLocation } from 'react-router-dom';
import classes from './LinkGroups.module.css';
import { PlainLink } from './PlainLink.tsx';

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

/** The pages one can go to, in groups; the one that is open, or that an open one lies below, is marked. */
export function LinkGroups({ label, groups, look = 'side', className }: Props) {
  const { pathname } = useLocation();
  return (
    <nav className={className} data-look={look} aria-label={label}>
      {groups.map(({ key, heading, links }) => (
        <div key={key} className={classes.group}>
          <p className={classes.heading}>{heading}</p>
          <div className={classes.links} data-look={look}>
            {links.map((link) => (
              <Line key={link.path} {...link} look={look} isOpen={pathname === link.path || pathname.startsWith(`${link.path}/`)} />
            ))}
          </div>
        </div>
      ))}
    </nav>
  );
}

type LineProps = PageLink & { look: 'side' | 'list'; isOpen: boolean };

/** Drawn anew when it is opened or left, not with each change of the address. */
const Line = memo(function Line({ path, icon: LinkIcon, label, about, look, isOpen }: LineProps) {
  return (
    <PlainLink to={path} className={classes.link} aria-current={isOpen ? 'page' : undefined}>
      <LinkIcon size={look === 'side' ? 18 : 20} stroke={1.75} aria-hidden />
      <span className={classes.words}>
        {label}
        {about && <span className={classes.about}>{about}</span>}
      </span>
      {look === 'list' && <IconChevronRight size={18} aria-hidden />}
    </PlainLink>
  );
});
