import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

type Props = { label: string; text: string; onChange: (text: string) => void; className?: string | undefined };

/** The text that narrows a list. `onChange` is called with every letter. */
export function SearchField({ label, text, onChange, className }: Props) {
  const { t } = useTranslation();
  return (
    <TextInput
      {...(className ? { className } : {})}
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={text && <CloseButton size="md" aria-label={t('action.clear')} onClick={() => onChange('')} />}
      data-search
    />
  );
}
