import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeKey, isSeen, newSince, parseChangelog, type Release, seenOf } from '#domain/changelog/changelog.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { localStore, readJson } from '#platform/storage/web-storage.ts';
import { FormError } from '#ui/FormError.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RowSkeleton } from '#ui/RowSkeleton.tsx';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import classes from './System.module.css';

const SEEN_KEY = 'kontor-changelog-seen';

const TEXTS = {
  en: () => import('#changelog?raw'),
  de: () => import('#locales/de/changelog.md?raw'),
};

/** What changed from version to version, and which of it is new since the last visit. */
export function ChangelogPage() {
  const { t } = useTranslation('system');
  const format = useFormat();
  const { releases, fresh, isBroken } = useChangelog(format.language);
  return (
    <>
      <PageHeader title={t('changelog.title')} />
      {isBroken && <FormError>{t('changelog.broken')}</FormError>}
      {!releases && !isBroken && <RowSkeleton label={t('changelog.title')} rows={4} />}
      {fresh.size > 0 && (
        <p className={classes.intro} role="status">
          {t('changelog.newCount', { count: fresh.size })}
        </p>
      )}
      {releases?.map(({ version, date, changes }) => (
        <section key={version} className={classes.release} aria-labelledby={`v${version}`}>
          <h2 id={`v${version}`} className={classes.version}>
            {t('changelog.version', { version })}
            {date && <span className={classes.date}>{format.day(date, 'long')}</span>}
          </h2>
          <ul className={classes.changes}>
            {changes.map((change) => (
              <li key={change}>
                {fresh.has(changeKey(version, change)) && <StatusBadge tone="violet">{t('changelog.new')}</StatusBadge>}{' '}
                {emphasised(change)}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

/** A change as it is meant: `**words**` stand out, `signs` are set as such. */
const emphasised = (change: string) =>
  change.split(/(\*\*.+?\*\*|`.+?`)/).map((part) => {
    if (part.startsWith('**')) return <strong key={part}>{part.slice(2, -2)}</strong>;
    return part.startsWith('`') ? <code key={part}>{part.slice(1, -1)}</code> : part;
  });

type Changelog = { readonly releases: readonly Release[] | null; readonly fresh: ReadonlySet<string>; readonly isBroken: boolean };
const NOTHING: Changelog = { releases: null, fresh: new Set(), isBroken: false };

function useChangelog(language: string): Changelog {
  const [state, setState] = useState(NOTHING);
  // What was new when the page was opened stays marked while it is looked at, in the other language too.
  const [seen] = useState(() => readJson(localStore, SEEN_KEY, isSeen));
  useEffect(() => {
    let isCurrent = true;
    const load = async () => {
      const { default: text } = await TEXTS[language === 'de' ? 'de' : 'en']();
      const releases = parseChangelog(text);
      if (!isCurrent) return;
      localStore.set(SEEN_KEY, JSON.stringify(seenOf(releases)));
      setState({ releases, fresh: newSince(releases, seen), isBroken: false });
    };
    void load().catch(() => isCurrent && setState({ ...NOTHING, isBroken: true }));
    return () => {
      isCurrent = false;
    };
  }, [language, seen]);
  return state;
}
