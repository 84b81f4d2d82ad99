import { CloseButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { BadRow } from '#domain/invoices/pasted-lines.ts';
import classes from './LineEditor.module.css';

/** Names every pasted row that could not become a line, so that none is missed. */
export function PasteReport({ rows, onClose }: { rows: readonly BadRow[]; onClose: () => void }) {
  const { t } = useTranslation('invoices');
  return (
    <div className={classes.report} role="alert">
      <div>
        <strong>{t('paste.title', { count: rows.length })}</strong>
        <ul>
          {rows.map(({ row, text, problem }) => (
            <li key={row}>{t('paste.row', { row, text, problem: t(`paste.${problem}`) })}</li>
          ))}
        </ul>
      </div>
      <CloseButton aria-label={t('paste.dismiss')} onClick={onClose} />
    </div>
  );
}
