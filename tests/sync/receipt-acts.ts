import type { ShrinkImage } from '#data/receipts/images.ts';

const FIELDS = { category_id: null, vendor_id: null, customer_id: null, description: 'Taxi', currency: 'EUR', tax_rate: 19 };
export const VALUES = {
  ...FIELDS,
  amount: 23.8,
  expense_date: '2026-01-30',
  is_billable: false,
  is_reimbursable: true,
  paid_on: null,
  payment_method: 'cash' as const,
};
/** What a photo is shown by is its first half. */
export const halved: ShrinkImage = async (photo) => ({ stored: photo.slice(0, photo.size / 2), thumbnail: photo.slice(0, 1) });

/** Everything that is done with a receipt, in order. */
export const LIFE_OF_A_RECEIPT = ['pick', 'share', 'open', 'save', 'sync', 'upload', 'sync', 'giveUp', 'sync', 'upload'] as const;

/** What happens to receipts, and below which part of chance. */
export type Action = 'open' | 'pick' | 'share' | 'keep' | 'save' | 'sync' | 'upload' | 'remove' | 'answer';
export const ACTIONS: readonly (readonly [limit: number, action: Action])[] = [
  [0.08, 'open'],
  [0.28, 'pick'],
  [0.36, 'share'],
  [0.4, 'keep'],
  [0.56, 'save'],
  [0.72, 'sync'],
  [0.88, 'upload'],
  [0.95, 'remove'],
  [1, 'answer'],
];
