import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

type Props = { label: string; text: string; onChange: (text: string) => void; className?: string | undefined };
const QUIET_MS = 150;

/** Types into its own state first: the list follows a moment later. */
export function SearchField({ label, text, onChange, className }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped(text), [text]);
  useEffect(() => {
    if (typed === text) return undefined;
    const timer = setTimeout(() => onChange(typed), QUIET_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only typing starts the timer
  }, [typed]);
  const clear = () => {
    setTyped('');
    onChange('');
  };
  return (
    <TextInput
      {...(className ? { className } : {})}
      type="search"
      aria-label={label}
      placeholder={label}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={typed && <CloseButton size="md" aria-label={t('action.clear')} onClick={clear} />}
      data-search
    />
  );
}
