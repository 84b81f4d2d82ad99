import { Stack, Switch, TextInput, Textarea } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { CategoryInput } from '#data/expense-categories/expense-categories.commands.ts';
import { expenseCategoryInputSchema } from '#domain/expense-categories/expense-category.ts';
import { FormError } from '#ui/FormError.tsx';
import { Section } from '#ui/Section.tsx';
import { CategoryIcon } from '#widgets/CategoryBadge.tsx';
import { CATEGORY_COLOR_NAMES, CATEGORY_COLORS, CATEGORY_ICON_NAMES } from '#widgets/category-icons.ts';
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
          <Choice
            field="color"
            legend={t('field.color')}
            options={CATEGORY_COLOR_NAMES.map((name) => ({ value: CATEGORY_COLORS[name], label: t(`color.${name}`) }))}
            chosen={color}
            onChoose={(chosen) => form.setFieldValue('color', chosen)}
            draw={(each) => <span className={classes.dot} style={{ '--category-color': each } as CSSProperties} />}
          />
          <Choice
            field="icon"
            legend={t('field.icon')}
            options={CATEGORY_ICON_NAMES.map((name) => ({ value: name, label: t(`icon.${name}`) }))}
            chosen={icon}
            onChoose={(chosen) => form.setFieldValue('icon', chosen)}
            draw={(each) => <CategoryIcon category={{ icon: each, color: icon === each ? color : CATEGORY_COLORS.gray }} />}
          />
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

type ChoiceProps = {
  field: 'color' | 'icon';
  legend: string;
  options: readonly { readonly value: string; readonly label: string }[];
  chosen: string;
  onChoose: (value: string) => void;
  draw: (value: string) => ReactNode;
};

/** One of many by its look; its name is said and shown when one rests on it. */
function Choice({ field, legend, options, chosen, onChoose, draw }: ChoiceProps) {
  return (
    <fieldset className={classes.choice}>
      <legend>{legend}</legend>
      {options.map(({ value, label }) => (
        <label key={value} className={classes.option} title={label}>
          <input type="radio" name={field} value={value} aria-label={label} checked={chosen === value} onChange={() => onChoose(value)} />
          {draw(value)}
        </label>
      ))}
    </fieldset>
  );
}
