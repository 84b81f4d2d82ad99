import { DIRECTORY_NAMES } from '#domain/directories.ts';
import { CategorySelect } from '#widgets/CategorySelect.tsx';
import { DirectorySelect } from '#widgets/DirectorySelect.tsx';

const directoryNamed = (to: string) => DIRECTORY_NAMES.find((name) => name === to);

/** Whether a record of this kind is chosen by its name. */
export const canChoose = (to: string): boolean => to === 'expense_categories' || directoryNamed(to) !== undefined;

type Props = { to: string; value: string | null; onChange: (id: string | null) => void; autoFocus?: boolean };

/** Chooses the vendor, customer, category … that a field names, or makes one; nothing for kinds that nobody looks up by name. */
export function ReferenceField({ to, value, onChange, autoFocus = false }: Props) {
  const name = directoryNamed(to);
  if (name) return <DirectorySelect name={name} value={value} onChange={onChange} isCreatable autoFocus={autoFocus} />;
  return to === 'expense_categories' ? <CategorySelect value={value} onChange={onChange} /> : null;
}
