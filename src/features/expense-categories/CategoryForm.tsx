import type { UseFormReturnType } from '@mantine/form';
import { Stack, Switch, TextInput, Textarea } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type CategoryInput, categoryInputSchema } from '#domain/expense-categories/expense-category.ts';
import { Section } from '#ui/Section.tsx';
import { CategoryIcon } from '#widgets/CategoryBadge.tsx';
import { CATEGORY_COLOR_NAMES, CATEGORY_COLORS, CATEGORY_ICON_NAMES } from '#widgets/category-icons.ts';
import { DraftedForm, type DraftedFormProps } from '#widgets/DraftedForm.tsx';
import classes from './CategoryForm.module.css';

export function CategoryForm(props: DraftedFormProps<CategoryInput>) {
  return (
    <DraftedForm schema={categoryInputSchema} {...props}>
      {(form) => <Fields form={form} />}
    </DraftedForm>
  );
}

function Fields({ form }: { form: UseFormReturnType<CategoryInput> }) {
  const { t } = useTranslation('categories');
  const { icon, color } = form.values;
  return (
    <Section>
      <Stack gap="md">
        <TextInput label={t('field.name')} required autoFocus autoComplete="off" {...form.getInputProps('name')} />
        <Textarea label={t('field.description')} autosize minRows={1} maxRows={4} {...form.getInputProps('description')} />
        <Choice
          field="color"
          legend={t('field.color')}
          options={withOwn(
            CATEGORY_COLOR_NAMES.map((name) => ({ value: CATEGORY_COLORS[name], label: t(`color.${name}`) })),
            form.getInitialValues().color,
          )}
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
        <Switch label={t('field.is_active')} description={t('hint.is_active')} {...form.getInputProps('is_active', { type: 'checkbox' })} />
      </Stack>
    </Section>
  );
}

type Option = { readonly value: string; readonly label: string };

/** A category that came with the company may have a colour that is not offered; it keeps its place among the others. */
const withOwn = (options: readonly Option[], own: string): readonly Option[] =>
  own === '' || options.some(({ value }) => value === own) ? options : [{ value: own, label: own }, ...options];

type ChoiceProps = {
  field: 'color' | 'icon';
  legend: string;
  options: readonly Option[];
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
