import { type MailBody, mailBody, type MailLanguage, plainName } from './mail-document.ts';

export type InviteMailInput = {
  readonly language: MailLanguage;
  readonly companyName: string;
  readonly color: string;
  /** Empty when the name is not known any more. */
  readonly invitedBy: string;
  /** The invited address. */
  readonly email: string;
  readonly link: string;
  readonly days: number;
};

const TEXTS = {
  en: {
    greeting: 'Hello,',
    subject: (by: string, company: string) => (by ? `${by} invites you to ${company}` : `You are invited to ${company}`),
    opening: (by: string, company: string) =>
      by
        ? `${by} invites you to work on the books of ${company} in Kontor.`
        : `You are invited to work on the books of ${company} in Kontor.`,
    how: (email: string) => `Open the invitation and sign in as ${email}. If you have no account yet, create one with this address.`,
    action: 'Open the invitation',
    closing: (days: number, email: string) =>
      `The link is for ${email} only and works for ${days} days. If you did not expect this invitation, ignore this email: nothing happens without you.`,
  },
  de: {
    greeting: 'Guten Tag,',
    subject: (by: string, company: string) => (by ? `${by} lädt Sie zu ${company} ein` : `Einladung zu ${company}`),
    opening: (by: string, company: string) =>
      by
        ? `${by} lädt Sie ein, in Kontor die Bücher von ${company} mitzuführen.`
        : `Sie sind eingeladen, in Kontor die Bücher von ${company} mitzuführen.`,
    how: (email: string) =>
      `Öffnen Sie die Einladung und melden Sie sich als ${email} an. Wenn Sie noch kein Konto haben, legen Sie eines mit dieser Adresse an.`,
    action: 'Einladung öffnen',
    closing: (days: number, email: string) =>
      `Der Link gilt nur für ${email} und ${days} Tage lang. Wenn Sie diese Einladung nicht erwartet haben, ist nichts zu tun: Ohne Sie geschieht nichts.`,
  },
} as const;

/** The mail that carries an invitation's link. */
export function inviteMail(input: InviteMailInput): MailBody & { readonly subject: string } {
  const texts = TEXTS[input.language];
  const company = plainName(input.companyName);
  const by = plainName(input.invitedBy);
  const body = mailBody({
    language: input.language,
    companyName: company,
    color: input.color,
    paragraphs: [texts.greeting, texts.opening(by, company), texts.how(input.email)],
    action: { label: texts.action, link: input.link },
    closing: [texts.closing(input.days, input.email)],
  });
  return { subject: texts.subject(by, company), ...body };
}
