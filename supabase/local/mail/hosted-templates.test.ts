import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { authMail } from './auth-mail.ts';

/** Hosted Supabase fills in Go templates; a person without a language gets English, as here. */
const inBothLanguages = (de: string, en: string): string => `{{ if eq (printf "%v" .Data.locale) "de" }}${de}{{ else }}${en}{{ end }}`;
const config = readFileSync('supabase/config.toml', 'utf8');

// The app says that a link and a code are on their way: the platform's own templates have no code.
test.each([
  ['confirmation', 'signup', '{{ .Email }}'],
  ['recovery', 'recovery', '{{ .Email }}'],
  ['email_change', 'email_change', '{{ .NewEmail }}'],
] as const)('a hosted project sends the same mail as this backend: %s', async (name, kind, to) => {
  const mail = (locale: string) => authMail({ kind, to, locale, link: '{{ .ConfirmationURL }}', code: '{{ .Token }}' });
  const [de, en] = [mail('de'), mail('en')];
  await expect(inBothLanguages(de.html, en.html)).toMatchFileSnapshot(`../../templates/${name}.html`);
  expect(config).toContain(
    `[auth.email.template.${name}]\nsubject = '${inBothLanguages(de.subject, en.subject)}'\ncontent_path = "./supabase/templates/${name}.html"\n`,
  );
});
