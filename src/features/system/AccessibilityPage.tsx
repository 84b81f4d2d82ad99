import { useTranslation } from 'react-i18next';
import { PageHeader } from '#ui/PageHeader.tsx';
import classes from './System.module.css';

/** What is promised of accessibility, how it is tested, and where it falls short; for visitors, too. */
export function AccessibilityPage() {
  const { t } = useTranslation('accessibility');
  const parts = [
    {
      id: 'works',
      title: t('works.title'),
      points: [
        t('works.keyboard'),
        t('works.names'),
        t('works.zoom'),
        t('works.colours'),
        t('works.motion'),
        t('works.language'),
        t('works.papers'),
      ],
    },
    { id: 'tested', title: t('tested.title'), points: [t('tested.axe'), t('tested.walks'), t('tested.forced'), t('tested.notDone')] },
    { id: 'limits', title: t('limits.title'), points: [t('limits.lists'), t('limits.rows'), t('limits.receipts'), t('limits.charts')] },
  ];
  return (
    <>
      <PageHeader title={t('title')} />
      <p className={classes.intro}>{t('intro')}</p>
      {parts.map(({ id, title, points }) => (
        <section key={id} className={classes.release} aria-labelledby={id}>
          <h2 id={id} className={classes.version}>
            {title}
          </h2>
          <ul className={classes.changes}>
            {points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </section>
      ))}
      <section className={classes.release} aria-labelledby="contact">
        <h2 id="contact" className={classes.version}>
          {t('contact.title')}
        </h2>
        <p className={classes.sentence}>{t('contact.text')}</p>
      </section>
    </>
  );
}
