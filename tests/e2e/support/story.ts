import { test as base } from '@playwright/test';
import { tellCpuOfBrowsers } from '#tests/support/told-cpu.ts';
import { type OpenServer, openServer, type TestServer } from './server.ts';
import { putDevicesAway } from './signed-in.ts';

let shared: OpenServer | undefined;

/** Every story is told with this `test`: it leaves no page open on the devices its worker shares, and the server ends with the worker. */
export const test = base.extend<{ tidiness: null }, { cpuOfBrowser: null; endOfServer: null }>({
  // Playwright reads from the first argument what a fixture needs.
  tidiness: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      await use(null);
      await putDevicesAway();
    },
    { auto: true },
  ],
  // It asks for the browser so that it ends before that does.
  cpuOfBrowser: [
    async ({ browser }, use) => {
      await use(null);
      if (browser.isConnected()) tellCpuOfBrowsers();
    },
    { scope: 'worker', auto: true },
  ],
  endOfServer: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      await use(null);
      await shared?.remove();
      shared = undefined;
    },
    { scope: 'worker', auto: true },
  ],
});

const opened = (server: OpenServer | undefined): TestServer => {
  if (!server) throw new Error('The server is up only while tests run.');
  return server;
};

/**
 * The demo's server, shared by all files of a worker: a story finds what earlier ones left and looks for its own things by name. Whoever
 * changes a person for good makes one first (`newColleague`).
 */
export function sharedServer(): () => TestServer {
  test.beforeAll(async () => {
    shared ??= await openServer();
  });
  return () => opened(shared);
}

/** A server with the demo data for the tests of one file; use it inside tests only. */
export function serverOfThisFile(options: () => { dist?: string } = () => ({})): () => TestServer {
  let server: OpenServer | undefined;
  test.beforeAll(async () => {
    server = await openServer(options());
  });
  test.afterAll(async () => {
    await server?.remove();
  });
  return () => opened(server);
}
