import { Stack, Switch, TextInput, Textarea } from '@mantine/core';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { CategoryInput } from '#data/expense-categories/expense-categories.commands.ts';
import { expenseCategoryInputSchema } from '#domain/expense-categories/expense-category.ts';
import { FormError } from '#ui/FormError.tsx';
import { Section } from '#ui/Section.tsx';
import { CategoryIcon } from '#widgets/CategoryBadge.tsx';
import { CATEGORY_COLORS, CATEGORY_ICON_NAMES } from '#widgets/category-icons.ts';
import fields from '#widgets/Fields.module.css';
import { SaveBar } from '#widgets/SaveBar.tsx';
import { useDraftedForm } from '#widgets/use-drafted-form.tsx';
import type { Drafted } from '#widgets/WithDraft.tsx';
import classes from './CategoryForm.module.css';

const formSchema = z.omit(expenseCategoryInputSchema, { sort_order: true });

type Props = {
  drafted: Drafted<CategoryInput>;
  saveLabel: string;
  cancelTo: string;
  onSave: (input: CategoryInput, opened: CategoryInput) => Promise<unknown>;
};

export function CategoryForm({ drafted, saveLabel, cancelTo, onSave }: Props) {
  const { t } = useTranslation('categories');
  const { form, formProps, formError, isSubmitting, restored, note } = useDraftedForm<CategoryInput>({
    drafted,
    schema: formSchema,
    submit: onSave,
  });
  const { icon, color } = form.values;
  return (
    <form {...formProps} className={fields.form}>
      {restored}
      <FormError>{formError}</FormError>
      <Section>
        <Stack gap="md">
          <TextInput label={t('field.name')} required autoFocus autoComplete="off" {...form.getInputProps('name')} />
          <Textarea label={t('field.description')} autosize minRows={1} maxRows={4} {...form.getInputProps('description')} />
          <fieldset className={classes.choice}>
            <legend>{t('field.color')}</legend>
            {CATEGORY_COLORS.map((each) => (
              <label key={each} className={classes.color} style={{ '--category-color': each } as CSSProperties}>
                <input
                  type="radio"
                  name="color"
                  value={each}
                  aria-label={each}
                  checked={color === each}
                  onChange={() => form.setFieldValue('color', each)}
                />
              </label>
            ))}
          </fieldset>
          <fieldset className={classes.choice}>
            <legend>{t('field.icon')}</legend>
            {CATEGORY_ICON_NAMES.map((each) => (
              <label key={each} className={classes.icon}>
                <input
                  type="radio"
                  name="icon"
                  value={each}
                  aria-label={each}
                  checked={icon === each}
                  onChange={() => form.setFieldValue('icon', each)}
                />
                <CategoryIcon category={{ icon: each, color: icon === each ? color : '#64748b' }} />
              </label>
            ))}
          </fieldset>
          <Switch
            label={t('field.is_active')}
            description={t('hint.is_active')}
            {...form.getInputProps('is_active', { type: 'checkbox' })}
          />
        </Stack>
      </Section>
      <SaveBar saveLabel={saveLabel} isSaving={isSubmitting} cancelTo={cancelTo}>
        {note}
      </SaveBar>
    </form>
  );
}
