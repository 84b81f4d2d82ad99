import { describe, expect, test } from 'vitest';
import { trustedTypesRules } from './trusted-types.ts';

const { createHTML, createScriptURL } = trustedTypesRules('https://app.example');

describe('Trusted Types', () => {
  test('plain text passes, anything that could be markup does not', () => {
    expect(createHTML('Plain text: 5 > 3')).toBe('Plain text: 5 > 3');
    for (const text of ['<img src=x onerror=alert(1)>', '<b>', '&lt;script&gt;']) expect(() => createHTML(text)).toThrow(TypeError);
  });

  test.each(['/sw.js', 'https://app.example/assets/pdf.worker-a1B2c3D4.js', '/assets/timers.worker-X.js'])('%s may run', (url) => {
    expect(createScriptURL(url)).toBe(url);
  });

  test.each([
    'https://evil.example/assets/x.js',
    '//evil.example/sw.js',
    'data:text/javascript,alert(1)',
    'blob:https://app.example/0b5c',
    'javascript:alert(1)',
    '/storage/v1/object/sign/uploads/x.js',
    '/functions/v1/x',
    '/assets/../storage/v1/x.js',
    '',
    'http://[',
  ])('%s may not', (url) => {
    expect(() => createScriptURL(url)).toThrow(TypeError);
  });
});
