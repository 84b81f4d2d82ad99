import { useDeferredValue } from 'react';
import type { PartProps } from './part-props.ts';

/**
 * Drawn in slices: all of it at once would hold up whoever presses something meanwhile. But what a person chose is drawn with the choice: no figure
 * of the period before stands under the next one's name.
 */
export function useDrawnPart<T extends Pick<PartProps, 'period' | 'scope'>>(part: T | null): T | null {
  const later = useDeferredValue(part);
  const isChosen = part && later && (part.period !== later.period || part.scope.currency !== later.scope.currency);
  return isChosen ? part : later;
}
