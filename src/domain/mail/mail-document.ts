export type MailLanguage = 'en' | 'de';

/** What is written, before it becomes text and HTML. Paragraphs may hold line breaks; nothing in them is markup. */
export type MailDocument = {
  readonly language: MailLanguage;
  /** Stands above the mail. */
  readonly companyName: string;
  /** `#rrggbb`; anything else is replaced by the product's dark grey. */
  readonly color: string;
  readonly paragraphs: readonly string[];
  readonly action?: { readonly label: string; readonly link: string };
  /** Small print below. */
  readonly closing?: readonly string[];
};
export type MailBody = { readonly text: string; readonly html: string };

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const DARK = '#111827';

/** Text made safe for HTML content and quoted attributes. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (char) => ENTITIES[char] ?? char);

/** One line for a header or a sentence: no control characters, no runs of space, at most `max` characters. */
export const oneLine = (text: string, max = 200): string =>
  Array.from(text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim())
    .slice(0, max)
    .join('');

/** A name that others typed, for a mail to somebody who does not know them: mail programs shall not make a link of it. */
export const plainName = (name: string): string =>
  oneLine(name, 80)
    .replaceAll(/:\/\//g, ' ')
    .replaceAll(/\bwww\./gi, 'www ');

/** White or the dark grey, whichever is easier to read on the colour (WCAG relative luminance). */
export function inkOn(color: string): '#ffffff' | typeof DARK {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.2 ? DARK : '#ffffff';
}

const htmlLines = (text: string): string => escapeHtml(text).replaceAll(/\r\n?|\n/g, '<br>\n');

function htmlOf(mail: MailDocument): string {
  const color = /^#[0-9a-f]{6}$/i.test(mail.color) ? mail.color : DARK;
  const name = escapeHtml(oneLine(mail.companyName));
  const paragraphs = mail.paragraphs.map((line) => `<p style="margin:0 0 16px">${htmlLines(line)}</p>`);
  const action = mail.action
    ? [
        `<p style="margin:24px 0"><a href="${escapeHtml(mail.action.link)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:${color};color:${inkOn(color)};text-decoration:none;font-weight:600">${escapeHtml(mail.action.label)}</a></p>`,
      ]
    : [];
  const closing = (mail.closing ?? []).map((line) => `<p style="margin:0 0 8px;font-size:13px;color:#4b5563">${htmlLines(line)}</p>`);
  return `<!doctype html>
<html lang="${mail.language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${name}</title></head>
<body style="margin:0;padding:24px 16px;background:#f3f4f6;color:${DARK};font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<div style="max-width:560px;margin:0 auto;background:#ffffff;border-top:4px solid ${color};border-radius:8px;padding:28px 28px 20px">
<p style="margin:0 0 20px;font-size:18px;font-weight:600">${name}</p>
${[...paragraphs, ...action, ...closing].join('\n')}
</div>
</body>
</html>
`;
}

/** The mail as plain text and as HTML, with the same content in both. Everything typed by people is escaped. */
export function mailBody(mail: MailDocument): MailBody {
  const action = mail.action ? [`${mail.action.label}:\n${mail.action.link}`] : [];
  const closing = mail.closing?.length ? [`-- \n${mail.closing.join('\n')}`] : [];
  return { text: `${[...mail.paragraphs, ...action, ...closing].join('\n\n')}\n`, html: htmlOf(mail) };
}
