import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { registry } from '#domain/registry.ts';
import { mailSettingsSchema } from '#domain/mail/mail-settings.ts';
import { leavesOf } from '#tests/support/record-leaves.ts';
import { choiceKeys, fieldKeys } from './field-keys.ts';

const LOCALES = new URL('../../locales/', import.meta.url);
const texts = (language: string) => {
  const folder = new URL(`${language}/`, LOCALES);
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  const all = Object.fromEntries(files.map((file) => [file.replace('.json', ''), JSON.parse(readFileSync(new URL(file, folder), 'utf8'))]));
  return (key: string): unknown =>
    key
      .split(/[:.]/)
      .reduce<unknown>((inner, part) => (inner && typeof inner === 'object' ? (inner as Record<string, unknown>)[part] : undefined), all);
};

/** The stamps of a record, and what neither the history nor a difference ever shows. */
const SILENT = /^(id|company_id|created_at|updated_at|rev|user_id|(original_)?(path|sha256)|tax_breakdown|origin\..*|leased\..*)$/;

const entities = [
  ...Object.values(registry).map(({ name, schema }) => ({ name: name as string, schema: schema as z.core.$ZodType })),
  { name: 'mail_settings', schema: mailSettingsSchema as z.core.$ZodType },
].filter(({ name }) => name !== 'activity_log');

describe.each(['en', 'de'])('in %s', (language) => {
  const textOf = texts(language);

  test.each(entities)('every field of $name has a name', ({ name, schema }) => {
    const unnamed = leavesOf(schema)
      .map(({ path }) => path)
      .filter((field) => !SILENT.test(field) && !(name === 'mail_settings' && field === 'templates'))
      .filter((field) => !fieldKeys(name, field).keys.some((key) => typeof textOf(key) === 'string'));
    expect(unnamed).toEqual([]);
  });

  test.each(entities)('every choice in $name has a name', ({ name, schema }) => {
    const unnamed = leavesOf(schema).flatMap(({ path, choices }) =>
      choices
        .filter((choice) => choice !== '' && !path.endsWith('mime_type'))
        .filter((choice) => !choiceKeys(name, path, choice).some((key) => typeof textOf(key) === 'string'))
        .map((choice) => `${path}: ${choice}`),
    );
    expect(unnamed).toEqual([]);
  });
});
