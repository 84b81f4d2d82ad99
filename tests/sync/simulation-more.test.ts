import 'fake-indexeddb/auto';
import { afterAll } from 'vitest';
import { type Server, startServer } from './server.ts';
import { thirtyStories } from './stories.ts';

let server: Promise<Server> | undefined;
const theServer = () => (server ??= startServer());
afterAll(async () => (await server)?.close());

thirtyStories(theServer, 61);
