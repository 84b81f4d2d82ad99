import { expect, test } from 'vitest';
import { taxCategoryName } from './tax-category-name.ts';
import { TAX_CATEGORIES, taxCategoriesIn } from './tax-category.ts';

test('an intra-EU supply is offered to members of the EU only', () => {
  expect(taxCategoriesIn('DE')).toEqual(TAX_CATEGORIES);
  expect(taxCategoriesIn('AT')).toContain('K');
  expect(taxCategoriesIn('GB')).toEqual(['S', 'Z', 'E', 'AE', 'G', 'O']);
});

test('nothing German is shown to a company elsewhere', () => {
  for (const language of ['en', 'de'] as const)
    for (const category of TAX_CATEGORIES) {
      expect(taxCategoryName(category, language, 'GB')).not.toMatch(/§|UStG|German/);
      expect(taxCategoryName(category, language, 'AT')).not.toMatch(/§|UStG|German/);
    }
});

test('in Germany a category names its paragraph', () => {
  expect(taxCategoryName('AE', 'de', 'DE')).toBe('Reverse Charge (§ 13b UStG)');
  expect(taxCategoryName('K', 'de', 'DE')).toBe('Innergemeinschaftliche Lieferung');
});
