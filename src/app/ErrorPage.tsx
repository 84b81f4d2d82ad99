import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './ErrorPage.module.css';

type Props = {
  statusCode?: number;
  statusMessage?: string;
  description?: string;
  hint?: string;
  error?: unknown;
  actions?: ReactNode;
  /** Inside a page's frame, which has its main part already. */ isInside?: boolean;
};

/** Status code, message and description of spec §2: 500 unless said otherwise. */
export function ErrorPage({ statusCode = 500, statusMessage, description, hint, error, actions, isInside = false }: Props) {
  const { t } = useTranslation('errors');
  const Frame = isInside ? 'div' : 'main';
  return (
    <Frame className={classes.page}>
      <p className={classes.code}>{statusCode}</p>
      <h1 className={classes.message}>{statusMessage ?? t(statusCode === 404 ? 'page.notFoundMessage' : 'page.serverMessage')}</h1>
      <p className={classes.text}>{description ?? t('page.description')}</p>
      {hint && <p className={classes.text}>{hint}</p>}
      <div className={classes.actions}>
        {actions ?? (
          <>
            <button type="button" className={classes.primary} onClick={() => location.reload()}>
              {t('page.reload')}
            </button>
            <a className={classes.secondary} href="/">
              {t('page.home')}
            </a>
          </>
        )}
      </div>
      {error instanceof Error && (
        <details className={classes.details}>
          <summary>{t('page.details')}</summary>
          <code>{`${error.name}: ${error.message}`}</code>
        </details>
      )}
    </Frame>
  );
}
