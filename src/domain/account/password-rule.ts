/** Characters; hosted projects have the same number in `supabase/config.toml`. */
export const PASSWORD_MIN_LENGTH = 10;

/** Why a password is too weak, in the auth service's words. `pwned`: it stands in every list of leaked ones. */
export type PasswordFault = 'length' | 'characters' | 'pwned';

const MIN_DIFFERENT = 3;
const COMMON_WORDS: ReadonlySet<string> = new Set(
  `password passwort passwords passphrase passcode kennwort geheim secret admin administrator adminadmin root user login welcome willkommen
   letmein changeme default testtest testing test hallo hallohallo hello iloveyou ichliebedich schatz princess prinzessin sunshine
   sonnenschein football fussball baseball superman batman dragon monkey master shadow michael jennifer daniel freedom whatever trustno
   starwars pokemon computer internet samsung google facebook finance finanzen rechnung invoice buchhaltung kontor summer sommer winter
   spring herbst january december deutschland germany berlin hamburg muenchen münchen passwordpassword passwortpasswort`
    .split(/\s+/)
    .filter(Boolean),
);
/** What fingers find by sliding over the keys. */
const RUNS = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopüasdfghjklöäyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  '1q2w3e4r5t6y7u8i9o0p',
  '1q2w3e4r5t6z7u8i9o0p',
  'qweasdzxcqweasdzxc',
].flatMap((run) => [run, Array.from(run).toReversed().join('')]);
const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** What is wrong with a wished password; nothing for a good one. */
export function passwordFaults(password: string): PasswordFault[] {
  const faults: PasswordFault[] = [];
  if (Array.from(password).length < PASSWORD_MIN_LENGTH) faults.push('length');
  if (new Set(password).size < MIN_DIFFERENT || /^\d*$/.test(password) || /^(.{1,4})\1+$/s.test(password)) faults.push('characters');
  if (isCommon(password.toLowerCase())) faults.push('pwned');
  return faults;
}

/** A known word, however it is decorated with digits, signs and look-alikes, or a run of keys. */
function isCommon(password: string): boolean {
  const bare = password.replaceAll(/^[\d\W_]+|[\d\W_]+$/gu, '');
  const read = bare.replaceAll(/[013457@$!]/g, (sign) => LOOKALIKES[sign] ?? sign);
  if ([bare, read].some((word) => COMMON_WORDS.has(word.replaceAll(/[^\p{L}]/gu, '')))) return true;
  const keys = password.replaceAll(/[^\p{L}\d]/gu, '');
  return keys.length > 4 && RUNS.some((run) => run.includes(keys) || (bare.length > 4 && run.includes(bare)));
}
