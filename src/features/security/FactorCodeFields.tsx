import { NativeSelect } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { EnrolledFactor } from '#data/account-settings/second-factors.ts';
import { CodeInput } from '#widgets/account/CodeInput.tsx';

type Props = {
  factors: readonly EnrolledFactor[];
  factorProps: GetInputPropsReturnType;
  codeProps: GetInputPropsReturnType;
  isFocused?: boolean;
};

/** A code, and of which app when there are several. */
export function FactorCodeFields({ factors, factorProps, codeProps, isFocused = false }: Props) {
  const { t } = useTranslation('security');
  return (
    <>
      {factors.length > 1 && (
        <NativeSelect
          label={t('stepUp.which')}
          data={factors.map(({ id, name }) => ({ value: id, label: name || t('factor.unnamed') }))}
          {...factorProps}
        />
      )}
      <CodeInput label={t('stepUp.code')} autoFocus={isFocused} {...codeProps} />
    </>
  );
}
