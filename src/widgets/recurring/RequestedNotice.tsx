import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/i18n/use-format.ts';
import { useCommand } from '#ui/use-command.ts';
import { showToast } from '#ui/toast.ts';
import { useRecordStatus } from '#widgets/SyncBadge.tsx';
import classes from './GenerateActions.module.css';

type Props = {
  collection: 'recurring_invoices' | 'recurring_expenses';
  id: string;
  period: string;
  onWithdraw: () => Promise<unknown>;
};

/** Says that generating was asked for, where the wish is, and takes it back while it is still here. */
export function RequestedNotice({ collection, id, period, onWithdraw }: Props) {
  const { t } = useTranslation('recurring');
  const format = useFormat();
  const status = useRecordStatus({ collection, id });
  const withdraw = useCommand(onWithdraw);
  const takeBack = async () => {
    if (await withdraw.run()) showToast({ type: 'success', text: t('toast.withdrawn') });
  };
  const isHere = status === 'saved_on_device' || status === 'needs_attention';
  return (
    <div className={classes.notice} role="status">
      <div>
        <p className={classes.title}>{t('generate.requestedTitle', { date: format.day(period) })}</p>
        <p>{t(isHere ? 'generate.requestedText' : status === 'sending' ? 'generate.requestedSent' : 'generate.requestedServer')}</p>
      </div>
      {status !== 'sending' && (
        <Button variant="default" loading={withdraw.isRunning} onClick={() => void takeBack()}>
          {t('generate.withdraw')}
        </Button>
      )}
    </div>
  );
}

/** What the server writes, and the sentence for it. */
const GENERATION_REASONS: ReadonlyMap<string, 'draft' | 'timezone'> = new Map([
  ['cannot_issue', 'draft'],
  ['unknown_timezone', 'timezone'],
]);

/** The newest document did not become what was wanted, as the server wrote beside it. */
export function GenerationErrorNotice({ error }: { error: string }) {
  const { t, i18n } = useTranslation(['recurring', 'invoices']);
  const [code = '', fields = ''] = error.split(':');
  const missing = fields
    .split(',')
    .filter((field) => i18n.exists(`invoices:missing.${keyOf(field)}`))
    .map((field) => t(`invoices:missing.${keyOf(field)}`));
  const known = GENERATION_REASONS.get(code);
  const reason = known ? t(`generationError.reason.${known}`) : t('generationError.reason.other', { code: error });
  return (
    <div className={classes.notice} data-tone="amber" role="status">
      <div>
        <p className={classes.title}>{t('generationError.title')}</p>
        <p>{t('generationError.text', { reason })}</p>
        {missing.length > 0 && <p>{t('generationError.missing', { fields: new Intl.ListFormat(i18n.language).format(missing) })}</p>}
      </div>
    </div>
  );
}

const keyOf = (field: string) => field.replace('.', '_') as 'items';
