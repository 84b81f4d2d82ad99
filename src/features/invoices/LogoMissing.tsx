import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './PdfDialog.module.css';

/** Says that a document's own logo is not on this device, before a copy leaves that is not the one which went out. */
export function LogoMissing({ onGoOn }: { onGoOn: () => void }) {
  const { t } = useTranslation('invoices');
  return (
    <div className={classes.state} role="alert">
      <p>{t('pdf.logoMissing')}</p>
      <Button variant="default" onClick={onGoOn}>
        {t('pdf.withoutLogo')}
      </Button>
    </div>
  );
}
