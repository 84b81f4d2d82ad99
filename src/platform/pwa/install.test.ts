import { expect, test } from 'vitest';
import { installWay } from './install.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15';
const ANDROID = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36';

test.each([
  ['a browser that offers it', { userAgent: ANDROID, hasPrompt: true }, 'button'],
  ['one that does not', { userAgent: ANDROID }, 'none'],
  ['the installed app', { userAgent: ANDROID, hasPrompt: true, isStandalone: true }, 'none'],
  ['Safari on an iPhone', { userAgent: IPHONE, touchPoints: 5 }, 'ios'],
  ['Safari on an iPad, which says it is a Mac', { userAgent: MAC, touchPoints: 5 }, 'ios'],
  ['Safari on a Mac', { userAgent: MAC }, 'none'],
  ['Chrome on an iPhone', { userAgent: IPHONE.replace('Version/17.5', 'CriOS/126.0'), touchPoints: 5 }, 'none'],
  ['a page inside another app on an iPhone', { userAgent: IPHONE.replace(' Safari/604.1', ''), touchPoints: 5 }, 'none'],
  ['the home screen of an iPhone', { userAgent: IPHONE, touchPoints: 5, isStandalone: true }, 'none'],
] as const)('%s', (_, facts, way) => expect(installWay({ touchPoints: 0, isStandalone: false, hasPrompt: false, ...facts })).toBe(way));
