import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Directory, filterDirectory } from '#data/directory/directory.ts';
import type { InvoiceProduct } from '#domain/products/product.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import classes from './LineEditor.module.css';

type Props = {
  value: string;
  label: string;
  products: Directory<InvoiceProduct> | undefined;
  problem: string | undefined;
  onChange: (text: string) => void;
  onPick: (product: InvoiceProduct) => void;
};
const LIMIT = 8;

/** What the line is for: free text, or a product found by a part of its name. Arrow keys and Enter choose, Tab keeps the text. */
export function DescriptionCell({ value, label, products, problem, onChange, onPick }: Props) {
  const { t } = useTranslation('invoices');
  const format = useFormat();
  const list = useId();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const isLookup = isOpen && !value.includes('\n');
  const found = isLookup && products ? filterDirectory(products, { text: value, show: 'active', sort: 'name' }).slice(0, LIMIT) : [];
  const isShown = found.length > 0;
  const chosen = found[Math.min(active, found.length - 1)];

  const pick = (product: InvoiceProduct) => {
    setOpen(false);
    onPick(product);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey) return;
    if (event.key === 'ArrowDown' && !value.includes('\n')) {
      event.preventDefault();
      if (!isOpen) setOpen(true);
      setActive(Math.min(active + 1, (isShown ? found.length : LIMIT) - 1));
    } else if (event.key === 'ArrowUp' && isShown) {
      event.preventDefault();
      setActive(Math.max(active - 1, -1));
    } else if (event.key === 'Enter' && !event.shiftKey && isShown && chosen) {
      event.preventDefault();
      pick(chosen);
    } else if (event.key === 'Escape' && isShown) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  };
  return (
    <span className={classes.lookup}>
      <textarea
        className={classes.input}
        data-cell="description"
        rows={Math.min(8, value.split('\n').length)}
        aria-label={label}
        aria-haspopup="listbox"
        aria-controls={list}
        aria-autocomplete="list"
        {...(isShown && chosen ? { 'aria-activedescendant': `${list}-${chosen.id}` } : {})}
        aria-invalid={problem !== undefined || undefined}
        title={problem}
        placeholder={t('line.placeholder')}
        maxLength={2000}
        value={value}
        onChange={(event) => {
          onChange(event.currentTarget.value);
          setOpen(true);
          setActive(event.currentTarget.value.trim() === '' ? -1 : 0);
        }}
        onFocus={() => {
          setOpen(value === '');
          setActive(-1);
        }}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      <div id={list} role="listbox" aria-label={t('line.products')} className={classes.options} hidden={!isShown}>
        {found.map((product) => (
          <div
            key={product.id}
            id={`${list}-${product.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={product === chosen}
            className={classes.option}
            // Before the field would lose the focus, so that typing goes on where it was.
            onMouseDown={(event) => {
              event.preventDefault();
              pick(product);
            }}
          >
            <span className={classes.optionName}>{product.name}</span>
            <span className={classes.optionHint}>{format.money(product.unit_price, product.currency)}</span>
          </div>
        ))}
        {chosen && (
          <div role="presentation" className={classes.optionKeys}>
            {t('line.take')}
          </div>
        )}
      </div>
    </span>
  );
}
