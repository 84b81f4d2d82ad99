import { PAGE_HEIGHT, PAGE_WIDTH } from '#platform/pdf/writer/pdf-writer.ts';

export const mm = (millimetres: number): number => (millimetres * 72) / 25.4;

/** DIN 5008, form B: where a window envelope shows the address and where a letter is folded and punched. */
export const LEFT = mm(25);
export const RIGHT = PAGE_WIDTH - mm(20);
export const WIDTH = RIGHT - LEFT;
/** The field is 85 mm wide from 20 mm; its text begins at the letter's margin. */
export const ADDRESS_FIELD = { top: mm(62.7), bottom: mm(90), width: mm(80), returnLine: mm(59.8) } as const;
export const FACTS = { left: mm(125), top: mm(50) } as const;
export const BODY_TOP = mm(98.5);
export const FOLDS = [mm(105), mm(210)] as const;
export const PUNCH = PAGE_HEIGHT / 2;
/** Body of the pages after the first. */
export const NEXT_TOP = mm(27);
export const FOOTER_BOTTOM = PAGE_HEIGHT - mm(11);
