import { ColorInput, NativeSelect } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { CompanyDetailsInput } from '#domain/companies/company-details.ts';
import { contrast, READABLE_CONTRAST } from '#domain/documents/color-contrast.ts';
import { fontFamilyOf } from '#domain/documents/document-fonts.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import fields from '#widgets/Fields.module.css';

/** Fonts by the name that settings hold; documents use the nearest family they can embed. */
const FONTS = { sans: 'Helvetica', serif: 'Times' } as const;
const COLOR = /^#[0-9a-f]{6}$/i;
const SWATCHES = ['#111827', '#0f3d5c', '#2563eb', '#0f766e', '#166534', '#9a3412', '#b91c1c', '#7c3aed'];
/** Below this two colours look like one. */
const DISTINCT = 1.2;

/** Colours and font of documents, with what is wrong with them said beside. */
export function BrandingFields({ form }: { form: UseFormReturnType<CompanyDetailsInput> }) {
  const { t } = useTranslation('settings');
  const { primary_color: primary, accent_color: accent, font } = form.values.branding;
  const isSame = COLOR.test(primary) && COLOR.test(accent) && primary !== accent && contrast(primary, accent) < DISTINCT;
  return (
    <>
      <div className={fields.row} data-shape="even">
        <ColorField label={t('company.primary_color')} color={primary} {...form.getInputProps('branding.primary_color')} />
        <ColorField label={t('company.accent_color')} color={accent} {...form.getInputProps('branding.accent_color')} />
      </div>
      {isSame && <p className={`${fields.hint} ${fields.warning}`}>{t('company.contrastSame')}</p>}
      <NativeSelect
        label={t('company.font')}
        value={fontFamilyOf(font)}
        onChange={(event) => form.setFieldValue('branding.font', FONTS[event.currentTarget.value as keyof typeof FONTS])}
        data={(['sans', 'serif'] as const).map((family) => ({ value: family, label: t(`company.fontFamily.${family}`) }))}
      />
    </>
  );
}

type ColorProps = { label: string; color: string; value?: string; onChange?: (value: string) => void; error?: unknown };

function ColorField({ label, color, error, ...props }: ColorProps) {
  const { t } = useTranslation('settings');
  const { number } = useFormat();
  const ratio = COLOR.test(color) ? contrast(color, '#ffffff') : READABLE_CONTRAST;
  const warning = ratio < READABLE_CONTRAST && t('company.contrastText', { ratio: number(Math.round(ratio * 10) / 10) });
  return (
    <ColorInput
      {...props}
      label={label}
      error={error as string | undefined}
      description={warning && <span className={fields.warning}>{warning}</span>}
      withEyeDropper={false}
      swatches={SWATCHES}
      swatchesPerRow={8}
    />
  );
}
