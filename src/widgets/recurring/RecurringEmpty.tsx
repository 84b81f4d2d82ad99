import { IconRepeat } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#ui/EmptyState.tsx';
import { NothingMatches } from '#widgets/list/NothingMatches.tsx';
import type { RecurringKind } from './recurring-kinds.ts';

type Props = { kind: RecurringKind; isEmpty: boolean; create: ReactNode; onClear: () => void };

/** What a list of series says when it has nothing to show: there is none yet, or the filter leaves none. */
export function RecurringEmpty({ kind, isEmpty, create, onClear }: Props) {
  const { t } = useTranslation('recurring');
  if (!isEmpty) return <NothingMatches namespace="recurring" onClear={onClear} />;
  return <EmptyState icon={<IconRepeat size={26} />} title={t(`empty.${kind}Title`)} text={t(`empty.${kind}Text`)} action={create} />;
}
