import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { appFiles } from './src/build/app-files.ts';
import { earlyRequests } from './src/build/early-requests.ts';
import { laterChunks } from './src/build/later-chunks.ts';
import { leanLibraries } from './src/build/lean-libraries.ts';
import { locales } from './src/build/locales.ts';
import { mantineStyles } from './src/build/mantine-styles.ts';
import { startChunks } from './src/build/start-chunks.ts';
import { startupScreens } from './src/build/startup-pictures.ts';

/** On a busy machine the bundler would tell whoever starts the app how long our plugins took. */
const checks = { bundlerTimings: false };

const serviceWorker = VitePWA({
  strategies: 'injectManifest',
  srcDir: 'sw',
  filename: 'sw.ts',
  registerType: 'prompt',
  // Registered by src/platform/pwa, the manifests are made by appFiles().
  injectRegister: false,
  manifest: false,
  injectManifest: {
    // A classic script: module workers are newer than the browsers we promise.
    rollupFormat: 'iife',
    sourcemap: false,
    globPatterns: ['**/*.{js,css,html,woff2,ttf}', 'locales/*.json', 'favicon.svg'],
    // What has a hash in its name needs no revision: such files are taken from the HTTP cache.
    dontCacheBustURLsMatching: /^assets\//,
  },
});

/** Builds the app. It needs no package of the tests, since `npm start` builds without them. */
export default defineConfig({
  plugins: [
    react(),
    locales(`${import.meta.dirname}/locales`),
    mantineStyles(),
    leanLibraries(),
    startChunks('src/app/RoutedApp.tsx'),
    laterChunks(),
    earlyRequests('src/app/RoutedApp.tsx'),
    appFiles(),
    startupScreens(`${import.meta.dirname}/public/icons/icon-512.png`),
    serviceWorker,
  ],
  build: {
    target: 'baseline-widely-available',
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: { checks },
  },
  worker: { rolldownOptions: { checks } },
});
