// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { drawnPage } from '#tests/support/drawn-page.ts';
import { DateInput } from './DateInput.tsx';
import { useRecordForm } from './use-record-form.ts';

const saved = vi.fn<(values: { day: string | null }) => void>();

function Form() {
  const { form, formProps } = useRecordForm({
    initialValues: { day: null as string | null },
    submit: async (values) => saved(values),
  });
  return (
    <form {...formProps}>
      <DateInput
        label="Paid on"
        value={form.values.day ?? ''}
        onChange={(day) => form.setFieldValue('day', day || null)}
        today="2026-02-01"
      />
    </form>
  );
}

const { page, root } = drawnPage();
beforeEach(() => {
  saved.mockClear();
  act(() =>
    root.render(
      <MantineProvider>
        <Form />
      </MantineProvider>,
    ),
  );
});

const field = () => page.querySelector('input') as HTMLInputElement;
async function type(text: string) {
  const put = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  await act(async () => {
    put?.call(field(), text);
    field().dispatchEvent(new Event('input', { bubbles: true }));
  });
}
const submit = () => act(async () => page.querySelector('form')?.requestSubmit());

test('a day that can’t be read is not saved as no day: the form stays, with the focus on it', async () => {
  await type('31/13/2026');
  await submit();
  expect(saved).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(field());
});

test('a day that can be read, and none at all, are saved', async () => {
  await type('2026-01-31');
  await submit();
  await type('');
  await submit();
  expect(saved.mock.calls).toEqual([[{ day: '2026-01-31' }], [{ day: null }]]);
});
