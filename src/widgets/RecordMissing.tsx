import { Button } from '@mantine/core';
import { IconFileOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { EmptyState } from '#ui/EmptyState.tsx';

type Props = { title: ReactNode; text: ReactNode; back: { to: string; label: string } };

/** In place of a record that is not on this device. */
export function RecordMissing({ title, text, back }: Props) {
  return (
    <EmptyState
      isPage
      icon={<IconFileOff size={26} />}
      title={title}
      text={text}
      action={
        <Button component={Link} to={back.to} variant="default">
          {back.label}
        </Button>
      }
    />
  );
}
