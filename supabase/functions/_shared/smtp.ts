import nodemailer from 'nodemailer';
import { isIP } from 'node:net';
import { PassThrough } from 'node:stream';
import type { FunctionEnv } from './env.ts';
import { Refusal } from './refusal.ts';

export type MailMessage = {
  readonly to: readonly string[];
  readonly cc?: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly replyTo?: string;
  /** What it is about, for the mail page of the embedded backend. */
  readonly kind: string;
  readonly link?: string;
  /** Names the mail: mail servers recognise it when it comes twice. */
  readonly id?: string;
  readonly attachments?: readonly { readonly filename: string; readonly contentType: string; readonly base64: string }[];
};
export type MailServer = {
  /** Where the connection goes. */
  readonly address: string;
  /** The name its certificate must be for. */
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  readonly user: string;
  readonly password: string;
};
export type Sender = { readonly name: string; readonly email: string };

/** It may have left: only a person sends it again. */
export const MAIL_UNCLEAR = 'mail_unclear';

const CONNECT_MS = 10_000;
const ANSWER_MS = 20_000;

function textOf(error: object, name: string): string {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : '';
}

/** The key of a sentence for what a mail server, or the way to it, refused. */
export function mailRefusal(error: unknown): Refusal {
  if (typeof error !== 'object' || error === null) return new Refusal(502, 'mail_failed');
  const [code, command, message] = [textOf(error, 'code'), textOf(error, 'command'), textOf(error, 'message')];
  // What the server said may help whoever set it up, and holds nothing of ours.
  const said = textOf(error, 'response').slice(0, 200);
  if (code === 'EAUTH' || code === 'ENOAUTH') return new Refusal(502, 'mail_login_failed', said);
  if (code === 'EDNS' || code === 'ENOTFOUND') return new Refusal(502, 'mail_host_not_found', 'smtp_host');
  if (
    code === 'ETLS' ||
    code.startsWith('ERR_TLS') ||
    code.startsWith('CERT_') ||
    /certificate|self.signed|STARTTLS|SSL routines|wrong version number/i.test(message)
  )
    return new Refusal(502, 'mail_tls_failed');
  if (code === 'EENVELOPE') return new Refusal(502, command.startsWith('MAIL') ? 'mail_sender_refused' : 'mail_recipient_refused', said);
  if (['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH'].includes(code))
    return new Refusal(502, 'mail_connection_failed');
  return new Refusal(502, 'mail_failed', said);
}

/**
 * Sends over SMTP, never without encryption. Answers the recipients that the server did not accept while it took the mail for others. Throws `Refusal`
 * with the reason where it left for nobody, or nobody knows.
 */
export async function sendBySmtp(env: FunctionEnv, server: MailServer, sender: Sender, message: MailMessage): Promise<readonly string[]> {
  const transport = nodemailer.createTransport({
    host: server.address,
    port: server.port,
    secure: server.secure,
    requireTLS: !server.secure,
    ...(server.user === '' ? {} : { auth: { user: server.user, pass: server.password } }),
    tls: {
      minVersion: 'TLSv1.2',
      ...(isIP(server.host) === 0 ? { servername: server.host } : {}),
      ...(env['SMTP_CA'] ? { ca: env['SMTP_CA'] } : {}),
    },
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: ANSWER_MS,
    // A mail holds what it is given and never fetches a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  let isHandedOver = false;
  transport.use('stream', (mail, done) => {
    mail.message.transform(new PassThrough().on('end', () => (isHandedOver = true)));
    done();
  });
  try {
    const { rejected } = await transport.sendMail({
      from: { name: sender.name, address: sender.email },
      to: [...message.to],
      ...(message.cc?.length ? { cc: [...message.cc] } : {}),
      ...(message.replyTo ? { replyTo: message.replyTo } : {}),
      ...(message.id ? { messageId: `<${message.id}@${sender.email.split('@').at(-1)}>` } : {}),
      subject: message.subject,
      text: message.text,
      html: message.html,
      attachments: (message.attachments ?? []).map(({ filename, contentType, base64 }) => ({
        filename,
        contentType,
        content: base64,
        encoding: 'base64',
      })),
    });
    return rejected.map((address) => address.toLowerCase());
  } catch (error) {
    // A server that has all of it and says nothing (it looks for viruses, the line breaks) may have taken it.
    const isAnswered = typeof error === 'object' && error !== null && 'responseCode' in error;
    throw isHandedOver && !isAnswered ? new Refusal(409, MAIL_UNCLEAR) : mailRefusal(error);
  } finally {
    transport.close();
  }
}
