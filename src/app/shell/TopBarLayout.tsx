import { Outlet } from 'react-router-dom';
import { AppBar } from './AppBar.tsx';
import classes from './Layout.module.css';

/** Only the top bar: for choosing a company, before there is anything to navigate. */
export function TopBarLayout() {
  return (
    <>
      <AppBar hasCompanies={false} />
      <main className={classes.narrow}>
        <Outlet />
      </main>
    </>
  );
}
