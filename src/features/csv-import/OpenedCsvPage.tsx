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
import { EmptyState } from '#ui/EmptyState.tsx';
import { Notice } from '#ui/Notice.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Section } from '#ui/Section.tsx';
import { ENTITY_ICONS } from '#ui/entity-icons.ts';
import { useHeldTab } from '#ui/use-held-tab.ts';
import classes from './CsvImport.module.css';
import { ImportPage } from './ImportPage.tsx';
import type { ImportSource, SourceFile } from './import-source.ts';
import { useOpenedFiles } from './use-opened-files.ts';

type Kind = { readonly name: DirectoryName; readonly pages: DirectoryPages };

/** CSV files that the system opened with the app, one after the other: what it holds is asked, the likeliest first, then it is imported like any other. */
export function OpenedCsvPage() {
  const { t } = useTranslation('csv');
  const { current, next, goOn } = useOpenedFiles();
  const [kind, setKind] = useState<Kind | null>(null);
  const [isWriting, setWriting] = useState(false);
  useHeldTab(next !== undefined);
  const goOnToNext = () => {
    setKind(null);
    goOn();
  };
  return (
    <>
      {next && (
        <Notice
          actions={
            <Button variant="default" size="compact-sm" disabled={isWriting} onClick={goOnToNext}>
              {t('opened.goOn')}
            </Button>
          }
        >
          {t(isWriting ? 'opened.waitsForEnd' : 'opened.waits', { name: next.name })}
        </Notice>
      )}
      {kind && current?.source ? (
        <ImportPage {...kind} given={current.source} onWriting={setWriting} />
      ) : (
        <>
          <PageHeader title={t('opened.title')} />
          {current ? <AskKind file={current} onKind={setKind} /> : <None />}
        </>
      )}
    </>
  );
}

/** What may be imported here. */
const useImportable = (): readonly DirectoryName[] => {
  const { ctx } = useCompany();
  return DIRECTORY_NAMES.filter((name) => can(ctx.access, `${directories[name].resource}.import`));
};

function None() {
  const { t } = useTranslation('csv');
  const { t: tEntities } = useTranslation('entities');
  const action = useImportable().map((name) => (
    <Button key={name} component={Link} to={`${directories[name].page.path}/import`} variant="default">
      {tEntities(`${name}.many`)}
    </Button>
  ));
  return <EmptyState icon={<IconFileSpreadsheet size={26} />} title={t('opened.none')} text={t('opened.noneText')} action={action} />;
}

function AskKind({ file, onKind }: { file: SourceFile; onKind: (kind: Kind) => void }) {
  const { t } = useTranslation('csv');
  const { t: tEntities } = useTranslation('entities');
  const open = useImportable();
  const likeliest = useLikeliest(open, file.source);
  const choose = async (each: DirectoryName) => {
    const { pages } = await directories[each].pages();
    onKind({ name: each, pages: pages as DirectoryPages });
  };
  if (!file.source)
    return <EmptyState role="alert" icon={<IconFileSpreadsheet size={26} />} title={file.name} text={t(`source.${file.reason}`)} />;
  return (
    <Section title={file.name} text={t('opened.ask')}>
      <div className={classes.kinds} data-unsaved>
        {open
          .toSorted((a, b) => Number(b === likeliest) - Number(a === likeliest))
          .map((each) => {
            const KindIcon = ENTITY_ICONS[directories[each].menu.icon];
            return (
              <Button
                key={each}
                variant={each === likeliest ? 'filled' : 'default'}
                leftSection={<KindIcon size={18} aria-hidden />}
                onClick={() => void choose(each)}
              >
                {tEntities(`${each}.many`)}
              </Button>
            );
          })}
      </div>
    </Section>
  );
}

/** The kind most of whose columns the file has. */
function useLikeliest(names: readonly DirectoryName[], source: ImportSource | null): DirectoryName | null {
  const [likeliest, setLikeliest] = useState<DirectoryName | null>(null);
  const key = names.join();
  useEffect(() => {
    if (source === null) return;
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
