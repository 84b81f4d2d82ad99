// First: it names the order of the style layers.
import '#ui/theme.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/global.layer.css';
import '#ui/fonts.css';
import '#ui/boot.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { applyLanguage } from '#platform/i18n/i18n.ts';
import { languageOfPath, rootRedirect } from '#platform/i18n/languages.ts';
import { rememberedLanguage } from '#platform/i18n/locale-cookie.ts';
import { log } from '#platform/log/log.ts';
import { installTrustedTypes } from '#platform/trusted-types/trusted-types.ts';
import { ignoreHeldEnter } from '#ui/held-enter.ts';
import { App, type Boot } from './App.tsx';
import { reloadOnChunkErrors } from './chunk-reload.ts';

installTrustedTypes();
reloadOnChunkErrors();
ignoreHeldEnter();
// The data layer and the session load beside the texts, not after them.
const boot: Boot = import('./RoutedApp.tsx').then(async ({ RoutedApp, startSession }) => {
  await startSession();
  return RoutedApp;
});
// Whoever shows the app shows the failure too; until then it must not count as unhandled.
boot.catch(() => undefined);

const elsewhere = rootRedirect(location.pathname, rememberedLanguage(), navigator.languages);
if (elsewhere) history.replaceState(history.state, '', elsewhere + location.search + location.hash);

const host = document.getElementById('root');
if (host) void start(host);

async function start(root: HTMLElement): Promise<void> {
  try {
    await applyLanguage(languageOfPath(location.pathname));
  } catch (error) {
    log.error('locale_failed', { error });
    // Without texts nothing can be said in the page's language.
    root.textContent =
      'Kontor could not load. Please check the connection and reload. · Kontor konnte nicht geladen werden. Bitte Verbindung prüfen und neu laden.';
    return;
  }
  createRoot(root).render(
    <StrictMode>
      <App boot={boot} />
    </StrictMode>,
  );
}
