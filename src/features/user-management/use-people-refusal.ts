import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { AppError } from '#domain/errors.ts';
import { useErrorText } from '#ui/use-error-text.ts';

const REASONS = [
  'already_member',
  'too_many_mails',
  'key_not_held',
  'invalid_input',
  'invite_not_valid',
  'member_not_found',
  'last_owner',
  'reauthentication_needed',
  'invalid_credentials',
  'mfa_verification_failed',
] as const;

/** The sentence for what the server refuses about people; anything else as everywhere. */
export function usePeopleRefusal(): (error: unknown) => string {
  const { t } = useTranslation('people');
  const errorText = useErrorText();
  return useCallback(
    (error) => {
      const reason = error instanceof AppError ? error.data['reason'] : undefined;
      const known = REASONS.find((key) => key === reason);
      if (known) return t(`refusal.${known}`);
      return typeof reason === 'string' && reason.startsWith('mail_') ? t('refusal.mail') : errorText(error);
    },
    [t, errorText],
  );
}
