import { TextInput, type TextInputProps } from '@mantine/core';
import classes from './CodeInput.module.css';

/** A one-time code: digits apart, the keyboard of a phone, and filled by the browser where it can. */
export function CodeInput(props: TextInputProps) {
  return (
    <TextInput inputMode="numeric" autoComplete="one-time-code" maxLength={12} {...props} classNames={{ input: classes.code ?? '' }} />
  );
}
