import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { AppError } from '#domain/errors.ts';

/** The sentence for a refusal, from `errors.json`; whatever is not an AppError is "unexpected". */
export function useErrorText(): (error: unknown) => string {
  const { t } = useTranslation('errors');
  return useCallback((error) => t(`code.${error instanceof AppError ? error.code : 'unexpected'}`), [t]);
}

/** The sentence for a field's message key (`required`, `invalidEmail`, …). */
export function useFieldErrorText(): (key: string) => string {
  const { t, i18n } = useTranslation('errors');
  return useCallback((key) => (i18n.exists(`errors:field.${key}`) ? t(`field.${key}` as 'field.invalid') : t('field.invalid')), [t, i18n]);
}
