import { useTranslation } from 'react-i18next';

/** What stands where the app will be until it is loaded: the same as in index.html, so that nothing moves when the code arrives. */
export function BootFrame() {
  const { t } = useTranslation();
  const bars = (count: number) => Array.from({ length: count }, (_, at) => <i key={at} />);
  return (
    <div className="boot" role="status" aria-label={t('app.loading')}>
      <div className="boot-bar" />
      <div className="boot-columns">
        <div className="boot-side">{bars(7)}</div>
        <div className="boot-page">{bars(4)}</div>
      </div>
      <div className="boot-card">{bars(2)}</div>
    </div>
  );
}
