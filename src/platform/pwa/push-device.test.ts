import { expect, test } from 'vitest';
import { pushAbility } from './push-device.ts';

const able = { hasPush: true, isIosBrowser: false, permission: 'default' } as const;

test.each([
  [able, 'able'],
  [{ ...able, permission: 'granted' }, 'able'],
  [{ ...able, permission: 'denied' }, 'denied'],
  [{ ...able, hasPush: false }, 'unsupported'],
  [{ ...able, hasPush: false, isIosBrowser: true }, 'install'],
  [{ ...able, isIosBrowser: true }, 'install'],
] as const)('with %j a device is %s', (facts, expected) => {
  expect(pushAbility(facts)).toBe(expected);
});
