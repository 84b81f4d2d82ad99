import { TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { CountrySelect } from './CountrySelect.tsx';
import classes from './Fields.module.css';

type Field = 'street' | 'house_number' | 'postal_code' | 'city' | 'country';
type Props = {
  getInputProps: (field: Field) => GetInputPropsReturnType;
  /** What could stand there. */
  example?: { readonly postal_code: string; readonly city: string } | undefined;
  /** Without, where it is settled. */
  hasCountry?: boolean;
};

/** Address of a vendor, a customer or the company. */
export function AddressFields({ getInputProps, example, hasCountry = true }: Props) {
  const { t } = useTranslation('vendors');
  return (
    <>
      <div className={classes.row} data-shape="wide-narrow">
        <TextInput label={t('field.street')} autoComplete="off" {...getInputProps('street')} />
        <TextInput label={t('field.house_number')} autoComplete="off" {...getInputProps('house_number')} />
      </div>
      <div className={classes.row} data-shape="narrow-wide">
        <TextInput label={t('field.postal_code')} autoComplete="off" placeholder={example?.postal_code} {...getInputProps('postal_code')} />
        <TextInput label={t('field.city')} autoComplete="off" placeholder={example?.city} {...getInputProps('city')} />
      </div>
      {hasCountry && <CountrySelect label={t('field.country')} {...getInputProps('country')} />}
    </>
  );
}
