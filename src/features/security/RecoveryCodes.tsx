import { Button } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#data/account-settings/use-account.ts';
import { saveTextFile } from '#ui/save-text-file.ts';
import page from '#widgets/account/AccountPage.module.css';
import { CopyButton } from './CopyButton.tsx';
import { printText } from './print-text.ts';
import classes from './Security.module.css';

/** Fresh recovery codes, shown this once, with the ways to keep them. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation('security');
  const email = useAccount()?.email ?? '';
  const head = t('recovery.fileHead', { email, interpolation: { escapeValue: false } });
  const text = `${head}\n\n${codes.join('\n')}\n`;
  return (
    <>
      <p className={classes.line}>{t('recovery.codesText')}</p>
      <ul className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={page.buttons}>
        <CopyButton text={text} label={t('recovery.copy')} done={t('recovery.copied')} />
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => saveTextFile(t('recovery.file'), text, 'text/plain')}
        >
          {t('recovery.download')}
        </Button>
        <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => printText(head, codes)}>
          {t('recovery.print')}
        </Button>
        <Button onClick={onDone}>{t('recovery.done')}</Button>
      </div>
    </>
  );
}
