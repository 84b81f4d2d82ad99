import * as z from 'zod/mini';
import { type PasswordFault, passwordFaults } from './password-rule.ts';

/** Keys of `errors.json`. */
const MESSAGES: Readonly<Record<PasswordFault, string>> = { length: 'tooShort', characters: 'passwordSimple', pwned: 'passwordCommon' };

/** A wished password in a form: what the server would refuse is said before sending. */
export const newPasswordField = () =>
  z.string().check(
    z.minLength(1, 'required'),
    z.check<string>((context) => {
      const [fault] = passwordFaults(context.value);
      if (fault) context.issues.push({ code: 'custom', input: context.value, message: MESSAGES[fault] });
    }),
  );
