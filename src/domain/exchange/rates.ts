/** Which rate holds: that of the day, or the average of the month (§ 16 (6) of the German UStG). */
export const RATES = ['day', 'month'] as const;
export type Rates = (typeof RATES)[number];
