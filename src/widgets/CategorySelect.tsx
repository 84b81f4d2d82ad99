import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCategories } from '#data/expense-categories/use-categories.ts';
import type { ExpenseCategory } from '#domain/expense-categories/expense-category.ts';
import { matchesText } from '#domain/shared/fold-text.ts';
import { CategoryIcon } from './CategoryBadge.tsx';
import { RecordSelect } from './RecordSelect.tsx';

type Props = { value: string | null; onChange: (id: string | null) => void; error?: ReactNode; placeholder?: string };

export function CategorySelect({ value, onChange, error, placeholder }: Props) {
  const { t } = useTranslation('categories');
  const { value: categories = [] } = useCategories();
  const selected = categories.find((category) => category.id === value);
  const search = (text: string) =>
    categories
      .filter((category) => category.is_active && matchesText(`${category.name} ${category.description}`, text.trim()))
      .map(optionOf);
  return (
    <RecordSelect
      label={t('select.label')}
      placeholder={placeholder ?? t('select.placeholder')}
      value={value}
      onChange={onChange}
      selected={selected && optionOf(selected)}
      search={search}
      nothing={t('select.nothing')}
      error={error}
    />
  );
}

const optionOf = (category: ExpenseCategory) => ({
  id: category.id,
  name: category.name,
  icon: <CategoryIcon category={category} size={14} />,
});
