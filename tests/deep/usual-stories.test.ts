import 'fake-indexeddb/auto';
import { afterAll } from 'vitest';
import { type Server, startServer } from '#tests/sync/server.ts';
import { thirtyStories } from '#tests/sync/stories.ts';

let server: Promise<Server> | undefined;
const theServer = () => (server ??= startServer());
afterAll(async () => (await server)?.close());

thirtyStories(theServer, 31);
thirtyStories(theServer, 91);
