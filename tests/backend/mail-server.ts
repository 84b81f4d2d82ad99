import { once } from 'node:events';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A certificate for localhost and mail.example.test, made for tests and trusted nowhere. */
export const TEST_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBsTCCAVagAwIBAgIUf5P5VHP+DyUNlPHHPyMGz9G5CmowCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTE5MTQ0M1oYDzIxMjYxMDI4
MTkxNDQzWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQo+rIaFZfsf+Ns+ZjUWCt7r1esYFwwLfAIbXNzODkPYkgKiCqRnwQh
s5nXryeUmPs2IB+t06292O3J/0zPDCcBo4GDMIGAMB0GA1UdDgQWBBTzYKZDo9Gn
6qL4ztIFCqeeIO/OLTAfBgNVHSMEGDAWgBTzYKZDo9Gn6qL4ztIFCqeeIO/OLTAP
BgNVHRMBAf8EBTADAQH/MC0GA1UdEQQmMCSCCWxvY2FsaG9zdIIRbWFpbC5leGFt
cGxlLnRlc3SHBH8AAAEwCgYIKoZIzj0EAwIDSQAwRgIhAIw31zRJJxPmcuM94Kmg
NeF7EPncg+8sWZ0rfYUgpGaqAiEAkl6Eecz6pG7eiGZt4OF2nYVZLjfs3VSgg6kP
IOMKJ5w=
-----END CERTIFICATE-----`;
export const TEST_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg1fIeFA0oEJzRz5JK
7I5j+eik5XtlEIumydka98un5iyhRANCAAQo+rIaFZfsf+Ns+ZjUWCt7r1esYFww
LfAIbXNzODkPYkgKiCqRnwQhs5nXryeUmPs2IB+t06292O3J/0zPDCcB
-----END PRIVATE KEY-----`;

export type ReceivedMail = {
  readonly from: string;
  readonly to: readonly string[];
  readonly user: string;
  readonly raw: string;
  readonly isEncrypted: boolean;
};
export type TestMailServer = {
  readonly port: number;
  readonly received: ReceivedMail[];
  /** The connection breaks when a mail of this subject was read to its end, instead of an answer. */
  silentFor: string | null;
  close(): Promise<void>;
};

/** A real mail server that knows one account, `books@example.test` with the password `open sesame`, and refuses mail to `nobody@…`. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<TestMailServer> {
  const received: ReceivedMail[] = [];
  const started: TestMailServer = {
    port: 0,
    received,
    silentFor: null,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  const server = new SMTPServer({
    key: TEST_KEY,
    cert: TEST_CERTIFICATE,
    disableReverseLookup: true,
    logger: false,
    onAuth({ username, password }, _session, done) {
      if (username === 'books@example.test' && password === 'open sesame') done(null, { user: username });
      else done(Object.assign(new Error('Invalid login'), { responseCode: 535 }));
    },
    onRcptTo({ address }, _session, done) {
      done(address.toLowerCase().startsWith('nobody@') ? Object.assign(new Error('No such user'), { responseCode: 550 }) : null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          user: String(session.user),
          raw: Buffer.concat(chunks).toString('utf8'),
          isEncrypted: session.secure,
        });
        if (started.silentFor !== null && received.at(-1)?.raw.includes(`Subject: ${started.silentFor}`) === true)
          for (const { _socket } of server.connections) _socket.destroy();
        else done();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  const listening = once(server.server, 'listening');
  server.listen(0, '127.0.0.1');
  await listening;
  const address = server.server.address();
  return Object.assign(started, { port: typeof address === 'object' && address !== null ? address.port : 0 });
}
