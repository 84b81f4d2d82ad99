import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCategoryCommands } from '#data/expense-categories/use-category-commands.ts';
import type { ExpenseCategory } from '#domain/expense-categories/expense-category.ts';
import { sameNamed } from '#domain/expense-categories/same-named.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Notice } from '#ui/Notice.tsx';
import { showToast } from '#ui/toast.ts';

/** Offers to merge categories of one name, as two devices make them that know nothing of each other. */
export function SameNamed({ categories }: { categories: readonly ExpenseCategory[] }) {
  const { t } = useTranslation('categories');
  const { mergeCategories } = useCategoryCommands();
  const [asked, setAsked] = useState<ReturnType<typeof sameNamed>[number] | null>(null);
  const merge = async () => {
    if (!asked) return;
    const { left } = await mergeCategories({ from: asked.double, into: asked.kept });
    showToast(left === 0 ? { type: 'success', text: t('twins.done') } : { text: t('twins.left', { count: left }) });
  };
  return (
    <>
      {sameNamed(categories).map((pair) => (
        <Notice
          key={pair.double.id}
          actions={
            <Button variant="default" size="compact-sm" onClick={() => setAsked(pair)}>
              {t('twins.merge')}
            </Button>
          }
        >
          {t('twins.text', { name: pair.kept.name })}
        </Notice>
      ))}
      <ConfirmDialog
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        title={t('twins.title', { name: asked?.kept.name })}
        confirmLabel={t('twins.merge')}
        onConfirm={merge}
      >
        {t('twins.what')}
      </ConfirmDialog>
    </>
  );
}
