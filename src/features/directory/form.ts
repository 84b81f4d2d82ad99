import type { UseFormReturnType } from '@mantine/form';

/** The form of any record of a directory: a value per field. */
export type Form = UseFormReturnType<Record<string, unknown>>;
