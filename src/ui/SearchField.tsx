import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

type Props = { label: string; text: string; onChange: (text: string) => void; className?: string | undefined };
const QUIET_MS = 150;

/** Types into its own state first: the list follows a moment later, or at once when the field is left. */
export function SearchField({ label, text, onChange, className }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(text);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => setTyped(text), [text]);
  useEffect(() => {
    if (typed === text) return undefined;
    timer.current = setTimeout(() => onChange(typed), QUIET_MS);
    return () => clearTimeout(timer.current);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only typing starts the timer
  }, [typed]);
  // A late change of the address would take back the way to the row that was clicked meanwhile.
  const leave = () => {
    clearTimeout(timer.current);
    if (typed !== text) onChange(typed);
  };
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
      onBlur={leave}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={typed && <CloseButton size="md" aria-label={t('action.clear')} onClick={clear} />}
      data-search
    />
  );
}
