import { TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppError } from '#domain/errors.ts';
import { loadVatCheck, type VatVerdict } from '#platform/vat/vat-check.ts';
import classes from './Fields.module.css';

type Party = { readonly vat_id: string; readonly country: string };
/** A warning that appeared at once would push the button away from under the click that left the field. */
const CALM_MS = 250;

type Props = { inputProps: GetInputPropsReturnType; party: Party };

/** A VAT id. A wrong check digit only warns: registers know better than arithmetic. */
export function VatIdInput({ inputProps, party: { vat_id: vatId, country } }: Props) {
  const { t } = useTranslation('vendors');
  const { t: tErrors } = useTranslation('errors');
  const [verdict, setVerdict] = useState<VatVerdict>('fine');
  const [left, setLeft] = useState(vatId);
  useEffect(() => {
    if (left === '') return undefined;
    let isCurrent = true;
    const judge = async () => {
      const check = await loadVatCheck();
      if (isCurrent) setVerdict(check(left, country));
    };
    const timer = setTimeout(() => void judge(), CALM_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [left, country]);
  const isJudged = left !== '' && left === vatId && verdict !== 'fine';
  const warning = isJudged && tErrors(verdict === 'unlikely' ? 'field.vatUnlikely' : 'field.vatImpossible');
  return (
    <TextInput
      label={t('field.vat_id')}
      autoComplete="off"
      spellCheck={false}
      {...inputProps}
      onBlur={() => setLeft(vatId)}
      {...(warning && !inputProps.error ? { description: <span className={classes.warning}>{warning}</span> } : {})}
    />
  );
}

/** Refuses a VAT id that can't exist, unless it was there before: nobody has to repair an old record to change its phone number. */
export async function refuseImpossibleVatId(values: Party, opened: Party, path = 'vat_id'): Promise<void> {
  if (values.vat_id === '' || values.vat_id === opened.vat_id) return;
  const check = await loadVatCheck();
  if (check(values.vat_id, values.country) === 'impossible')
    throw new AppError('invalid_input', { issues: [{ path, message: 'vatImpossible' }] });
}
