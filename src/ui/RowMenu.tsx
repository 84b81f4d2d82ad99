import { Menu } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { OnlyHeard } from './OnlyHeard.tsx';
import classes from './RowMenu.module.css';
import { useNeededMenu } from './use-needed-menu.ts';

type Props = {
  /** What it changes, of which row: read out after what stands there. */
  label: string;
  /** The letter that opens it from the row. */
  letter: string;
  /** What stands in the cell anyway. */
  children: ReactNode;
  /** The items; asked for when the menu opens. */
  items: () => ReactNode;
};

/** A cell whose value is changed in place. It is no stop for Tab, or a list would have hundreds: its row's letter opens it, or a click. */
export function RowMenu({ label, letter, children, items }: Props) {
  const { isOpen, setOpen, isNeeded, need } = useNeededMenu();
  const button = useRef<HTMLButtonElement>(null);
  const change = (next: boolean) => {
    setOpen(next);
    // Back to the row, where j and k go on.
    const row = next ? null : button.current?.closest('[data-row]')?.querySelector<HTMLElement>('[data-row-open]');
    if (row) requestAnimationFrame(() => row.focus({ preventScroll: true }));
  };
  const target = (
    <button
      ref={button}
      type="button"
      className={classes.button}
      data-row-key={letter}
      tabIndex={-1}
      aria-haspopup="menu"
      aria-keyshortcuts={letter}
      onClick={() => (isNeeded ? change(!isOpen) : need())}
    >
      {children}
      <OnlyHeard>{label}</OnlyHeard>
    </button>
  );
  if (!isNeeded) return target;
  return (
    <Menu opened={isOpen} onChange={change} position="bottom-start" returnFocus={false}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown mah="60vh" className={classes.items ?? ''}>
        {items()}
      </Menu.Dropdown>
    </Menu>
  );
}
