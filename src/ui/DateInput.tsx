import { ActionIcon, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay } from '#platform/i18n/format.ts';
import { readDay, shiftDay } from './day-text.ts';
import classes from './DateInput.module.css';

type Props = {
  label?: ReactNode;
  /** Its name where there is no room for a label. */
  'aria-label'?: string;
  /** `YYYY-MM-DD`, or empty. */
  value: string;
  onChange: (value: string) => void;
  /** The company's today: fills in a missing year and is where the arrow keys start. */
  today: string;
  error?: ReactNode;
  description?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  name?: string;
  autoFocus?: boolean;
};

/** A calendar day: typed in the locale's manner, moved by the arrow keys, or picked in the device's own calendar. */
export function DateInput({ value, onChange, today, error, disabled, ...rest }: Props) {
  const { t, i18n } = useTranslation();
  const picker = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);

  const choose = (day: string) => {
    setTyped(null);
    setUnreadable(false);
    onChange(day);
  };
  const type = (text: string) => {
    setTyped(text);
    setUnreadable(false);
    onChange(readDay(text, today) ?? '');
  };
  const isReadable = typed === null || readDay(typed, today) !== undefined;
  const leave = () => {
    setUnreadable(!isReadable);
    if (isReadable) setTyped(null);
  };
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Enter') return leave();
    const count = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (count === 0 || event.altKey) return;
    event.preventDefault();
    choose(value ? shiftDay(value, count) : today);
  };

  return (
    <div className={classes.root}>
      <TextInput
        {...rest}
        disabled={disabled ?? false}
        value={typed ?? (value ? formatDay(value, i18n.language, 'typed') : '')}
        placeholder={t('date.hint')}
        autoComplete="off"
        error={isUnreadable ? t('date.unreadable') : error}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={leave}
        onKeyDown={move}
        data-unreadable={!isReadable || undefined}
        classNames={{ input: classes.input ?? '' }}
        rightSection={
          <ActionIcon
            size="md"
            disabled={disabled ?? false}
            aria-label={t('action.openCalendar')}
            onClick={() => picker.current?.showPicker()}
          >
            <IconCalendar size={18} aria-hidden />
          </ActionIcon>
        }
      />
      <input
        ref={picker}
        type="date"
        className={classes.picker}
        value={value}
        onChange={(event) => choose(event.currentTarget.value)}
        tabIndex={-1}
        aria-hidden
      />
    </div>
  );
}
