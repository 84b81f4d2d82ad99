import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { AppError } from '#domain/errors.ts';

type Refusal = { field?: string; text: string };

const fieldOfReason: Readonly<Record<string, string>> = {
  weak_password: 'password',
  same_password: 'password',
  email_address_invalid: 'email',
  otp_expired: 'code',
  mfa_verification_failed: 'code',
  mfa_challenge_expired: 'code',
  recovery_code_wrong: 'code',
  current_password_wrong: 'currentPassword',
  email_exists: 'email',
  mfa_factor_name_conflict: 'name',
};
const weakReasons = ['length', 'characters', 'pwned'] as const;

/** Says what the auth service refused, at the field where it belongs. */
export function useAuthRefusal(): (error: unknown) => Refusal | undefined {
  const { t, i18n } = useTranslation('auth');
  return useCallback(
    (error) => {
      if (!(error instanceof AppError)) return undefined;
      if (error.code === 'offline' || error.code === 'server_unreachable') return { text: t('error.offline') };
      if (error.code === 'rate_limited') return { text: t('error.over_request_rate_limit') };
      if (error.code === 'not_signed_in') return { text: t('error.session_missing') };
      const { reason } = error.data;
      if (error.code !== 'invalid_input' || typeof reason !== 'string') return undefined;
      const key = `error.${reason}`;
      const text = i18n.exists(`auth:${key}`) ? t(key as 'error.unknown') : t('error.unknown');
      const details = reason === 'weak_password' ? weakReasons.filter((name) => asList(error.data['reasons']).includes(name)) : [];
      const field = fieldOfReason[reason];
      return { ...(field ? { field } : {}), text: [text, ...details.map((name) => t(`weak.${name}`))].join(' ') };
    },
    [t, i18n],
  );
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
