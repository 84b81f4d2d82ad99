import { IconTags } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { useCategories } from '#data/expense-categories/use-categories.ts';
import { can } from '#domain/access/access.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RowSkeleton } from '#ui/RowSkeleton.tsx';
import { Section } from '#ui/Section.tsx';
import { NewRecordButton } from '#widgets/list/NewRecordButton.tsx';
import { CategoryRows } from './CategoryRows.tsx';
import { SameNamed } from './SameNamed.tsx';

export function CategoryListPage() {
  const { t } = useTranslation('categories');
  const { ctx } = useCompany();
  const { value: categories } = useCategories();
  const isManager = can(ctx.access, 'expense_categories.manage');
  const create = isManager && <NewRecordButton to="/finance/expense-categories/create">{t('new')}</NewRecordButton>;
  return (
    <>
      <PageHeader title={t('title.list')} actions={create} />
      {categories && isManager && <SameNamed categories={categories} />}
      {!categories && <RowSkeleton label={t('title.list')} />}
      {categories?.length === 0 && (
        <EmptyState icon={<IconTags size={26} />} title={t('empty.title')} text={t('empty.text')} action={create} />
      )}
      {categories && categories.length > 0 && (
        <Section text={t('intro')} title={t('order')} isFlush>
          <CategoryRows categories={categories} isManager={isManager} />
        </Section>
      )}
    </>
  );
}
