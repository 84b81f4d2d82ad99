import { ActionIcon, Button, Checkbox, Popover } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataTableColumn } from '#ui/data-table-props.ts';
import classes from './ColumnChooser.module.css';
import { isAsItComes } from './chosen-columns.ts';

type Column = Pick<DataTableColumn<never>, 'key' | 'header' | 'isOptional' | 'isPrimary'>;
type Props = {
  columns: readonly Column[];
  /** Keys of the columns that were chosen; null: those that come by themselves. */
  chosen: readonly string[] | null;
  onChoose: (chosen: readonly string[] | null) => void;
};

/** Which columns a table shows; cards have their own order. */
export const ColumnChooser = memo(Chooser);

function Chooser({ columns, chosen, onChoose }: Props) {
  const { t } = useTranslation('lists');
  const shown = new Set(chosen ?? columns.filter(({ isOptional }) => !isOptional).map(({ key }) => key));
  const toggle = (key: string) => {
    const next = columns.flatMap((column) => ((column.key === key) === shown.has(column.key) ? [] : [column.key]));
    onChoose(isAsItComes(columns, next) ? null : next);
  };
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          className={classes.button ?? ''}
          variant={chosen === null ? 'default' : 'light'}
          aria-label={t('columns.label')}
          aria-haspopup="dialog"
        >
          <IconColumns3 size={18} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('columns.label')} className={classes.choices ?? ''}>
        <fieldset className={classes.fields}>
          <legend className={classes.legend}>{t('columns.title')}</legend>
          {columns.map(({ key, header, isPrimary }) => (
            <Checkbox
              key={key}
              label={header}
              checked={isPrimary || shown.has(key)}
              disabled={isPrimary ?? false}
              onChange={() => toggle(key)}
            />
          ))}
        </fieldset>
        <p className={classes.hint}>{t('columns.hint')}</p>
        <Button variant="subtle" size="compact-md" disabled={chosen === null} onClick={() => onChoose(null)}>
          {t('columns.reset')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
