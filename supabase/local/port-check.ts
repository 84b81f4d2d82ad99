import { createServer } from 'node:net';
import { StartRefused } from './data-dir.ts';

type Place = { readonly host: string; readonly port: number; /** That decides the port. */ readonly variable: 'PORT' | 'ADMIN_PORT' };

function sentenceFor(code: string, { host, port, variable }: Place): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} is already in use by another program. Choose another one, for example: ${variable}=${port === 65_535 ? 4173 : port + 1} npm start`;
  if (code === 'EACCES') return `Port ${port} may not be used by this user. Choose one above 1023, for example: ${variable}=4173 npm start`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST=${host} is not an address of this machine. Leave it out, or use 127.0.0.1 or 0.0.0.0.`;
  return `The server can't listen on ${host}:${port} (${code}).`;
}

/** Node's reason for not listening, as a sentence that says what to do. */
export function listenRefusal(error: unknown, place: Place): StartRefused | null {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return null;
  return error.syscall === 'listen' || error.syscall === 'getaddrinfo' ? new StartRefused(sentenceFor(String(error.code), place)) : null;
}

/** Finds out that the port is taken before seconds are spent on the database. */
export function checkPort(place: Place): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => reject(listenRefusal(error, place) ?? error));
    server.listen(place.port, place.host, () => server.close(() => resolve()));
  });
}
