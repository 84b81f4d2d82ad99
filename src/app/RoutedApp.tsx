import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { matchPath, Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { session } from '#data/session/session.ts';
import { useCurrentCompany, useSession } from '#data/session/use-session.ts';
import type { Session } from '#data/session/session-service.ts';
import { accessRedirect, type Visitor } from './access-redirect.ts';
import { BootFrame } from './BootFrame.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { type AppRoute, routes } from './routes.tsx';
import { BareLayout } from './shell/BareLayout.tsx';
import { CompanyArea } from './shell/CompanyArea.tsx';
import { LoggedOutLayout } from './shell/LoggedOutLayout.tsx';
import { TopBarLayout } from './shell/TopBarLayout.tsx';
import { useDocumentTitle } from './use-document-title.ts';

/** Restores the stored session; never waits for the network. */
export const startSession = (): Promise<void> => session.start();

const layouts = { default: CompanyArea, top_bar: TopBarLayout, logged_out: LoggedOutLayout, bare: BareLayout };

/** Everything behind the boot frame: who is here, where they may go, and the page in its layout. */
export function RoutedApp() {
  const { t } = useTranslation('navigation');
  const place = useLocation();
  const current = useSession();
  const company = useCurrentCompany();
  const route = routes.find(({ path }) => matchPath(path, place.pathname) !== null);
  useDocumentTitle(t(route?.title ?? 'title.notFound'));
  usePreloadedPages(current.status === 'signed_in');

  const isSettling = current.status === 'restoring' || (current.status === 'signed_out' && !current.isReady);
  if (isSettling || (current.status === 'signed_in' && company.status === 'loading')) return <BootFrame />;

  const visitor = visitorOf(current, company.current !== null);
  const target = route && accessRedirect(route.access, visitor, { path: place.pathname, search: place.search });
  if (target) return <Navigate to={target} replace />;

  return (
    <ErrorBoundary resetKey={place.pathname}>
      <Routes>
        {Object.entries(layouts).map(([name, Layout]) => (
          <Route key={name} element={<Layout />}>
            {routes.filter(({ layout }) => layout === name).map(pageRoute)}
            {name === notFoundLayout(visitor) && <Route path="*" element={<NotFoundPage />} />}
          </Route>
        ))}
      </Routes>
    </ErrorBoundary>
  );
}

function pageRoute({ path, page }: AppRoute) {
  return (
    <Route
      key={path}
      path={path}
      element={
        <Suspense fallback={null}>
          <page.Component />
        </Suspense>
      }
    />
  );
}

const notFoundLayout = (visitor: Visitor) => (visitor.session !== 'signed_in' ? 'bare' : visitor.hasCompany ? 'default' : 'top_bar');

function visitorOf(current: Session, hasCompany: boolean): Visitor {
  const status = current.status === 'restoring' ? 'signed_out' : current.status;
  return { session: status, isRecovery: 'isRecovery' in current && current.isRecovery, hasPendingInvites: false, hasCompany };
}

/** Pages open instantly because their code is fetched while nobody waits for it. */
function usePreloadedPages(isSignedIn: boolean): void {
  useEffect(() => {
    if (!isSignedIn || !('requestIdleCallback' in globalThis)) return undefined;
    const timer = setTimeout(() => {
      for (const { page, layout } of routes) if (layout === 'default') requestIdleCallback(page.preload);
    }, 3000);
    return () => clearTimeout(timer);
  }, [isSignedIn]);
}
