/** How tax is shown: by rate, not at all (§ 19 UStG), or owed by the recipient (§ 13b UStG). */
export const TAX_MODES = ['standard', 'small_business', 'reverse_charge'] as const;
export type TaxMode = (typeof TAX_MODES)[number];
