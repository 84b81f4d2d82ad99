import { Button, FileButton } from '@mantine/core';
import { IconAlertTriangle, IconDownload, IconHourglass, IconShieldCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { useReceiptCommands } from '#data/receipts/use-receipt-commands.ts';
import { evidenceOf, RECEIPT_EXTENSIONS, type StoredFile } from '#domain/files/file.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { saveFiles } from '#ui/save-text-file.ts';
import { showToast } from '#ui/toast.ts';
import { useCommand } from '#ui/use-command.ts';
import classes from './ReceiptEvidence.module.css';

const ICONS = { checked: IconShieldCheck, mismatch: IconAlertTriangle, awaiting: IconHourglass, unread: IconHourglass } as const;

/** What the server says of a receipt, in a few words below its tile. */
export function EvidenceMark({ file }: { file: StoredFile }) {
  const { t } = useTranslation('expenses');
  const { ctx } = useCompany();
  const format = useFormat();
  const { kind, at } = evidenceOf(file);
  const Icon = ICONS[kind];
  const title = kind === 'checked' && at !== null ? t('receipt.evidence.checkedOn', { when: format.instant(at, ctx.timezone) }) : undefined;
  return (
    <span className={classes.mark} data-kind={kind} title={title}>
      <Icon size={14} aria-hidden className={classes.icon} />
      {t(`receipt.evidence.${kind}`)}
    </span>
  );
}

/** The same in full, with what a person can do about it, and the original where the picture is not it. */
export function ReceiptEvidence({ file }: { file: StoredFile }) {
  const { t } = useTranslation('expenses');
  const { ctx } = useCompany();
  const format = useFormat();
  const { kind, at } = evidenceOf(file);
  const Icon = ICONS[kind];
  const when = at === null ? '' : format.instant(at, ctx.timezone);
  const text = {
    checked: t('receipt.evidence.checkedOn', { when }),
    mismatch: t('receipt.evidence.mismatchText', { when }),
    awaiting: t('receipt.evidence.awaitingText'),
    unread: t('receipt.evidence.unread'),
  }[kind];
  return (
    <div className={classes.panel} data-kind={kind} role={kind === 'mismatch' ? 'alert' : undefined}>
      <Icon size={18} aria-hidden className={classes.icon} />
      <div className={classes.words}>
        {kind === 'mismatch' && <strong>{t('receipt.evidence.mismatch')}</strong>}
        <p className={classes.text}>{text}</p>
        {kind === 'mismatch' && <ChooseAgain file={file} />}
        {file.original_path !== null && <Original file={file} />}
      </div>
    </div>
  );
}

function ChooseAgain({ file }: { file: StoredFile }) {
  const { t } = useTranslation('expenses');
  const { bringAgain } = useReceiptCommands();
  const bring = useCommand(async (picked: File) => {
    await bringAgain(file.id, picked);
    showToast({ text: t('receipt.evidence.chosen', { name: picked.name }) });
  });
  return (
    <FileButton onChange={(picked) => picked && void bring.run(picked)}>
      {(props) => (
        <Button {...props} size="compact-sm" variant="default" loading={bring.isRunning}>
          {t('receipt.evidence.choose')}
        </Button>
      )}
    </FileButton>
  );
}

function Original({ file }: { file: StoredFile }) {
  const { t } = useTranslation('expenses');
  const format = useFormat();
  const { originalBytes } = useReceiptCommands();
  const ending = RECEIPT_EXTENSIONS[file.original_mime_type ?? file.mime_type];
  const save = useCommand(async () => {
    const bytes = await originalBytes(file);
    await saveFiles([{ name: `${file.name.replace(/\.[a-z0-9]{1,5}$/i, '')}.${ending}`, bytes }]);
  });
  return (
    <div className={classes.original}>
      <span className={classes.text}>
        {t('receipt.evidence.original', { size: format.bytes(file.original_size ?? 0), type: ending.toUpperCase() })}
      </span>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => void save.run()}
        loading={save.isRunning}
        leftSection={<IconDownload size={14} aria-hidden />}
      >
        {t('receipt.evidence.originalDownload')}
      </Button>
    </div>
  );
}
