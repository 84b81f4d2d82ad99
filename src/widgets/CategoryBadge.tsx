import { createElement, type CSSProperties } from 'react';
import type { ExpenseCategory } from '#domain/expense-categories/expense-category.ts';
import classes from './CategoryBadge.module.css';
import { categoryIcon } from './category-icons.ts';

type Props = { category: Pick<ExpenseCategory, 'name' | 'icon' | 'color'> };

/** Icon in the category's colour; decoration beside a text that says the same. */
export function CategoryIcon({ category, size = 18 }: { category: Pick<ExpenseCategory, 'icon' | 'color'>; size?: number }) {
  return (
    <span className={classes.icon} style={{ '--category-color': category.color } as CSSProperties} aria-hidden>
      {createElement(categoryIcon(category.icon), { size, stroke: 1.75 })}
    </span>
  );
}

export function CategoryBadge({ category }: Props) {
  return (
    <span className={classes.badge}>
      <CategoryIcon category={category} size={14} />
      <span className={classes.name}>{category.name}</span>
    </span>
  );
}
