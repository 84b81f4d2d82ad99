import { Button } from '@mantine/core';
import { IconRepeat } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#ui/EmptyState.tsx';

type Props = { kind: 'invoices' | 'expenses'; isEmpty: boolean; create: ReactNode; onClear: () => void };

/** What a list of series says when it has nothing to show: there is none yet, or the filter leaves none. */
export function RecurringEmpty({ kind, isEmpty, create, onClear }: Props) {
  const { t } = useTranslation('recurring');
  if (isEmpty)
    return <EmptyState icon={<IconRepeat size={26} />} title={t(`empty.${kind}Title`)} text={t(`empty.${kind}Text`)} action={create} />;
  return (
    <EmptyState
      title={t('empty.filteredTitle')}
      text={t('empty.filteredText')}
      action={
        <Button variant="default" onClick={onClear}>
          {t('filter.clear')}
        </Button>
      }
    />
  );
}
