import { GERMAN_EXEMPTIONS } from '#domain/documents/tax-notes.ts';
import { useFormat } from '#platform/i18n/use-format.ts';

/** The frequent paragraphs of a German exemption, for an input with this list. */
export function ExemptionOptions({ id, country }: { id: string; country: string }) {
  const { language } = useFormat();
  return (
    <datalist id={id}>
      {country === 'DE' &&
        GERMAN_EXEMPTIONS.map(({ citation, de, en }) => (
          <option key={citation} value={citation}>
            {language === 'de' ? de : en}
          </option>
        ))}
    </datalist>
  );
}
