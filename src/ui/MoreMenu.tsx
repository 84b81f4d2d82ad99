import { ActionIcon, Menu } from '@mantine/core';
import { IconDotsVertical } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import classes from './MoreMenu.module.css';
import { useNeededMenu } from './use-needed-menu.ts';

type Props = { label: string; /** Items of a menu. */ children: ReactNode };

/** What is seldom needed, behind three dots as large as the buttons beside them. */
export function MoreMenu({ label, children }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  // The button is another one then; where the menu closes, the focus is back on it.
  const { isOpen, setOpen, isNeeded, need } = useNeededMenu(() => button.current?.focus({ preventScroll: true }));
  const target = (
    <ActionIcon
      ref={button}
      variant="default"
      className={classes.more}
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      {...(!isNeeded && { onClick: need })}
    >
      <IconDotsVertical size={18} aria-hidden />
    </ActionIcon>
  );
  if (!isNeeded) return target;
  return (
    <Menu position="bottom-end" opened={isOpen} onChange={setOpen}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
