import { PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { proofAskedOf } from '#data/user-management/prove-identity.ts';
import { usePasswordToggle } from './use-password-toggle.ts';

type Props = { value: string; onChange: (secret: string) => void };

/** The password, or the code of a second factor: what shows that it is still the same person at the device. */
export function ProofField({ value, onChange }: Props) {
  const { t } = useTranslation('people');
  const [proof] = useState(() => proofAskedOf());
  const toggle = usePasswordToggle(false);
  const bound = { value, onChange: (event: { currentTarget: HTMLInputElement }) => onChange(event.currentTarget.value) };
  return proof === 'code' ? (
    <TextInput label={t('ownership.code')} inputMode="numeric" autoComplete="one-time-code" maxLength={8} {...bound} />
  ) : (
    <PasswordInput label={t('ownership.password')} autoComplete="current-password" {...bound} {...toggle} />
  );
}
