import * as z from 'zod/mini';
import { addressesOf } from '#domain/mail/mail-addresses.ts';

const addresses = (isRequired: boolean) =>
  z.string().check((check) => {
    const list = addressesOf(check.value);
    const isValid = list.every((address) => z.safeParse(z.email(), address).success);
    const message = list.length === 0 && isRequired ? 'required' : isValid ? null : 'invalidEmail';
    if (message) check.issues.push({ code: 'custom', input: check.value, message });
  });

/** What a person writes of a mail. */
export const mailFormSchema = z.object({
  to: addresses(true),
  cc: addresses(false),
  subject: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(300, 'tooLong')),
  body: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(10_000, 'tooLong')),
});
export type MailFormValues = z.infer<typeof mailFormSchema>;
