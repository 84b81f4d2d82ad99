import { oneLine } from '#domain/mail/mail-document.ts';
import { formatAmount } from '#domain/money/typed-amount.ts';
import { NOTIFICATION_TEXTS } from './notification-texts.ts';
import { type Notification, notificationPath } from './notifications.ts';

const TEXTS = {
  en: {
    ...NOTIFICATION_TEXTS.en,
    ownOne: 'News about your expense',
    steps: { ...NOTIFICATION_TEXTS.en.steps, reopened: 'Your expense was taken back' },
  },
  de: {
    ...NOTIFICATION_TEXTS.de,
    ownOne: 'Neues zu Ihrer Ausgabe',
    steps: { ...NOTIFICATION_TEXTS.de.steps, reopened: 'Ihre Ausgabe wurde zurückgenommen' },
  },
} as const;

/** What the service worker shows (`sw/shown-messages.ts` reads it). */
export type ShownMessage = {
  readonly title: string;
  readonly body: string;
  readonly lang: string;
  /** A message takes the place of the one before of the same tag. */
  readonly tag: string;
  /** Where a click leads, as a path of the app. */
  readonly path: string;
  /** How many things wait for the person: the number on the app's icon. */
  readonly badge: number;
};

/** Without amounts, names and reasons where others may read the screen: then it says only that there is something. */
export function pushMessage(notification: Notification, { hidesDetails }: { hidesDetails: boolean }): ShownMessage {
  const { language, topic, count, company_id, company_name, badge, sums, people, items } = notification;
  const texts = TEXTS[language];
  const [only] = items;
  const sentence = topic === 'approvals' ? texts.toApprove(count) : count === 1 ? texts.ownOne : texts.own(count);
  const shown = {
    lang: language,
    tag: `${topic} ${company_id}`,
    path: notificationPath(notification),
    badge: badge ?? 0,
  };
  if (hidesDetails) return { title: 'Kontor', body: sentence, ...shown };
  const details =
    topic === 'approvals'
      ? [sums.map(({ amount, currency }) => formatAmount(amount, currency, language)).join(', '), people.map(({ name }) => name).join(', ')]
      : count === 1 && only
        ? [only.number ?? '', only.description, formatAmount(only.amount, only.currency, language), only.reason]
        : [];
  const head = count === 1 && only ? texts.steps[only.step] : sentence;
  const line = details.map((detail) => oneLine(detail, 200)).filter((detail) => detail !== '');
  return {
    title: oneLine(company_name, 80) || 'Kontor',
    body: [head, line.join(' · ')].filter((part) => part !== '').join('\n'),
    ...shown,
  };
}

/** Up to 32 characters of base64url (RFC 8030): what was not delivered yet is replaced by what comes later about the same. */
export const pushTopic = ({ topic, company_id }: Pick<Notification, 'topic' | 'company_id'>): string =>
  `${topic === 'approvals' ? 'a' : 'o'}${company_id.replaceAll('-', '').slice(-31)}`;
