import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { categoryDrafts } from '#data/drafts/form-drafts.ts';
import type { CategoryInput } from '#domain/expense-categories/expense-category.ts';
import { useCategories } from '#data/expense-categories/use-categories.ts';
import { useCategoryCommands } from '#data/expense-categories/use-category-commands.ts';
import type { ExpenseCategory } from '#domain/expense-categories/expense-category.ts';
import { CATEGORY_COLORS } from '#widgets/category-icons.ts';
import { DeleteRecordMenu } from '#widgets/DeleteRecordMenu.tsx';
import { NamedRecordPage } from '#widgets/NamedRecordPage.tsx';
import { useUndoableDelete } from '#widgets/use-undoable-delete.ts';
import { CategoryForm } from './CategoryForm.tsx';

const LIST = '/finance/expense-categories';
const BLANK: CategoryInput = { name: '', description: '', icon: 'tag', color: CATEGORY_COLORS.indigo, is_active: true };

/** Create without an id in the address, edit with one. */
export function CategoryEditPage() {
  const { value: categories } = useCategories();
  const { createCategory, editCategory } = useCategoryCommands();
  return (
    <NamedRecordPage
      namespace="categories"
      list={LIST}
      find={categories && ((id) => categories.find((each) => each.id === id))}
      shelf={categoryDrafts}
      blank={() => BLANK}
      valuesOf={({ name, description, icon, color, is_active }) => ({ name, description, icon, color, is_active })}
      create={createCategory}
      edit={editCategory}
      form={CategoryForm}
      isListOnly
      actions={(category) => <DeleteMenu category={category} />}
    />
  );
}

function DeleteMenu({ category }: { category: ExpenseCategory }) {
  const { t } = useTranslation('categories');
  const { deleteCategory } = useCategoryCommands();
  const deleteRecord = useUndoableDelete('expense_categories');
  const navigate = useNavigate();
  const remove = async () => {
    await deleteRecord({ id: category.id, remove: deleteCategory, text: t('toast.deleted', { name: category.name }) });
    void navigate(LIST, { replace: true });
  };
  return <DeleteRecordMenu namespace="categories" onDelete={remove} />;
}
