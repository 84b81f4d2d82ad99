import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { categoryDrafts } from '#data/drafts/form-drafts.ts';
import type { CategoryInput } from '#data/expense-categories/expense-categories.commands.ts';
import { useCategories } from '#data/expense-categories/use-categories.ts';
import { useCategoryCommands } from '#data/expense-categories/use-category-commands.ts';
import type { ExpenseCategory } from '#domain/expense-categories/expense-category.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { showToast } from '#ui/toast.ts';
import { RecordMissing } from '#widgets/RecordMissing.tsx';
import { CATEGORY_COLORS } from '#widgets/category-icons.ts';
import { useUndoableDelete } from '#widgets/use-undoable-delete.ts';
import { WithDraft } from '#widgets/WithDraft.tsx';
import { CategoryForm } from './CategoryForm.tsx';

const LIST = '/finance/expense-categories';
const BLANK: CategoryInput = { name: '', description: '', icon: 'tag', color: CATEGORY_COLORS.indigo, is_active: true };

/** Create without an id in the address, edit with one. */
export function CategoryEditPage() {
  const { id } = useParams();
  return id === undefined ? <CreateCategory /> : <EditCategory key={id} id={id} />;
}

function CreateCategory() {
  const { t } = useTranslation('categories');
  const { createCategory } = useCategoryCommands();
  const navigate = useNavigate();
  const create = async (input: CategoryInput) => {
    const category = await createCategory(input);
    showToast({ type: 'success', text: t('toast.created', { name: category.name }) });
    void navigate(LIST, { replace: true });
  };
  return (
    <>
      <PageHeader title={t('title.create')} back={{ to: LIST, label: t('title.list') }} />
      <WithDraft shelf={categoryDrafts} fresh={() => BLANK}>
        {(drafted) => <CategoryForm drafted={drafted} saveLabel={t('action.create')} cancelTo={LIST} onSave={create} />}
      </WithDraft>
    </>
  );
}

function EditCategory({ id }: { id: string }) {
  const { t } = useTranslation('categories');
  const { value: categories } = useCategories();
  const category = categories?.find((each) => each.id === id);
  const back = { to: LIST, label: t('title.list') };
  if (categories && !category) return <RecordMissing title={t('notFound.title')} text={t('notFound.text')} back={back} />;
  return (
    <>
      <PageHeader title={t('title.edit')} back={back} actions={category && <DeleteButton category={category} />} />
      {category && <OpenedCategory category={category} />}
    </>
  );
}

function OpenedCategory({ category }: { category: ExpenseCategory }) {
  const { t } = useTranslation('categories');
  const { editCategory } = useCategoryCommands();
  const navigate = useNavigate();
  const { name, description, icon, color, is_active } = category;
  const save = async (input: CategoryInput, opened: CategoryInput) => {
    const saved = await editCategory({ id: category.id, input, opened });
    showToast({ type: 'success', text: t('toast.changed', { name: saved.name }) });
    void navigate(LIST, { replace: true });
  };
  return (
    <WithDraft shelf={categoryDrafts} recordId={category.id} fresh={() => ({ name, description, icon, color, is_active })}>
      {(drafted) => <CategoryForm drafted={drafted} saveLabel={t('action.save')} cancelTo={LIST} onSave={save} />}
    </WithDraft>
  );
}

function DeleteButton({ category }: { category: ExpenseCategory }) {
  const { t } = useTranslation('categories');
  const { deleteCategory } = useCategoryCommands();
  const deleteRecord = useUndoableDelete('expense_categories');
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const remove = async () => {
    await deleteRecord({ id: category.id, remove: deleteCategory, text: t('toast.deleted', { name: category.name }) });
    void navigate(LIST, { replace: true });
  };
  return (
    <>
      <Button variant="subtle" color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setAsking(true)}>
        {t('action.delete')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('delete.title', { name: category.name })}
        confirmLabel={t('delete.confirm')}
        onConfirm={remove}
        isDangerous
      >
        {t('delete.text')}
      </ConfirmDialog>
    </>
  );
}
