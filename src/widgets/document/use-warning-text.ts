import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/i18n/use-format.ts';

const KINDS = ['rate_not_in_force', 'rate_unknown', 'own_country', 'vat_id_form'] as const;

/** The sentence for a warning before issue, by its code (`rate_unknown=99`). */
export function useWarningText(): (code: string) => string {
  const { t } = useTranslation('invoices');
  const format = useFormat();
  return (code) => {
    const at = code.indexOf('=');
    const [kind, about] = [KINDS.find((each) => each === code.slice(0, at)), code.slice(at + 1)];
    if (!kind) return code;
    if (kind === 'own_country') return t(about === 'K' ? 'warning.own_country_K' : 'warning.own_country_AE');
    return t(`warning.${kind}`, { about: kind === 'vat_id_form' ? about : format.percent(Number(about)) });
  };
}
