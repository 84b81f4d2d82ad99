import type { IncomingMessage } from 'node:http';
import proxyAddr from 'proxy-addr';

/** Tells who asks: an IP address, or 'unknown' of a connection that is gone. */
export type ClientAddress = (message: IncomingMessage) => string;

/** The other end of the connection, whatever a client says about itself. */
export const peerAddress: ClientAddress = ({ socket }) => socket.remoteAddress ?? 'unknown';

/**
 * Behind proxies (addresses, networks like `10.0.0.0/8`, or `loopback`): the nearest one in `X-Forwarded-For` that is not one of them. What
 * a client wrote there itself stands further away, and is not believed. Throws `TypeError` naming what is no address.
 */
export function addressBehind(proxies: readonly string[]): ClientAddress {
  if (proxies.length === 0) return peerAddress;
  const isTrusted = proxyAddr.compile([...proxies]);
  return (message) => (message.socket.remoteAddress === undefined ? 'unknown' : proxyAddr(message, isTrusted));
}
