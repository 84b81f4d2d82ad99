import { memo, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import type { InviteCheck } from '#data/user-management/invite-check.ts';
import { useInviteCheck } from '#data/user-management/use-invite-check.ts';
import { useHeld } from '#data/device/use-held.ts';
import type { CompanyChoice } from '#data/session/company-choice.ts';
import { companyChoice, session } from '#data/session/session.ts';
import { useCurrentCompany, useSession } from '#data/session/use-session.ts';
import type { Session } from '#data/session/session-service.ts';
import { sleep, systemClock } from '#platform/clock/clock.ts';
import { expectFirstPage } from '#platform/start/first-page.ts';
import { DEFAULT_LANGUAGE, pathInLanguage } from '#platform/i18n/languages.ts';
import { accessRedirect, type Visitor } from './access-redirect.ts';
import { BootFrame } from './BootFrame.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { HeldNotice } from './HeldNotice.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { PageAnnouncer } from './PageAnnouncer.tsx';
import type { AppRoute, LayoutName } from './app-route.ts';
import { lazyPage } from './lazy-page.tsx';
import { setPagesHere } from './pages-here.ts';
import { routeOf, routes } from './routes.tsx';
import { useCompanyArrival } from './shell/company-arrival.ts';
import { RowSkeleton } from '#ui/RowSkeleton.tsx';
import { BareLayout } from './shell/BareLayout.tsx';
import { LoggedOutLayout } from './shell/LoggedOutLayout.tsx';
import { TopBarLayout } from './shell/TopBarLayout.tsx';
import { useDocumentTitle } from './use-document-title.ts';
import { useFirstPage } from './use-first-page.ts';
import { useScrollMemory } from './use-scroll-memory.ts';

/** Long enough for a chunk from the cache, short enough that nobody waits for a page before seeing the app. */
const firstPageMs = 1000;

setPagesHere((path) => routeOf(path)?.page.isHere() ?? false);

/** Restores the stored session, without waiting for the network, and has the first page's code at hand for the first render. */
export async function startSession(): Promise<void> {
  expectFirstPage();
  await session.start();
  const path = pathInLanguage(location.pathname, DEFAULT_LANGUAGE);
  const isSignedIn = session.getSnapshot().status === 'signed_in';
  const isPublic = routeOf(path)?.access === 'public' || routeOf(path)?.access === 'open';
  const first = isSignedIn || isPublic ? path : LOGIN;
  const route = routeOf(first);
  if (!route) return;
  const code = [route.page.preload()];
  const next = first === '/' && routeOf(HOME);
  if (next) code.push(next.page.preload());
  if (route.layout === 'default') code.push(companyArea.preload().then(() => openCompany(route)));
  await Promise.race([Promise.all(code), sleep(systemClock, firstPageMs)]);
}

/** The company that will be shown opens while React draws what stands around it. */
async function openCompany({ readAhead }: AppRoute): Promise<void> {
  const { openWithPage } = await import('#data/opening/read-ahead.ts');
  const company = await knownCompany();
  const userId = session.currentUserId();
  if (userId && company)
    openWithPage(
      { userId, companyId: company.id },
      readAhead && ((opened) => readAhead({ ...opened, search: new URLSearchParams(location.search) })),
    );
}

/** The current company, as soon as the device or the server has said which there are. */
function knownCompany(): Promise<CompanyChoice['current']> {
  return new Promise((resolve) => {
    const look = () => {
      const { status, current } = companyChoice.getSnapshot();
      if (status !== 'ready') return;
      stop();
      resolve(current);
    };
    const stop = companyChoice.subscribe(look);
    look();
  });
}

/** Fetches what whoever is about to sign in will see. */
const prepareCompany = (): void => void Promise.all([companyArea.preload(), routeOf(HOME)?.page.preload()]);

const HOME = '/finance/dashboard';
const LOGIN = '/auth/login';

/** The company's area brings the local data layer along; a sign-in page stands without it. */
const companyArea = lazyPage(async () => (await import('./shell/CompanyArea.tsx')).CompanyArea);

const layouts = { default: CompanyLayout, top_bar: TopBarLayout, logged_out: LoggedOutLayout, bare: BareLayout };

/** Everything behind the boot frame: who is here, where they may go, and the page in its layout. */
export function RoutedApp() {
  const { i18n } = useTranslation('navigation');
  const place = useLocation();
  const current = useSession();
  const company = useCurrentCompany();
  const invites = useInviteCheck();
  const route = routeOf(place.pathname);
  const title = i18n.t(route?.title ?? 'navigation:title.notFound');
  useDocumentTitle(title, i18n.language);
  useScrollMemory();
  useCompanyArrival();
  usePreloadedPages(current.status === 'signed_in');

  const isSettling = current.status === 'restoring' || (current.status === 'signed_out' && !current.isReady);
  // A public page must not go away under a visitor who is just becoming signed in: a mail's link works once.
  // An unknown address stands in the frame of whoever looks, and without them nobody knows which that is.
  const needsCompanies = route === undefined || route.access === 'company' || route.access === 'signed_in';
  const isDrawn = !isSettling && !(needsCompanies && current.status === 'signed_in' && company.status === 'loading');
  useFirstPage({ isDrawn, isSignedIn: current.status === 'signed_in', prepare: prepareCompany });
  if (!isDrawn) return <Coming />;

  const visitor = visitorOf(current, company.current !== null, invites);
  const target = route && accessRedirect(route.access, visitor, { path: place.pathname, search: place.search, hash: place.hash });
  // A key, because the same redirect from another place is another redirect: the page behind may have moved on meanwhile.
  if (target) return <Navigate key={place.key} to={target} replace />;

  return (
    <ErrorBoundary resetKey={place.pathname}>
      <PageAnnouncer title={title} />
      <Screen route={route} layout={route?.layout ?? notFoundLayout(visitor)} />
    </ErrorBoundary>
  );
}

/**
 * The page in its layout. Drawn by its route and the address: with each step of the session every link on the screen would be made anew. The router
 * is given only the route that is known already; it would rank the whole table with each change of the address.
 */
const Screen = memo(function Screen({ route, layout }: { route: AppRoute | undefined; layout: LayoutName }) {
  const Layout = layouts[layout];
  return (
    <Routes>
      <Route element={<Layout />}>{route ? pageRoute(route) : <Route path="*" element={<NotFoundPage />} />}</Route>
    </Routes>
  );
});

function CompanyLayout() {
  return (
    <Suspense fallback={<BootFrame />}>
      <companyArea.Page />
    </Suspense>
  );
}

function pageRoute({ path, page }: AppRoute) {
  return (
    <Route
      path={path}
      element={
        <Suspense fallback={<ComingPage />}>
          <page.Page />
        </Suspense>
      }
    />
  );
}

/** What stands in the place of the app until it is known who is here and in which company. */
function Coming() {
  if (!useHeld()) return <BootFrame />;
  return (
    <BareLayout>
      <HeldNotice />
    </BareLayout>
  );
}

/** Nothing for a moment; on a slow line that something comes, where otherwise a bar would stand above an empty page. */
function ComingPage() {
  const { t } = useTranslation();
  return <RowSkeleton label={t('app.loading')} />;
}

const notFoundLayout = (visitor: Visitor) => (visitor.session !== 'signed_in' ? 'bare' : visitor.hasCompany ? 'default' : 'top_bar');

function visitorOf(current: Session, hasCompany: boolean, { invites, isDeciding, isNews }: InviteCheck): Visitor {
  const status = current.status === 'restoring' ? 'signed_out' : current.status;
  return {
    session: status,
    isRecovery: 'isRecovery' in current && current.isRecovery,
    hasPendingInvites: invites.length > 0,
    isDecidingInvites: isDeciding,
    hasInviteNews: isNews,
    hasCompany,
    hasLeft: current.status === 'signed_out' && (current.reason === 'signed_out' || current.reason === 'other_tab'),
  };
}

/** Pages open instantly because their code is fetched while nobody waits for it. */
function usePreloadedPages(isSignedIn: boolean): void {
  useEffect(() => {
    if (!isSignedIn || !('requestIdleCallback' in globalThis)) return undefined;
    const timer = setTimeout(() => {
      for (const { page, layout } of routes) if (layout === 'default') requestIdleCallback(() => void page.preload());
    }, 3000);
    return () => clearTimeout(timer);
  }, [isSignedIn]);
}
