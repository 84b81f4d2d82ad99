import * as z from 'zod/mini';
import { newPasswordField } from '#domain/account/password-field.ts';

/** Forms of the account; the server has the last word on all of it. Messages are keys of `errors.json`. */
const email = z.string().check(z.trim(), z.minLength(1, 'required'), z.email('invalidEmail'));
const newPassword = newPasswordField();
const required = z.string().check(z.trim(), z.minLength(1, 'required'));

export const signInSchema = z.object({ email, password: z.string().check(z.minLength(1, 'required')) });
export const registerSchema = z.object({ displayName: required, email, password: newPassword });
export const resetSchema = z.object({ email });
export const newPasswordSchema = z.object({ password: newPassword });
export const codeSchema = z.object({ code: z.string().check(z.trim(), z.minLength(1, 'required')) });
export const emailCodeSchema = z.object({ email, code: z.string().check(z.trim(), z.minLength(1, 'required')) });
