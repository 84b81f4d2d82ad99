/**
 * `impossible`: no VAT id of that country looks like this. `unlikely`: the form fits, the check digit doesn't, which mostly is a typo.
 * `fine`: fits, or belongs to a country whose ids can't be judged here.
 */
export type VatVerdict = 'fine' | 'unlikely' | 'impossible';
export type VatCheck = (vatId: string, country: string) => VatVerdict;

/** Loads the rules of all countries when they are first needed. Without them (a chunk that can't be fetched) nothing is refused. */
export async function loadVatCheck(): Promise<VatCheck> {
  try {
    const { checkVAT, countries } = await import('jsvat');
    const european = countries.filter(({ name }) => name !== 'Brazil'); // its ids carry no country code, so any number would be one
    const isKnown = (country: string) => european.some(({ codes }) => codes[0] === country);
    return (vatId, country) => {
      if (vatId.trim() === '') return 'fine';
      const { isValid, isValidFormat, isSupportedCountry } = checkVAT(vatId, european);
      if (isValid) return 'fine';
      if (isSupportedCountry) return isValidFormat ? 'unlikely' : 'impossible';
      return !/^[A-Z]{2}/i.test(vatId.trim()) && isKnown(country) ? 'impossible' : 'fine';
    };
  } catch {
    return () => 'fine';
  }
}
