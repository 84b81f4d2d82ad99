import { expect, test } from 'vitest';
import { AppError } from '#domain/errors.ts';
import { mailServerWords, refusedRecipients } from './mail-reason.ts';

const refused = (reason: string, detail?: string) => new AppError('invalid_input', { reason, detail });

test('what the mail server said is passed on in one line, names of fields are not', () => {
  expect(mailServerWords(refused('mail_login_failed', '535 5.7.8\n  Bad credentials '))).toBe('535 5.7.8 Bad credentials');
  expect(mailServerWords(refused('mail_host_not_found', 'smtp_host'))).toBe('');
  expect([mailServerWords(refused('mail_failed')), mailServerWords(new Error('x'))]).toEqual(['', '']);
});

test('who was refused while others got the mail is named, and nobody otherwise', () => {
  expect(refusedRecipients(refused('mail_partly_refused', 'a@b.example, c@d.example'))).toBe('a@b.example, c@d.example');
  expect(refusedRecipients(refused('mail_recipient_refused', '550 No such user'))).toBe('');
});
