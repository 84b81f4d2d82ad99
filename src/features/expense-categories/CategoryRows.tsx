import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCategoryCommands } from '#data/expense-categories/use-category-commands.ts';
import type { ExpenseCategory } from '#domain/expense-categories/expense-category.ts';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { useCommand } from '#ui/use-command.ts';
import { CategoryIcon } from '#widgets/CategoryBadge.tsx';
import { SyncMark } from '#widgets/SyncBadge.tsx';
import classes from './CategoryRows.module.css';

type Props = { categories: readonly ExpenseCategory[]; isManager: boolean };

/** The categories in their order; moved by buttons, or by dragging with a mouse. */
export function CategoryRows({ categories, isManager }: Props) {
  const { t } = useTranslation('categories');
  const { reorderCategories } = useCategoryCommands();
  const reorder = useCommand(reorderCategories);
  const [dragged, setDragged] = useState<string | null>(null);
  const [said, setSaid] = useState('');

  const move = async (id: string, to: number) => {
    const category = categories.find((each) => each.id === id);
    if (!category || to < 0 || to >= categories.length) return;
    const ids = categories.map((each) => each.id).filter((each) => each !== id);
    ids.splice(to, 0, id);
    await reorder.run(ids);
    setSaid(t('moved', { name: category.name, position: to + 1, total: categories.length }));
  };
  const dragOver = (event: DragEvent) => {
    if (dragged) event.preventDefault();
  };

  return (
    <>
      <ol className={classes.list}>
        {categories.map((category, index) => (
          <li
            key={category.id}
            className={classes.row}
            data-dragged={dragged === category.id || undefined}
            draggable={isManager}
            onDragStart={() => setDragged(category.id)}
            onDragEnd={() => setDragged(null)}
            onDragOver={dragOver}
            onDrop={() => dragged && void move(dragged, index)}
          >
            {isManager && <IconGripVertical size={16} className={classes.grip} aria-hidden />}
            <CategoryIcon category={category} />
            <Name category={category} isManager={isManager} />
            <SyncMark collection="expense_categories" id={category.id} />
            {!category.is_active && <StatusBadge tone="gray">{t('status.inactive')}</StatusBadge>}
            {isManager && (
              <span className={classes.moves}>
                <ActionIcon
                  aria-label={t('action.moveUp', { name: category.name })}
                  disabled={index === 0}
                  onClick={() => void move(category.id, index - 1)}
                >
                  <IconArrowUp size={16} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  aria-label={t('action.moveDown', { name: category.name })}
                  disabled={index === categories.length - 1}
                  onClick={() => void move(category.id, index + 1)}
                >
                  <IconArrowDown size={16} aria-hidden />
                </ActionIcon>
              </span>
            )}
          </li>
        ))}
      </ol>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  );
}

function Name({ category, isManager }: { category: ExpenseCategory; isManager: boolean }) {
  const text = (
    <>
      <span className={classes.name} data-dimmed={!category.is_active || undefined}>
        {category.name}
      </span>
      {category.description && <span className={classes.description}>{category.description}</span>}
    </>
  );
  if (!isManager) return <span className={classes.text}>{text}</span>;
  return (
    <Link to={`/finance/expense-categories/${category.id}/edit`} className={classes.text}>
      {text}
    </Link>
  );
}
