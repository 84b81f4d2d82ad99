import type { OwnTax } from '#domain/tax/line-tax.ts';
import { useDirectory } from '#data/directory/use-directory.ts';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ClipboardEvent, type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import type { LineProblems } from '#domain/invoices/invoice-form.ts';
import { ITEMS_MAX } from '#domain/invoices/invoice.ts';
import { type BadRow, isSpreadsheetPaste, pastedLines } from '#domain/invoices/pasted-lines.ts';
import { showToast } from '#ui/toast.ts';
import { useFieldErrorText } from '#ui/use-error-text.ts';
import { type CellPlace, lineFields, focusCell, placeOf } from './cells.ts';
import classes from './LineEditor.module.css';
import { LineRow } from './LineRow.tsx';
import { PasteReport } from './PasteReport.tsx';
import type { TaxPlace } from '#widgets/TaxOptions.tsx';
import type { Lines } from './use-lines.ts';

type Props = { lines: Lines; currency: string; hasTax: boolean; tax: OwnTax; place: TaxPlace; problems: LineProblems };

/** The lines of an invoice, written with the keyboard alone if one likes. */
export function LineEditor({ lines: editor, currency, hasTax, tax, place, problems }: Props) {
  const { t, i18n } = useTranslation('invoices');
  const { ctx } = useCompany();
  const { value: products } = useDirectory('invoice_products');
  const root = useRef<HTMLDivElement>(null);
  const [badRows, setBadRows] = useState<readonly BadRow[]>([]);
  const latest = useRef({ editor, hasTax });
  useEffect(() => {
    latest.current = { editor, hasTax };
  });
  const { lines, change } = editor;
  const said = useSaidProblems(problems);

  const focus = (place: CellPlace) => focusCell(root.current, place);
  // A cell that is drawn or moved by this very key gets the focus before the next one is read.
  const wanted = useRef<CellPlace | null>(null);
  useLayoutEffect(() => {
    if (wanted.current) focusCell(root.current, wanted.current);
    wanted.current = null;
  });
  const add = useCallback(
    (afterId: string | null) => {
      const { editor: now } = latest.current;
      if (now.lines.length >= ITEMS_MAX) return showToast({ type: 'warning', text: t('line.tooMany', { max: ITEMS_MAX }) });
      wanted.current = { lineId: now.add(afterId), field: 'description' };
      return undefined;
    },
    [t],
  );
  const move = useCallback((id: string, step: number) => latest.current.editor.move(id, step), []);
  const remove = useCallback(
    (id: string) => {
      const { editor: now } = latest.current;
      const at = now.lines.findIndex((line) => line.id === id);
      const line = now.lines[at];
      if (!line) return;
      now.remove(id);
      const neighbour = now.lines[at + 1] ?? now.lines[at - 1];
      if (neighbour) focus({ lineId: neighbour.id, field: 'description' });
      else add(null);
      const undo = () => {
        now.putBack(line, at);
        wanted.current = { lineId: line.id, field: 'description' };
      };
      showToast({ text: t('line.removed', { position: at + 1 }), action: { label: t('line.undo'), run: undo } });
    },
    [t, add],
  );
  const afterPick = useCallback((id: string) => focus({ lineId: id, field: 'quantity' }), []);

  const walk = ({ lineId, field }: CellPlace, step: 1 | -1) => {
    const fields = lineFields(hasTax);
    const next = fields[fields.indexOf(field) + step];
    if (next) return focus({ lineId, field: next });
    const line = lines[lines.findIndex(({ id }) => id === lineId) + step];
    if (line) return focus({ lineId: line.id, field: step === 1 ? 'description' : (fields.at(-1) ?? 'description') });
    return step === 1 ? add(null) : undefined;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const cell = placeOf(event.target);
    if (!cell || event.defaultPrevented) return;
    const index = lines.findIndex(({ id }) => id === cell.lineId);
    const isCommand = event.ctrlKey || event.metaKey;
    const vertical = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (isCommand && vertical) {
      event.preventDefault();
      move(cell.lineId, vertical);
      wanted.current = cell;
    } else if (isCommand && event.shiftKey && event.key === 'Backspace') {
      event.preventDefault();
      remove(cell.lineId);
    } else if (event.key === 'Enter' && isCommand) {
      event.preventDefault();
      root.current?.closest('form')?.requestSubmit();
    } else if (event.key === 'Enter' && !(event.shiftKey && cell.field === 'description')) {
      event.preventDefault();
      walk(cell, event.shiftKey ? -1 : 1);
    } else if (vertical && cell.field !== 'description' && cell.field !== 'unit' && cell.field !== 'tax_rate') {
      const other = lines[index + vertical];
      if (!other) return;
      event.preventDefault();
      focus({ lineId: other.id, field: cell.field });
    }
  };
  const onPaste = (event: ClipboardEvent<HTMLDivElement>) => {
    const cell = placeOf(event.target);
    const text = event.clipboardData.getData('text/plain');
    if (!cell || !isSpreadsheetPaste(text)) return;
    event.preventDefault();
    const read = pastedLines(text, { locale: i18n.language === 'de' ? 'de' : 'en', tax, newId: ctx.newId });
    const added = read.lines.slice(0, ITEMS_MAX - lines.length + 1);
    if (added.length < read.lines.length) showToast({ type: 'warning', text: t('line.tooMany', { max: ITEMS_MAX }) });
    if (added.length > 0) {
      editor.insert(cell.lineId, added);
      showToast({ type: 'success', text: t('line.pasted', { count: added.length }) });
      wanted.current = { lineId: added.at(-1)?.id ?? '', field: 'description' };
    }
    setBadRows(read.bad);
  };

  return (
    // The rows carry the controls; keys and pastes are only read on their way up.
    <div
      ref={root}
      role="group"
      aria-label={t('section.lines')}
      className={classes.editor}
      data-tax={hasTax || undefined}
      data-path="items"
      onKeyDown={onKeyDown}
      onPaste={onPaste}
    >
      <Head hasTax={hasTax} />
      <ol className={classes.rows}>
        {lines.map((line, index) => (
          <LineRow
            key={line.id}
            line={line}
            position={index + 1}
            isLast={index === lines.length - 1}
            currency={currency}
            place={hasTax ? place : null}
            problems={said[line.id]}
            products={products}
            onChange={change}
            onPicked={afterPick}
            onMove={move}
            onRemove={remove}
          />
        ))}
      </ol>
      {badRows.length > 0 && <PasteReport rows={badRows} onClose={() => setBadRows([])} />}
      <div className={classes.foot}>
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => add(null)}>
          {t('line.add')}
        </Button>
        <p className={classes.keys}>{t('line.keys')}</p>
      </div>
    </div>
  );
}

function Head({ hasTax }: { hasTax: boolean }) {
  const { t } = useTranslation('invoices');
  return (
    <div className={classes.head} aria-hidden>
      {lineFields(hasTax).map((field) => (
        <span key={field} data-figure={(field !== 'description' && field !== 'unit') || undefined}>
          {t(`line.${field}`)}
        </span>
      ))}
      <span data-figure>{t('line.total')}</span>
      <span />
    </div>
  );
}

/** Problems as sentences; the same object as long as they are the same, so that rows are not drawn for nothing. */
function useSaidProblems(problems: LineProblems): LineProblems {
  const say = useFieldErrorText();
  return useMemo(
    () =>
      Object.fromEntries(
        Object.entries(problems).map(([id, fields]) => [
          id,
          Object.fromEntries(Object.entries(fields).map(([field, key]) => [field, say(key)])),
        ]),
      ),
    [problems, say],
  );
}
