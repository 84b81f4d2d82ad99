import 'fake-indexeddb/auto';
import { afterAll } from 'vitest';
import { type Server, startFastestServer } from './server.ts';
import { thirtyStories } from './stories.ts';

let server: Promise<Server> | undefined;
const theServer = () => (server ??= startFastestServer());
afterAll(async () => (await server)?.close());

thirtyStories(theServer, 61);
