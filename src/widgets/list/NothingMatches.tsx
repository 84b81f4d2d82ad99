import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#ui/EmptyState.tsx';
import type { GrowingListTexts } from './growing-list-texts.ts';

type Props = { /** The namespace with the words. */ namespace: GrowingListTexts | 'recurring'; onClear: () => void };

/** What a narrowed list says when it has nothing to show. */
export function NothingMatches({ namespace, onClear }: Props) {
  const { t } = useTranslation(namespace);
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
