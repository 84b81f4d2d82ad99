import { useTranslation } from 'react-i18next';
import { usePatternCollisions } from '#data/invoices/use-pattern-collisions.ts';
import type { NumberSeries } from '#domain/numbering/number-format.ts';
import fields from '#widgets/Fields.module.css';

type Props = { series: NumberSeries; format: string; prefix: string };

/** What a changed pattern would meet: numbers that are on documents or away already. Shown while it is typed, where the server can be asked. */
export function PatternCollisions({ series, format, prefix }: Props) {
  const { t } = useTranslation('settings');
  const found = usePatternCollisions({ series, format, prefix });
  if (!found || found.first === null) return null;
  const { next, first, taken: count } = found;
  return (
    <p className={`${fields.hint} ${fields.warning}`} role="status">
      {t('numbers.collides', { next, first, count })}
    </p>
  );
}
