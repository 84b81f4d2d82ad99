import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/i18n/use-format.ts';
import classes from './FigureChips.module.css';

export type FigureChip = { readonly key: string; readonly label: string; readonly onRemove: () => void };

/** Conditions that came with a link from a figure and have no control of their own in the list: named, and each can be taken off. */
export function FigureChips({ chips }: { chips: readonly (FigureChip | false)[] }) {
  const { t } = useTranslation();
  const shown = chips.filter((chip) => chip !== false);
  if (shown.length === 0) return null;
  return (
    <div className={classes.chips} role="group" aria-label={t('behind.label')}>
      {shown.map(({ key, label, onRemove }) => (
        <button key={key} type="button" className={classes.chip} onClick={onRemove} aria-label={t('behind.remove', { condition: label })}>
          {label}
          <IconX size={14} aria-hidden />
        </button>
      ))}
    </div>
  );
}

/** "Due 1 Jan 2026 – 31 Jan 2026", or only one end of it. */
export function useRangeText(): (kind: 'due' | 'paid' | 'point', from: string | null, to: string | null) => string {
  const { t } = useTranslation();
  const format = useFormat();
  return (kind, from, to) => {
    if (from !== null && to !== null) return t(`behind.${kind}.between`, { from: format.day(from), to: format.day(to) });
    return from !== null ? t(`behind.${kind}.from`, { from: format.day(from) }) : t(`behind.${kind}.until`, { to: format.day(to ?? '') });
  };
}
