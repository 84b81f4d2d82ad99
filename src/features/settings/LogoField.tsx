import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsOffline } from '#data/account-settings/use-is-offline.ts';
import { useLogo, useLogoCommands } from '#data/branding/use-logo.ts';
import type { LogoRefusal } from '#data/branding/prepare-logo.ts';
import { useCompany } from '#data/core/company-context.ts';
import { AppError } from '#domain/errors.ts';
import { FormError } from '#ui/FormError.tsx';
import { showToast } from '#ui/toast.ts';
import { useErrorText } from '#ui/use-error-text.ts';
import { useObjectUrl } from '#widgets/use-object-url.ts';
import classes from './LogoField.module.css';

/** The logo, changed at once and not with the form: its bytes go to the server, so it needs a connection. */
export function LogoField() {
  const { t } = useTranslation('settings');
  const { t: tCommon } = useTranslation();
  const { company } = useCompany();
  const logo = useLogo();
  const { change, remove } = useLogoCommands();
  const url = useObjectUrl(logo.blob);
  const isOffline = useIsOffline();
  const errorText = useErrorText();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  /** What was picked and is not the logo yet, though another try may make it so. */
  const [left, setLeft] = useState<File | null>(null);

  const run = async (work: () => Promise<unknown>, done: string, file: File | null = null) => {
    setBusy(true);
    setRefusal(null);
    setLeft(null);
    try {
      await work();
      showToast({ type: 'success', text: done });
    } catch (error) {
      const reason = error instanceof AppError && error.code === 'file_type_refused' ? (error.data['reason'] as LogoRefusal) : null;
      setLeft(reason === null || reason === 'undecoded' ? file : null);
      setRefusal(reason ? t(`company.logoRefused.${reason}`) : errorText(error));
    } finally {
      setBusy(false);
    }
  };
  const take = (file: File | undefined) => {
    if (input.current) input.current.value = ''; // the same file again is a choice, too
    if (file) void run(() => change(file), t('company.logoSaved'), file);
  };
  const has = company.logo_path !== null;
  return (
    <div role="group" aria-label={t('company.logo')}>
      <p className={classes.label}>{t('company.logo')}</p>
      <div className={classes.row}>
        <div className={classes.paper} data-empty={!url}>
          {url ? (
            <img src={url} alt={t('company.logoAlt', { company: company.name })} className={classes.image} />
          ) : (
            <span>{t(has ? 'company.logoMissing' : 'company.logoNone')}</span>
          )}
        </div>
        <div className={classes.actions}>
          <input
            ref={input}
            type="file"
            hidden
            accept="image/png,image/jpeg,image/webp"
            data-testid="logo-input"
            onChange={(event) => take(event.currentTarget.files?.[0])}
          />
          <Button variant="default" loading={isBusy} disabled={isOffline} onClick={() => input.current?.click()}>
            {t(has ? 'company.logoReplace' : 'company.logoChoose')}
          </Button>
          {left && (
            <Button variant="default" disabled={isOffline || isBusy} onClick={() => take(left)}>
              {tCommon('action.retry')}
            </Button>
          )}
          {has && (
            <Button variant="subtle" color="red" disabled={isOffline || isBusy} onClick={() => void run(remove, t('company.logoRemoved'))}>
              {t('company.logoRemove')}
            </Button>
          )}
          <p className={classes.hint}>{t(isOffline ? 'company.logoOffline' : 'company.logoHint')}</p>
        </div>
      </div>
      <FormError>{refusal}</FormError>
    </div>
  );
}
