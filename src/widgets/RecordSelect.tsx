import { CloseButton, Combobox, TextInput, useCombobox } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './RecordSelect.module.css';

export type RecordOption = { id: string; name: string; hint?: string; icon?: ReactNode };

type Props = {
  /** A visible label, or only `ariaLabel` where a column's head already says it. */
  label?: ReactNode;
  ariaLabel?: string;
  placeholder?: string;
  value: string | null;
  onChange: (id: string | null) => void;
  /** The record chosen, found by id; it may be inactive and so not among the options. */
  selected: RecordOption | undefined;
  /** The first matches for a text, in the order to show. */
  search: (text: string) => RecordOption[];
  nothing: string;
  /** Offers to make a new record out of the text typed; answers its id, or undefined when that was refused. */
  create?: { label: (name: string) => string; run: (name: string) => Promise<string | undefined> };
  error?: ReactNode;
  disabled?: boolean;
  autoFocus?: boolean;
};

const CREATE = '+';

/** Chooses a record by typing a part of its name. */
export function RecordSelect(props: Props) {
  const {
    label,
    ariaLabel,
    placeholder,
    value,
    onChange,
    selected,
    search,
    nothing,
    create,
    error,
    disabled = false,
    autoFocus = false,
  } = props;
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setTyped(null);
    },
  });
  // Once it is drawn: a name that comes at once (pasted, swiped, dictated) opens the list, and Enter takes its first.
  useEffect(() => {
    if (typed !== null) combobox.selectFirstOption();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- when the text changes
  }, [typed, combobox.dropdownOpened]);
  const text = typed ?? '';
  const options = combobox.dropdownOpened ? search(text) : [];
  const isNew =
    create !== undefined && text.trim() !== '' && !options.some((option) => option.name.toLowerCase() === text.trim().toLowerCase());

  const submit = async (id: string) => {
    const chosen = id === CREATE ? await create?.run(text.trim()) : id;
    if (chosen === undefined) return;
    onChange(chosen);
    combobox.closeDropdown();
  };

  return (
    <Combobox store={combobox} onOptionSubmit={(id) => void submit(id)} position="bottom-start" middlewares={{ flip: true, shift: true }}>
      <Combobox.Target>
        <TextInput
          label={label}
          {...(ariaLabel ? { 'aria-label': ariaLabel } : {})}
          placeholder={placeholder ?? ''}
          error={error}
          disabled={disabled}
          autoComplete="off"
          autoFocus={autoFocus}
          value={typed ?? selected?.name ?? ''}
          onFocus={(event) => event.currentTarget.select()}
          onClick={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            combobox.openDropdown();
          }}
          leftSection={selected?.icon && typed === null ? selected.icon : undefined}
          rightSection={
            value !== null && !disabled ? (
              <CloseButton
                size="md"
                aria-label={t('action.clear')}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onChange(null)}
              />
            ) : (
              <Combobox.Chevron />
            )
          }
          rightSectionPointerEvents={value === null ? 'none' : 'all'}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options className={classes.options}>
          {options.map((option) => (
            <Combobox.Option key={option.id} value={option.id} active={option.id === value} className={classes.option}>
              {option.icon}
              <span className={classes.name}>{option.name}</span>
              {option.hint && <span className={classes.hint}>{option.hint}</span>}
            </Combobox.Option>
          ))}
          {isNew && (
            <Combobox.Option value={CREATE} className={classes.option}>
              <IconPlus size={16} aria-hidden />
              <span className={classes.name}>{create.label(text.trim())}</span>
            </Combobox.Option>
          )}
          {options.length === 0 && !isNew && <Combobox.Empty>{nothing}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
