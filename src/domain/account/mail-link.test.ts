import { expect, test } from 'vitest';
import { carriesMailLink, isHalfConfirmed } from './mail-link.ts';

test.each([
  ['?code=abc', true, false],
  ['?token_hash=abc&type=signup', true, false],
  ['?token=invite&error=access_denied&error_code=otp_expired', true, false],
  ['#error=access_denied&error_code=otp_expired', true, false],
  ['#message=Confirmation+link+accepted', true, true],
  ['?message=accepted&code=abc', true, false],
  ['?token=invite', false, false],
  ['?email=a%40b.example&type=recovery', false, false],
  ['', false, false],
])('what "%s" brings', (rest, carries, isHalf) => {
  expect([carriesMailLink(rest), isHalfConfirmed(rest)]).toEqual([carries, isHalf]);
});
