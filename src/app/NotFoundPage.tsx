import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { useLanguage } from '#platform/i18n/language-choice.ts';
import { pathInLanguage } from '#platform/i18n/languages.ts';
import { ErrorPage } from './ErrorPage.tsx';
import classes from './ErrorPage.module.css';

/** The dedicated page of an unmatched path, inside the frame of whoever looks; the rest of the app goes on. */
export function NotFoundPage() {
  const { t } = useTranslation('errors');
  const { pathname } = useLocation();
  const { language } = useLanguage();
  return (
    <ErrorPage
      isInside
      statusCode={404}
      description={t('page.notFoundText', { path: pathInLanguage(pathname, language) })}
      hint={t('page.notFoundHint')}
      actions={
        <Link className={classes.primary} to="/">
          {t('page.home')}
        </Link>
      }
    />
  );
}
