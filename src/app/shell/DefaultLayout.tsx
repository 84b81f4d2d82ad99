import { type ComponentProps, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router-dom';
import { useKeptLogo } from '#data/branding/use-kept-logo.ts';
import { useCompany } from '#data/core/company-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import type { Opening } from '#data/opening/CompanyProvider.tsx';
import { useSyncSummary } from '#data/sync-centre/use-sync.ts';
import { ErrorBoundary } from '#app/ErrorBoundary.tsx';
import { routeOf } from '#app/routes.tsx';
import { lazyDialog } from '#ui/lazy-dialog.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { preparePrinting } from '#ui/printing.ts';
import '#ui/print.css';
import { AppBar, BellPlace } from './AppBar.tsx';
import { Banners } from './Banners.tsx';
import { BottomNavigation } from './BottomNavigation.tsx';
import { CompanyOpeningScreen } from './CompanyOpeningScreen.tsx';
import { createTargets } from './create-target.ts';
import classes from './Layout.module.css';
import { EarlyTyping } from './EarlyTyping.tsx';
import { isAllowed, visibleNavigation } from './navigation.ts';
import { NoPermissionPage } from './NoPermissionPage.tsx';
import type { Palette as ReadyPalette } from './Palette.tsx';
import { SideNavigation } from './SideNavigation.tsx';
import { SyncChip } from './SyncChip.tsx';
import { useAccessRefreshNotice } from './use-access-refresh-notice.ts';
import { useRatesReadAhead } from './use-rates-read-ahead.ts';
import { noteSending } from './use-update.ts';
import { useShortcuts } from './use-shortcuts.ts';

type PaletteProps = Omit<ComponentProps<typeof ReadyPalette>, 'called'> & {
  /** What is typed before it is here. */ onType: (text: string) => void;
};
const Palette = lazyDialog<PaletteProps>(async () => {
  const [{ Palette: Ready }, called] = await Promise.all([
    import('./Palette.tsx'),
    import('./palette-commands.ts').then(({ directoryWords }) => directoryWords()),
  ]);
  return (props) => <Ready {...props} called={called} />;
}, EarlyTyping);
const ShortcutSheet = lazyDialog(async () => (await import('./ShortcutSheet.tsx')).ShortcutSheet);
const NeedsBell = lazyPart(async () => (await import('./NeedsBell.tsx')).NeedsBell, BellPlace);

/** What lies over the page: the search and the sheet of keys. */
function useLayers() {
  const [isSheetOpen, setSheetOpen] = useState(false);
  const [isSearching, setSearching] = useState(false);
  const early = useRef('');
  return {
    isSheetOpen,
    showSheet: () => setSheetOpen(true),
    closeSheet: () => setSheetOpen(false),
    isSearching,
    search() {
      early.current = '';
      setSearching(true);
    },
    stopSearching: () => setSearching(false),
    /** What is typed before the search is here. */
    keepEarly: (text: string) => void (early.current = text),
    typedEarly: () => early.current,
  };
}

/** The app bar, and below it the open company or what stands in its place meanwhile: the bar stays, with whatever is open in it. */
export function DefaultLayout({ opening }: { opening: Opening | null }) {
  const { t } = useTranslation('navigation');
  const layers = useLayers();
  const tools = {
    chip: <LiveChip />,
    bell: <LateBell />,
    onShowShortcuts: layers.showSheet,
    onSearch: layers.search,
  };
  return (
    <>
      {!opening && (
        <a href="#content" className={classes.skip}>
          {t('skip')}
        </a>
      )}
      <AppBar {...(opening ? {} : tools)} />
      {opening ? <CompanyOpeningScreen state={opening} /> : <OpenCompany layers={layers} />}
    </>
  );
}

type OpenProps = { layers: ReturnType<typeof useLayers> };

/** Navigation and the page. */
function OpenCompany({ layers }: OpenProps) {
  const { db, ctx } = useCompany();
  const { pathname } = useLocation();
  useEffect(preparePrinting, []);
  const { isSheetOpen, showSheet, isSearching, search } = layers;
  const route = routeOf(pathname);
  useShortcuts({ createPath: route?.createPath, onShowSheet: showSheet, onSearch: search });
  usePreparedSearch(db);
  useRatesReadAhead();
  useOpenedRecords(ctx.companyId, pathname);
  useKeptLogo();
  useAccessRefreshNotice();
  const groups = useMemo(() => visibleNavigation(ctx.access), [ctx.access]);
  const targets = useMemo(() => createTargets(pathname, ctx.access), [pathname, ctx.access]);

  return (
    <>
      <div className={classes.columns}>
        <SideNavigation groups={groups} />
        <main id="content" className={classes.main} tabIndex={-1}>
          <Banners />
          <ErrorBoundary isInside resetKey={pathname}>
            {isAllowed(ctx.access, route?.permissions) ? <Outlet /> : <NoPermissionPage />}
          </ErrorBoundary>
        </main>
      </div>
      <BottomNavigation groups={groups} create={targets} />
      {isSearching && (
        <Palette
          groups={groups}
          startWith={layers.typedEarly}
          onType={layers.keepEarly}
          onShowShortcuts={showSheet}
          onClose={layers.stopSearching}
        />
      )}
      {isSheetOpen && <ShortcutSheet isOpen onClose={layers.closeSheet} />}
    </>
  );
}

/** Follows the sync by itself: it tells several things of every write, and none of them is about what stands around. */
function LiveChip() {
  const summary = useSyncSummary();
  useEffect(() => noteSending((summary?.sending ?? 0) > 0), [summary?.sending]);
  return summary && <SyncChip summary={summary} />;
}

const BELL_AFTER_MS = 1_500;

/** Counting what waits reads sums: the page comes first. */
function LateBell() {
  const [isTime, setTime] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setTime(true), BELL_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isTime ? <NeedsBell /> : <BellPlace />;
}

/** Remembers which records were opened, for the palette. */
function useOpenedRecords(companyId: string, pathname: string): void {
  useEffect(() => {
    void import('#features/search/use-recent-records.ts')
      .then(({ rememberOpened }) => rememberOpened(companyId, pathname))
      .catch(() => undefined); // it comes with the palette then
  }, [companyId, pathname]);
}

const PREPARE_AFTER_MS = 15_000;

/** Reads what the search needs once everything else is calm, so that the first search of the day finds everything at once. */
function usePreparedSearch(db: CompanyDatabase): void {
  useEffect(() => {
    const read = async () => {
      const { prepareSearch } = await import('#data/search/live-search.ts');
      prepareSearch(db);
    };
    const timer = setTimeout(() => void read().catch(() => undefined), PREPARE_AFTER_MS); // the palette tries again and says it
    return () => clearTimeout(timer);
  }, [db]);
}
