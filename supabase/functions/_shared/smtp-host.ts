import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { SMTP_PORTS } from '#domain/mail/mail-settings.ts';
import type { FunctionEnv } from './env.ts';
import { Refusal } from './refusal.ts';

/** Networks that are not the public internet: a company's mail server must not be a way into the platform's own. */
const INTERNAL = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  INTERNAL.addSubnet(network, prefix, 'ipv4');
/** Of IPv6 only global unicast (2000::/3) is public, without documentation, tunnels and translated IPv4. */
const PUBLIC_V6 = new BlockList();
PUBLIC_V6.addSubnet('2000::', 3, 'ipv6');
const TUNNELS = new BlockList();
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  TUNNELS.addSubnet(network, prefix, 'ipv6');

/** Whether the IP address is loopback, private, link-local, reserved or a disguise of such a one. */
export function isInternalAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return INTERNAL.check(address, 'ipv4');
  return version !== 6 || !PUBLIC_V6.check(address, 'ipv6') || TUNNELS.check(address, 'ipv6');
}

/** Private mail servers are reached only where whoever runs the platform allows it (an intranet, tests). */
const allowsInternal = (env: FunctionEnv): boolean => env['SMTP_ALLOW_PRIVATE_HOSTS'] === 'true';

/** Refuses what the setting alone shows to be wrong. */
export function assertMailServer(env: FunctionEnv, host: string, port: number): void {
  if (host === '' || allowsInternal(env)) return;
  if (!(SMTP_PORTS as readonly number[]).includes(port)) throw new Refusal(422, 'invalid_input', 'smtp_port');
  if (host === 'localhost' || host.endsWith('.localhost') || (isIP(host) !== 0 && isInternalAddress(host)))
    throw new Refusal(422, 'mail_host_private', 'smtp_host');
}

/** The address to connect to. The name is resolved once and the connection goes to that address: a second answer cannot lead elsewhere. */
export async function resolveMailServer(env: FunctionEnv, host: string, port: number): Promise<string> {
  assertMailServer(env, host, port);
  let found: { address: string }[];
  try {
    found = await lookup(host, { all: true });
  } catch {
    throw new Refusal(502, 'mail_host_not_found', 'smtp_host');
  }
  const [first] = found;
  if (!first) throw new Refusal(502, 'mail_host_not_found', 'smtp_host');
  if (!allowsInternal(env) && found.some(({ address }) => isInternalAddress(address)))
    throw new Refusal(422, 'mail_host_private', 'smtp_host');
  return first.address;
}
