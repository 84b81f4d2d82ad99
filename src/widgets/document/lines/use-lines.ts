import type { OwnTax } from '#domain/tax/line-tax.ts';
import { useCallback, useMemo, useRef, useState } from 'react';
import { blankLine, type InvoiceLine, isBlankLine, movedLine } from '#domain/invoices/invoice-form.ts';

type Options = { readonly tax: OwnTax; readonly newId: () => string };
export type Lines = ReturnType<typeof useLines>;

/** How the next line is taxed: like this one, as far as it says. */
const taxLike = (line: InvoiceLine | undefined): OwnTax | null =>
  line?.tax_category && line.tax_rate !== null
    ? { tax_rate: line.tax_rate, tax_category: line.tax_category, exemption_reason: line.exemption_reason }
    : null;

/** The lines of the form and what can be done with them. The operations never change, so a row is drawn again only when its own line did. */
export function useLines(initial: readonly InvoiceLine[], options: Options) {
  const settings = useRef(options);
  const [start] = useState(() => (initial.length > 0 ? initial : [blankLine(options.newId(), options.tax)]));
  const [lines, setLines] = useState(start);

  const change = useCallback(
    (id: string, patch: Partial<InvoiceLine>) => setLines((all) => all.map((line) => (line.id === id ? { ...line, ...patch } : line))),
    [],
  );
  /** A blank line after the given one, or at the end; it is taxed like the line before. Answers its id. */
  const add = useCallback((afterId: string | null): string => {
    const id = settings.current.newId();
    setLines((all) => {
      const at = afterId === null ? all.length : all.findIndex((line) => line.id === afterId) + 1;
      return all.toSpliced(at, 0, blankLine(id, taxLike(all[at - 1]) ?? settings.current.tax));
    });
    return id;
  }, []);
  /** All lines at once. */
  const changeAll = useCallback((patch: Partial<InvoiceLine>) => setLines((all) => all.map((line) => ({ ...line, ...patch }))), []);
  const remove = useCallback((id: string) => setLines((all) => all.filter((line) => line.id !== id)), []);
  const putBack = useCallback((line: InvoiceLine, at: number) => setLines((all) => all.toSpliced(at, 0, line)), []);
  const move = useCallback((id: string, step: number) => setLines((all) => movedLine(all, id, step)), []);
  /** After the given line; in its place when nothing stands there yet. */
  const insert = useCallback((id: string, added: readonly InvoiceLine[]) => {
    setLines((all) => {
      const at = all.findIndex((line) => line.id === id);
      const target = all[at];
      return target && isBlankLine(target) ? all.toSpliced(at, 1, ...added) : all.toSpliced(at + 1, 0, ...added);
    });
  }, []);

  const operations = useMemo(
    () => ({ change, changeAll, add, remove, putBack, move, insert }),
    [change, changeAll, add, remove, putBack, move, insert],
  );
  return { lines, isDirty: lines !== start && (lines.some((line) => !isBlankLine(line)) || start.length > 1), ...operations };
}
