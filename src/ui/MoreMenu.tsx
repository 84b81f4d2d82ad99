import { ActionIcon, Menu } from '@mantine/core';
import { IconDotsVertical } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './MoreMenu.module.css';

type Props = { label: string; /** Items of a menu. */ children: ReactNode };

/** What is seldom needed, behind three dots as large as the buttons beside them. */
export function MoreMenu({ label, children }: Props) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" className={classes.more} aria-label={label}>
          <IconDotsVertical size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
