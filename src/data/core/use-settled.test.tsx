// @vitest-environment jsdom
import { act, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { useSettled } from './use-settled.ts';

test('what is made of a record begins anew only when the record says something else', () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  const made: unknown[] = [];
  const Maker = ({ document }: { document: object }) => {
    const settled = useSettled(document);
    useEffect(() => void made.push(settled), [settled]);
    return null;
  };
  const root = createRoot(document.createElement('div'));
  const shown = (document: object) => act(() => root.render(<Maker document={document} />));
  shown({ number: 'INV-1', logo: new Uint8Array([1, 2]) });
  shown({ number: 'INV-1', logo: new Uint8Array([1, 2]) });
  expect(made).toHaveLength(1);
  shown({ number: 'INV-1', logo: new Uint8Array([1, 3]) });
  shown({ number: 'INV-2', logo: new Uint8Array([1, 3]) });
  expect(made).toHaveLength(3);
  act(() => root.unmount());
});
