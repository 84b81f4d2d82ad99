// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { drawnPage } from '#tests/support/drawn-page.ts';
import { MoneyInput } from './MoneyInput.tsx';
import { useRecordForm } from './use-record-form.ts';

const saved = vi.fn<(net: number) => void>();

/** As in a table of amounts: what is not typed yet counts as nothing. */
function Form() {
  const { form, formProps } = useRecordForm({ initialValues: { net: 12.3456 }, submit: async ({ net }) => saved(net) });
  return (
    <form {...formProps}>
      <MoneyInput label="Net" value={form.values.net} onChange={(net) => form.setFieldValue('net', net ?? 0)} currency="EUR" />
    </form>
  );
}

const { page, root } = drawnPage();
beforeEach(() => {
  saved.mockClear();
  act(() =>
    root.render(
      <MantineProvider env="test">
        <Form />
      </MantineProvider>,
    ),
  );
});

const field = () => page.querySelector('input') as HTMLInputElement;
async function type(text: string) {
  const put = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  await act(async () => {
    field().focus();
    put?.call(field(), text);
    field().dispatchEvent(new Event('input', { bubbles: true }));
  });
}
const submit = () => act(async () => page.querySelector('form')?.requestSubmit());

test.each(['1o0', '100.555'])('%s is not saved as nothing: the form stays, and the field says why', async (typed) => {
  await type(typed);
  await submit();
  expect(saved).not.toHaveBeenCalled();
  expect([document.activeElement, field().getAttribute('aria-invalid')]).toEqual([field(), 'true']);
  await type('100.55');
  await submit();
  expect(saved.mock.calls).toEqual([[100.55]]);
});

test('what is stored with more decimals than may be typed is saved as it was', async () => {
  await submit();
  expect(saved.mock.calls).toEqual([[12.3456]]);
});
