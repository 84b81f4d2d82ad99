import { expect, test } from 'vitest';
import { passwordFaults } from './password-rule.ts';

test.each([
  ['', ['length', 'characters']],
  ['short', ['length']],
  ['nine char', ['length']],
  ['password', ['length', 'pwned']],
  ['12345678', ['length', 'characters', 'pwned']],
  ['1234567890', ['characters', 'pwned']],
  ['9876543210', ['characters', 'pwned']],
  ['4915112345678', ['characters']],
  ['aaaaaaaaaaaa', ['characters']],
  ['abcabcabcabc', ['characters']],
  ['abababababab', ['characters']],
  ['password123', ['pwned']],
  ['Password2024!', ['pwned']],
  ['P@ssw0rd1234', ['pwned']],
  ['Passwort-2026', ['pwned']],
  ['!!!letmein!!!', ['pwned']],
  ['Willkommen1', ['pwned']],
  ['qwertyuiop', ['pwned']],
  ['QWERTZUIOP', ['pwned']],
  ['qwertzuiop123', ['pwned']],
  ['1q2w3e4r5t', ['pwned']],
  ['poiuytrewq', ['pwned']],
  ['abcdefghij', ['pwned']],
])('%j is too weak: %j', (password, faults) => {
  expect(passwordFaults(password)).toEqual(faults);
});

test.each([
  'correct horse battery',
  'demo-demo-demo',
  'lighthouse keeper 7',
  'Rübe.Turm.49',
  'äöüßéèêàáâ',
  'my password is a poem',
  'x9!kQ2#vLp',
])('%j is good', (password) => {
  expect(passwordFaults(password)).toEqual([]);
});
