import * as z from 'zod/mini';
import { newPasswordField } from '#domain/account/password-field.ts';

/** Messages are keys of `errors.json`; the server has the last word. */
const required = z.string().check(z.trim(), z.minLength(1, 'required'));
const code = required;
const password = newPasswordField();

export const factorNameSchema = z.object({ name: required.check(z.maxLength(100, 'tooLong')) });
/** The first app is set up by who shows the password again. */
export const firstFactorSchema = z.extend(factorNameSchema, { currentPassword: z.string().check(z.minLength(1, 'required')) });
export const factorCodeSchema = z.object({ code });
export const emailSchema = z.object({ email: z.string().check(z.trim(), z.minLength(1, 'required'), z.email('invalidEmail')) });
/** The current password shows who it is; where there is a second factor, a code does too. */
export const passwordSchema = z.object({ currentPassword: z.string().check(z.minLength(1, 'required')), password });
export const passwordByCodeSchema = z.extend(passwordSchema, { code });
