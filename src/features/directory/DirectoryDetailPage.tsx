import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import { useDirectory, useDirectoryCommands } from '#data/directory/use-directory.ts';
import { can } from '#domain/access/access.ts';
import { directories } from '#domain/directories.ts';
import { KeyValue } from '#ui/KeyValue.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Section } from '#ui/Section.tsx';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { RecordHistory } from '#widgets/RecordHistory.tsx';
import { RecordMissing } from '#widgets/RecordMissing.tsx';
import { SyncBadge } from '#widgets/SyncBadge.tsx';
import type { Entry, PageProps } from './page-props.ts';
import { RecordActions } from './RecordActions.tsx';
import { RelatedRecords } from './RelatedRecords.tsx';
import { useFacts } from './use-facts.tsx';

export function DirectoryDetailPage({ name, pages }: PageProps) {
  const { texts, page } = directories[name];
  const { t } = useTranslation(texts);
  const { id = '' } = useParams();
  const { value: directory } = useDirectory(name);
  const record = directory?.byId.get(id);
  if (record) return <Detail name={name} pages={pages} record={record} />;
  return directory ? (
    <RecordMissing title={t('notFound.title')} text={t('notFound.text')} back={{ to: page.path, label: t('title.list') }} />
  ) : null;
}

function Detail({ name, pages, record }: PageProps & { record: Entry }) {
  const { texts, page } = directories[name];
  const { t } = useTranslation(texts);
  const { setActive, remove } = useDirectoryCommands(name);
  const facts = useFacts(name, pages.facts.fields);
  return (
    <>
      <PageHeader
        title={record.name}
        back={{ to: page.path, label: t('title.list') }}
        meta={
          <>
            <StatusBadge tone={record.is_active ? 'green' : 'gray'}>
              {t(record.is_active ? 'status.active' : 'status.inactive')}
            </StatusBadge>
            <SyncBadge collection={name} id={record.id} />
          </>
        }
        actions={
          <RecordActions name={name} record={record} onSetActive={setActive} onDelete={remove}>
            {name === 'vendors' && record.is_active && <NewExpense vendorId={record.id} />}
          </RecordActions>
        }
      />
      <Section title={t(`section.${pages.facts.title}` as 'section.facts')}>
        <KeyValue items={facts(record)} />
      </Section>
      <RelatedRecords name={name} id={record.id} />
      <RecordHistory collection={name} id={record.id} />
    </>
  );
}

function NewExpense({ vendorId }: { vendorId: string }) {
  const { t } = useTranslation('vendors');
  const { ctx } = useCompany();
  if (!can(ctx.access, 'expenses.create')) return null;
  return (
    <Button component={Link} to={`/finance/expenses/create?vendor=${vendorId}`} leftSection={<IconPlus size={18} aria-hidden />}>
      {t('action.newExpense')}
    </Button>
  );
}
