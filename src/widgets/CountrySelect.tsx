import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

// ISO 3166-1; names come from the browser, so that both languages have them without a list of ours.
const CODES =
  'AD AE AL AM AR AT AU AZ BA BD BE BG BH BR BY CA CH CL CN CO CR CY CZ DE DK DO DZ EC EE EG ES FI FR GB GE GR GT HK HR HU ID IE IL IN IQ IR IS IT JO JP KE KR KW KZ LB LI LK LT LU LV MA MC MD ME MK MT MX MY NG NL NO NZ OM PA PE PH PK PL PT PY QA RO RS RU SA SE SG SI SK SM TH TN TR TW UA US UY UZ VA VE VN XK ZA'.split(
    ' ',
  );

export function CountrySelect(props: NativeSelectProps & { value?: string }) {
  const { i18n } = useTranslation();
  const countries = useMemo(() => {
    const names = new Intl.DisplayNames([i18n.language], { type: 'region' });
    return CODES.map((code) => ({ value: code, label: names.of(code) ?? code })).sort((a, b) =>
      a.label.localeCompare(b.label, i18n.language),
    );
  }, [i18n.language]);
  const isUnknown = props.value && !CODES.includes(props.value);
  return (
    <NativeSelect
      {...props}
      data={[{ value: '', label: '–' }, ...(isUnknown ? [{ value: props.value ?? '', label: props.value ?? '' }] : []), ...countries]}
    />
  );
}
