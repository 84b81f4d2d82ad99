import { type AnchorHTMLAttributes, type MouseEvent, use } from 'react';
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router-dom';

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'target'> & {
  /** From the root, without the language's prefix. */
  to: string;
  state?: unknown;
};

/**
 * A link within the app, for where there are many: the router's own is made of two dozen hooks and drawn with each change of the address, of which a
 * path from the root knows nothing. Presses with a key or another button are the browser's, as on any link.
 */
export function PlainLink({ to, state, onClick, children, ...props }: Props) {
  const { basename, navigator } = use(NavigationContext);
  const href = basename === '/' ? to : basename + to;
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const isHere = location.pathname + location.search + location.hash === href;
    if (isHere) navigator.replace(href, state);
    else navigator.push(href, state);
  };
  return (
    <a
      {...props}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    >
      {children}
    </a>
  );
}
