import { defineConfig } from 'vite';

/** The data layer alone, without the app: built into the folder that `builds.ts` names. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/bench/',
  build: {
    target: 'esnext',
    reportCompressedSize: false,
    rollupOptions: { input: ['index', 'bare', 'plain'].map((page) => `${import.meta.dirname}/${page}.html`) },
  },
});
