import type { ReactNode } from 'react';
import { Outlet } from 'react-router-dom';
import { Logo } from '#app/Logo.tsx';
import classes from './Layout.module.css';

/** A page by itself, as a mail leads to: it says whose it is, and nothing else. */
export function BareLayout({ children = <Outlet /> }: { readonly children?: ReactNode }) {
  return (
    <main>
      <div className={`${classes.brand} ${classes.corner}`}>
        <Logo />
        Kontor
      </div>
      {children}
    </main>
  );
}
