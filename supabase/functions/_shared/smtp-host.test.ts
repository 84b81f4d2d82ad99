import { describe, expect, test } from 'vitest';
import { assertMailServer, isInternalAddress } from './smtp-host.ts';

describe('an address is internal', () => {
  test.each([
    '127.0.0.1',
    '127.255.0.9',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.169.254',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    'fe80::1',
    'fd00::1',
    'fc00::1',
    'ff02::1',
    '2002:7f00:1::',
    '2001::1',
    '2001:db8::1',
    'not an address',
  ])('%s', (address) => expect(isInternalAddress(address)).toBe(true));
});

test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '192.169.0.1', '2a00:1450:4001:800::1', '2606:4700::1111'])('%s is public', (address) =>
  expect(isInternalAddress(address)).toBe(false),
);

describe('a mail setting', () => {
  const outcome = (host: string, port: number, env = {}) => {
    try {
      return assertMailServer(env, host, port) ?? 'fine';
    } catch (error) {
      return (error as { code: string }).code;
    }
  };

  test('may not point into the own network, nor knock on other services', () => {
    expect([outcome('localhost', 465), outcome('mail.localhost', 587), outcome('127.0.0.1', 465), outcome('::1', 465)]).toEqual(
      Array.from({ length: 4 }, () => 'mail_host_private'),
    );
    expect([outcome('mail.example.com', 22), outcome('mail.example.com', 5432)]).toEqual(['invalid_input', 'invalid_input']);
    expect([outcome('mail.example.com', 465), outcome('', 1)]).toEqual(['fine', 'fine']);
  });

  test('may do so where whoever runs the platform allows it', () => {
    expect(outcome('10.0.0.5', 1025, { SMTP_ALLOW_PRIVATE_HOSTS: 'true' })).toBe('fine');
    expect(outcome('10.0.0.5', 465, { SMTP_ALLOW_PRIVATE_HOSTS: 'no' })).toBe('mail_host_private');
  });
});
