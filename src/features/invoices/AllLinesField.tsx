import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './CorrectionForm.module.css';
import { FigureInput } from './FigureInput.tsx';

/** Takes the same share of every line, as for a cash discount. */
export function AllLinesField({ onApply }: { onApply: (percent: number) => void }) {
  const { t } = useTranslation('invoices');
  const [percent, setPercent] = useState<number | null>(null);
  const isReadable = percent !== null && percent > 0 && percent <= 100;
  return (
    <div className={classes.all}>
      <span>
        {t('correct.all')}
        <small>{t('correct.allHint')}</small>
      </span>
      <FigureInput label={t('correct.all')} value={percent} unit="%" decimals={3} onChange={setPercent} />
      <Button variant="default" disabled={!isReadable} onClick={() => isReadable && onApply(percent)}>
        {t('correct.allApply')}
      </Button>
    </div>
  );
}
