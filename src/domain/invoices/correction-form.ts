import { sumOf, toMinor } from '#domain/money/money.ts';
import { correctionLine, type LineLeft, type Taken } from './correction-lines.ts';
import { lineNet } from './invoice-totals.ts';
import type { Invoice, InvoiceItem } from './invoice.ts';

/** What a person chose of a line; `value` is null while nothing (readable) was typed. */
export type LineChoice = { readonly by: Taken['by']; readonly value: number | null };
/** By the id of the line of the original. */
export type LineChoices = Readonly<Record<string, LineChoice>>;
export type LineProblem = 'notANumber' | 'tooMuch';

const asTaken = (by: Taken['by'], value: number): Taken =>
  by === 'quantity' ? { by, quantity: value } : by === 'amount' ? { by, amount: value } : { by, percent: value };

/** Whether nothing can be taken back of a line any more. */
export const isUsedUp = ({ net_left }: LineLeft, currency: string): boolean => toMinor(net_left, currency) === 0n;

/** How a line is offered when it is chosen: all that is left of it. */
export const wholeChoice = ({ item, net, net_left, quantity_left }: LineLeft): LineChoice =>
  quantity_left * item.quantity > 0 && net_left === net
    ? { by: 'quantity', value: Math.abs(quantity_left) }
    : { by: 'amount', value: Math.abs(net_left) };

/** The line that a choice makes, or what is wrong with the choice. */
export function chosenLine(
  left: LineLeft,
  { by, value }: LineChoice,
  place: { readonly id: string; readonly currency: string },
): { readonly item: InvoiceItem | null; readonly problem: LineProblem | null } {
  if (value === null || value <= 0) return { item: null, problem: 'notANumber' };
  if (by === 'percent' && value > 100) return { item: null, problem: 'tooMuch' };
  const item = correctionLine(left, asTaken(by, value), place);
  if (!item) return { item, problem: 'notANumber' };
  const rest = sumOf([left.net_left, lineNet(item, place.currency)], place.currency);
  return { item, problem: rest * left.net < 0 ? 'tooMuch' : null };
}

/** The choices that made a correction, for a draft that is opened again. */
export function choicesOf({ items }: Pick<Invoice, 'items'>, lines: readonly LineLeft[]): LineChoices {
  return Object.fromEntries(
    items.flatMap((line) => {
      const origin = lines.find(({ item }) => item.id === line.origin_item_id)?.item;
      if (!origin) return [];
      const isPriced = line.unit_price === origin.unit_price && line.discount_percent === origin.discount_percent;
      const choice: LineChoice = isPriced
        ? { by: 'quantity', value: Math.abs(line.quantity) }
        : { by: 'amount', value: Math.abs(line.unit_price * line.quantity) };
      return [[origin.id, choice]];
    }),
  );
}
