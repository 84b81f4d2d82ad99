import { formatAmount } from '#domain/money/typed-amount.ts';
import { NOTIFICATION_TEXTS } from '#domain/notifications/notification-texts.ts';
import { type Notification, notificationPath } from '#domain/notifications/notifications.ts';
import { type MailBody, mailBody, oneLine, plainName } from './mail-document.ts';

type Item = Notification['items'][number];
type Step = Item['step'];

const TEXTS = {
  en: {
    greeting: 'Hello,',
    ...NOTIFICATION_TEXTS.en,
    toApproveIn: (count: number, company: string, sums: string) =>
      count === 1
        ? `In the books of ${company} an expense of ${sums} awaits your approval.`
        : `In the books of ${company} ${count} expenses of ${sums} in total await your approval.`,
    from: (people: string) => `Captured by ${people}.`,
    ownIn: (count: number, company: string) =>
      count === 1
        ? `There is news about your expense in the books of ${company}:`
        : `There is news about ${count} of your expenses in the books of ${company}:`,
    subject: { ...NOTIFICATION_TEXTS.en.steps, reopened: 'Your expense was taken back for another look' },
    steps: {
      submitted: () => '',
      approved: (by: string) => (by ? `approved by ${by}` : 'approved'),
      rejected: (by: string) => (by ? `rejected by ${by}` : 'rejected'),
      reopened: (by: string) => (by ? `taken back by ${by}, waits for approval again` : 'taken back, waits for approval again'),
      reimbursed: (by: string) => (by ? `reimbursed by ${by}` : 'reimbursed'),
    },
    reason: (reason: string) => `Reason: ${reason}`,
    more: (count: number) => `… and ${count} more`,
    and: ' and ',
    openOne: 'Open the expense',
    openMany: 'Open the expenses',
    why: (company: string) => `You get this email as a member of ${company} in Kontor. What you are told by email, you choose here:`,
  },
  de: {
    greeting: 'Guten Tag,',
    ...NOTIFICATION_TEXTS.de,
    toApproveIn: (count: number, company: string, sums: string) =>
      count === 1
        ? `Bei ${company} wartet eine Ausgabe über ${sums} auf Ihre Genehmigung.`
        : `Bei ${company} warten ${count} Ausgaben über zusammen ${sums} auf Ihre Genehmigung.`,
    from: (people: string) => `Erfasst von ${people}.`,
    ownIn: (count: number, company: string) =>
      count === 1 ? `Zu Ihrer Ausgabe bei ${company} gibt es Neues:` : `Zu ${count} Ihrer Ausgaben bei ${company} gibt es Neues:`,
    subject: { ...NOTIFICATION_TEXTS.de.steps, reopened: 'Ihre Ausgabe wurde zurückgenommen' },
    steps: {
      submitted: () => '',
      approved: (by: string) => (by ? `genehmigt von ${by}` : 'genehmigt'),
      rejected: (by: string) => (by ? `abgelehnt von ${by}` : 'abgelehnt'),
      reopened: (by: string) => (by ? `zurückgenommen von ${by}, muss neu genehmigt werden` : 'zurückgenommen, muss neu genehmigt werden'),
      reimbursed: (by: string) => (by ? `erstattet von ${by}` : 'erstattet'),
    },
    reason: (reason: string) => `Begründung: ${reason}`,
    more: (count: number) => `… und ${count} weitere`,
    and: ' und ',
    openOne: 'Ausgabe öffnen',
    openMany: 'Ausgaben öffnen',
    why: (company: string) =>
      `Sie erhalten diese E-Mail als Mitglied von ${company} in Kontor. Worüber Sie benachrichtigt werden, legen Sie hier fest:`,
  },
} as const;

type Wording = (typeof TEXTS)['en' | 'de'];

/** `a, b and c`. */
const listed = (parts: readonly string[], and: string): string =>
  parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')}${and}${parts.at(-1)}`;

function itemLine(item: Item, { language, texts }: { language: 'en' | 'de'; texts: Wording }): string {
  const by = plainName(item.actor);
  const facts = [
    item.number ?? '',
    item.step === 'submitted' ? plainName(item.author) : '',
    plainName(item.description),
    formatAmount(item.amount, item.currency, language),
    texts.steps[item.step as Step](by),
  ];
  const line = facts.filter((fact) => fact !== '').join(' · ');
  return item.reason === '' ? line : `${line}\n${texts.reason(oneLine(item.reason, 1000))}`;
}

function opening(notification: Notification, company: string, texts: Wording): string[] {
  const { topic, count, sums, people, language } = notification;
  if (topic === 'own') return [texts.ownIn(count, company)];
  const total = sums.map(({ amount, currency }) => formatAmount(amount, currency, language));
  const named = people.flatMap((person) => {
    const name = plainName(person.name);
    return name === '' ? [] : [people.length > 1 ? `${name} (${person.count})` : name];
  });
  return [texts.toApproveIn(count, company, listed(total, texts.and)), ...(named.length > 0 ? [texts.from(listed(named, texts.and))] : [])];
}

function subjectOf({ topic, count, items: [only] }: Notification, texts: Wording): string {
  if (topic === 'approvals') return texts.toApprove(count);
  return count === 1 && only ? `${texts.subject[only.step]}${only.number ? ` (${only.number})` : ''}` : texts.own(count);
}

type Surroundings = {
  readonly companyName: string;
  readonly color: string;
  /** Origin of the app. */
  readonly site: string;
};

/** The mail about expenses that wait for somebody, or about what became of their own. */
export function notificationMail(
  notification: Notification,
  { companyName, color, site }: Surroundings,
): MailBody & { subject: string; link: string } {
  const { language, count, items } = notification;
  const texts = TEXTS[language];
  const company = plainName(companyName);
  const link = `${site}${notificationPath(notification)}`;
  const lines = items.map((item) => itemLine(item, { language, texts }));
  const rest = count - items.length;
  const body = mailBody({
    language,
    companyName: company,
    color,
    paragraphs: [texts.greeting, ...opening(notification, company, texts), ...lines, ...(rest > 0 ? [texts.more(rest)] : [])],
    action: { label: count === 1 ? texts.openOne : texts.openMany, link },
    closing: [`${texts.why(company)}\n${site}${language === 'de' ? '/de' : ''}/settings/notifications`],
  });
  return { subject: subjectOf(notification, texts), link, ...body };
}
