import { Button } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import { can } from '#domain/access/access.ts';
import { recogniseColumns } from '#domain/csv/read-import.ts';
import { DIRECTORY_NAMES, type DirectoryName, directories } from '#domain/directories.ts';
import type { DirectoryPages } from '#domain/shared/directory-pages.ts';
import { onLaunchedFiles } from '#platform/pwa/launched-files.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Section } from '#ui/Section.tsx';
import { ENTITY_ICONS } from '#ui/entity-icons.ts';
import classes from './CsvImport.module.css';
import { ImportPage } from './ImportPage.tsx';
import { decodeFile, type ImportSource, MAX_BYTES, sourceOf } from './import-source.ts';

type Opened = { readonly name: DirectoryName; readonly pages: DirectoryPages };

/** A CSV file that the system opened with the app: what it holds is asked, the likeliest first, then it is imported like any other. */
export function OpenedCsvPage() {
  const { t, i18n } = useTranslation('csv');
  const { t: tEntities } = useTranslation('entities');
  const { ctx } = useCompany();
  const [source, setSource] = useState<ImportSource | 'too_large' | null>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const open = DIRECTORY_NAMES.filter((name) => can(ctx.access, `${directories[name].resource}.import`));
  const likeliest = useLikeliest(open, source);
  useEffect(() => {
    onLaunchedFiles(([file]) => {
      if (!file) return;
      setOpened(null);
      if (file.size > MAX_BYTES) return setSource('too_large');
      void file.arrayBuffer().then((bytes) => setSource(sourceOf(file.name, decodeFile(bytes), i18n.language)));
    });
  }, [i18n.language]);
  if (opened && source && source !== 'too_large') return <ImportPage {...opened} given={source} />;
  const choose = async (name: DirectoryName) => {
    const { pages } = await directories[name].pages();
    setOpened({ name, pages: pages as DirectoryPages });
  };
  return (
    <>
      <PageHeader title={t('opened.title')} />
      {source === 'too_large' && <EmptyState role="alert" icon={<IconFileSpreadsheet size={26} />} title={t('source.tooLarge')} />}
      {source === null && (
        <EmptyState
          icon={<IconFileSpreadsheet size={26} />}
          title={t('opened.none')}
          text={t('opened.noneText')}
          action={
            <>
              {open.map((name) => (
                <Button key={name} component={Link} to={`${directories[name].page.path}/import`} variant="default">
                  {tEntities(`${name}.many`)}
                </Button>
              ))}
            </>
          }
        />
      )}
      {source !== null && source !== 'too_large' && (
        <Section title={source.name} text={t('opened.ask')}>
          <div className={classes.kinds} data-unsaved>
            {open
              .toSorted((a, b) => Number(b === likeliest) - Number(a === likeliest))
              .map((name) => {
                const KindIcon = ENTITY_ICONS[directories[name].menu.icon];
                return (
                  <Button
                    key={name}
                    variant={name === likeliest ? 'filled' : 'default'}
                    leftSection={<KindIcon size={18} aria-hidden />}
                    onClick={() => void choose(name)}
                  >
                    {tEntities(`${name}.many`)}
                  </Button>
                );
              })}
          </div>
        </Section>
      )}
    </>
  );
}

/** The kind most of whose columns the file has. */
function useLikeliest(names: readonly DirectoryName[], source: ImportSource | 'too_large' | null): DirectoryName | null {
  const [likeliest, setLikeliest] = useState<DirectoryName | null>(null);
  const key = names.join();
  useEffect(() => {
    if (source === null || source === 'too_large') return;
    const weigh = async () => {
      const known = await Promise.all(
        names.map(async (name) => {
          const { pages } = await directories[name].pages();
          return { name, count: recogniseColumns(pages.csv, source.header).filter((field) => field !== null).length };
        }),
      );
      setLikeliest(known.toSorted((a, b) => b.count - a.count)[0]?.name ?? null);
    };
    void weigh().catch(() => undefined); // then none stands out
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the list is new at each render, its names are not
  }, [key, source]);
  return likeliest;
}
