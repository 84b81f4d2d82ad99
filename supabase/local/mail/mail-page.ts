import { timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { CLIENT_ADDRESS_HEADER } from '#local/server/node-http.ts';
import type { MailPageAccess } from '#local/settings.ts';
import { escapeHtml } from './escape-html.ts';
import { catchMail, type MailCatcher } from './mail-catcher.ts';
import { findMail, listMails } from './mailbox.ts';
import type { StoredMail } from './mailer.ts';

export const MAIL_PATH = '/_mail';

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: 0.5rem 0.75rem 0.5rem 0; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); vertical-align: top; }
time { white-space: nowrap; font-variant-numeric: tabular-nums; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; padding: 1rem; border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: 0.5rem; }
`;
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  // The address holds the key: what a mail links to must not learn where the click came from.
  'referrer-policy': 'no-referrer',
};

/** Whether the request is for the mail page. */
export function isMailPath(request: Request): boolean {
  const path = new URL(request.url).pathname;
  return path === MAIL_PATH || path.startsWith(`${MAIL_PATH}/`);
}

/** The page's path. The key in it is the only thing that a stranger behind the same reverse proxy lacks. */
export const mailPath = (key: string): string => `${MAIL_PATH}/${key}`;

export type MailPageOptions = {
  readonly dataDir: string;
  /** Long and random: mails contain sign-in links. */
  readonly key: string;
  readonly access: MailPageAccess;
  /** Takes mails of the functions, which know the platform's key; null when a mail server does. */
  readonly catcher: MailCatcher | null;
};
export type MailPage = { handle(request: Request): Promise<Response> };

/** Shows the mails of the embedded backend under `/_mail/<key>`. */
export function createMailPage({ dataDir, key, access, catcher }: MailPageOptions): MailPage {
  const root = mailPath(key);
  return {
    async handle(request) {
      if (request.method === 'POST' && catcher) return catchMail(request, catcher);
      if (access === 'nobody') return page('Not found', '<p>This server shows no mails.</p>', 404);
      const [given = '', id = ''] = new URL(request.url).pathname.slice(MAIL_PATH.length + 1).split('/');
      if (!isSame(given, key) || (access === 'this-computer' && !isFromThisComputer(request)))
        return page('Not allowed', '<p>The address of this page is printed on the computer that runs Kontor when it starts.</p>', 403);
      if (id === '') return page('Mail', listBody(await listMails(dataDir), root));
      const mail = await findMail(dataDir, id);
      if (!mail) return page('No such mail', `<p>There is no such mail. <a href="${root}">All mails</a></p>`, 404);
      return page(mail.subject, mailBody(mail, root));
    },
  };
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The Host header is checked too: a foreign page that rebinds its name to 127.0.0.1 still names itself. */
function isFromThisComputer(request: Request): boolean {
  const address = request.headers.get(CLIENT_ADDRESS_HEADER) ?? '';
  const host = (request.headers.get('host') ?? '').replace(/:\d+$/, '');
  const isLoopbackAddress = isIP(address) !== 0 && /^(127\.|::1$|::ffff:127\.)/i.test(address);
  return isLoopbackAddress && ['localhost', '127.0.0.1', '[::1]'].includes(host);
}

function listBody(mails: readonly StoredMail[], root: string): string {
  if (mails.length === 0) return '<p>No mail yet. What Kontor would send, such as confirmation and password links, appears here.</p>';
  const rows = mails.map(
    (mail) =>
      `<tr><td>${timeOf(mail)}</td><td>${escapeHtml(mail.to)}</td><td><a href="${root}/${escapeHtml(mail.id)}">${escapeHtml(mail.subject)}</a></td></tr>`,
  );
  return `<table><thead><tr><th scope="col">Sent</th><th scope="col">To</th><th scope="col">Subject</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function mailBody(mail: StoredMail, root: string): string {
  const more = [
    ['Copy to', mail.cc],
    ['Answers to', mail.replyTo],
  ]
    .map(([label, value]) => (value ? `<br>${label}: ${escapeHtml(value)}` : ''))
    .join('');
  const attached = (mail.attachments ?? [])
    .map(({ filename, size }) => `<p>Attachment: ${escapeHtml(filename)} (${Math.ceil(size / 1024)} kB)</p>`)
    .join('');
  return `<p><a href="${root}">All mails</a></p><p>To: ${escapeHtml(mail.to)}${more}<br>Sent: ${timeOf(mail)}</p><pre>${withLinks(mail.text)}</pre>${attached}`;
}

const timeOf = ({ sentAt }: StoredMail) =>
  `<time datetime="${escapeHtml(sentAt)}">${escapeHtml(sentAt.slice(0, 19).replace('T', ' '))} UTC</time>`;

/** The text with its web addresses clickable. Only http and https become links. */
function withLinks(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) => (index % 2 === 1 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part)))
    .join('');
}

function page(title: string, body: string, status = 200): Response {
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)} · Kontor</title><style>${STYLE}</style></head>
<body><h1>${escapeHtml(title)}</h1>${body}</body>
</html>
`;
  return new Response(html, { status, headers: HEADERS });
}
