import { MantineProvider } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { I18nextProvider } from 'react-i18next';
import { i18nInstance } from '#platform/i18n/i18n.ts';
import { theme } from '#ui/theme.ts';
import { Toasts } from '#ui/Toasts.tsx';
import { BootFrame } from './BootFrame.tsx';
import { colorSchemeManager } from './color-scheme.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { LocaleRouter } from './LocaleRouter.tsx';

const RoutedApp = lazy(async () => {
  const { RoutedApp: Component, startSession } = await import('./RoutedApp.tsx');
  await startSession();
  return { default: Component };
});

export function App() {
  return (
    <MantineProvider theme={theme} colorSchemeManager={colorSchemeManager} withCssVariables={false} withGlobalClasses={false}>
      <I18nextProvider i18n={i18nInstance}>
        <LocaleRouter>
          <ErrorBoundary>
            <Suspense fallback={<BootFrame />}>
              <RoutedApp />
            </Suspense>
          </ErrorBoundary>
          <Toasts />
        </LocaleRouter>
      </I18nextProvider>
    </MantineProvider>
  );
}
