import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { OnlyHeard } from '#ui/OnlyHeard.tsx';

type Props = { text: string; label: string; done: string };

/** Puts a text on the clipboard and says so in place. */
export function CopyButton({ text, label, done }: Props) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), 2500);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => undefined, // refused by the browser: the text can still be selected
    );
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        onClick={copy}
      >
        {isCopied ? done : label}
      </Button>
      <OnlyHeard role="status">{isCopied ? done : ''}</OnlyHeard>
    </>
  );
}
