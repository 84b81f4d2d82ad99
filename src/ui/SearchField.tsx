import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

type Props = { label: string; text: string; onChange: (text: string) => void; className?: string | undefined };
const QUIET_MS = 150;

/**
 * Types into its own state first: the list follows a moment later, or at once when the field is left. What comes back late, because the
 * address changes when the page finds time, does not take the letters typed since.
 */
export function SearchField({ label, text, onChange, className }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(text);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const field = useRef<HTMLInputElement>(null);
  const sent = useRef<readonly string[]>([]);
  const send = (next: string) => {
    sent.current = [...sent.current, next];
    onChange(next);
  };
  useEffect(() => {
    const at = sent.current.indexOf(text);
    sent.current = sent.current.slice(at + 1);
    if (at < 0 || document.activeElement !== field.current) setTyped(text);
  }, [text]);
  useEffect(() => {
    if (typed === text) return undefined;
    timer.current = setTimeout(() => send(typed), QUIET_MS);
    return () => clearTimeout(timer.current);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only typing starts the timer
  }, [typed]);
  // A late change of the address would take back the way to the row that was clicked meanwhile.
  const leave = () => {
    clearTimeout(timer.current);
    if (typed !== text) send(typed);
  };
  const clear = () => {
    setTyped('');
    send('');
  };
  return (
    <TextInput
      {...(className ? { className } : {})}
      ref={field}
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
