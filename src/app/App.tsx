import { MantineProvider } from '@mantine/core';
import { type ComponentType, startTransition, useEffect, useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { i18nInstance } from '#platform/i18n/i18n.ts';
import { theme } from '#ui/theme.ts';
import { Toasts } from '#ui/Toasts.tsx';
import { BootFrame } from './BootFrame.tsx';
import { colorSchemeManager } from './color-scheme.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { LocaleRouter } from './LocaleRouter.tsx';

/** The app behind the first chunk, ready to render. */
export type Boot = Promise<ComponentType>;

export function App({ boot }: { boot: Boot }) {
  return (
    <MantineProvider theme={theme} colorSchemeManager={colorSchemeManager} withCssVariables={false} withGlobalClasses={false}>
      <I18nextProvider i18n={i18nInstance}>
        <LocaleRouter>
          <ErrorBoundary>
            <Booted boot={boot} />
          </ErrorBoundary>
          <Toasts />
        </LocaleRouter>
      </I18nextProvider>
    </MantineProvider>
  );
}

type BootState = { App: ComponentType } | { error: unknown } | null;

// Plain state instead of Suspense: React shows nothing for 300 ms after a fallback, longer than the whole start takes.
function Booted({ boot }: { boot: Boot }) {
  const [state, setState] = useState<BootState>(null);
  useEffect(() => {
    boot.then(
      // In slices: a phone shall not hang while all of it is drawn.
      (Loaded) => startTransition(() => setState({ App: Loaded })),
      (error: unknown) => setState({ error }),
    );
  }, [boot]);
  if (!state) return <BootFrame />;
  if ('error' in state) throw state.error;
  return <state.App />;
}
