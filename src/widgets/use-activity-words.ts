import { useTranslation } from 'react-i18next';
import type { ActivityEntry } from '#domain/activity/activity-entry.ts';
import { deletedPayment } from '#domain/activity/deleted-payment.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { useMemberName } from './MemberName.tsx';
import { useRecordWords } from './use-record-words.ts';
import { useResourceWord } from './use-resource-word.ts';

export type ChangeWords = { readonly field: string; readonly text: string };
/** An entry of the history in words: who did what, and what it was before and after. */
export type ActivityWords = {
  readonly sentence: string;
  readonly changes: readonly ChangeWords[];
  /** Changes that are not listed. */ readonly more: number;
};

const SHOWN = 4;
const LONGEST = 80;
/** What the sentence already says, or what follows from other fields. */
const SAID = new Set([
  'id',
  'decided_by',
  'decided_at',
  'sent_at',
  'issue_date',
  'number',
  'user_id',
  'path',
  'sha256',
  'rev',
  'expense_key',
]);

export function useActivityWords(): (entry: ActivityEntry) => ActivityWords {
  const { t, i18n } = useTranslation('history');
  const resourceWord = useResourceWord();
  const format = useFormat();
  const nameOf = useMemberName();
  const record = useRecordWords();

  const sentenceOf = ({ type, actor_id: actor, origin, created_at: at }: ActivityEntry): string => {
    const name = actor === null ? t('system') : nameOf(actor, at);
    const sentence = i18n.exists(`history:by.${type}`)
      ? t(`by.${type}` as 'by.created', { name })
      : t('by.other', { name, type: type.replaceAll('_', ' ') });
    // A note says already that a person wrote it.
    return origin === 'client' && type !== 'note' ? t('ownWords', { sentence }) : sentence;
  };
  const side = (given: string | null) => (given === null ? t('none') : given.length > LONGEST ? `${given.slice(0, LONGEST)} …` : given);
  const rights = (field: string, keys: unknown): ChangeWords[] => {
    if (!Array.isArray(keys) || keys.length === 0) return [];
    return [{ field, text: keys.length > SHOWN ? t('count.keys', { count: keys.length }) : keys.map(rightName).join(', ') }];
  };
  const rightName = (key: unknown): string => {
    const [resource, action] = String(key).split('.');
    return `${resourceWord(resource ?? '')}: ${i18n.t(`people:action.${action}` as 'people:action.view')}`;
  };
  const accessOf = ({ type, changes }: ActivityEntry): ChangeWords[] => {
    const [taken, given] = (type === 'access_changed' && changes['keys']) || [];
    return [...rights(t('keysGiven'), given), ...rights(t('keysTaken'), taken)];
  };
  const changesOf = (entry: ActivityEntry): ChangeWords[] => {
    const { changes: given, type } = entry;
    const currency = given['currency']?.[1];
    const fields = Object.entries(given)
      .filter(([name]) => !SAID.has(name) && !(type === 'access_changed' && name === 'keys'))
      .map(([name, [before, after]]) => {
        const [from, to] = [before, after].map((given) =>
          record.words(entry.entity_type, name, given, typeof currency === 'string' ? currency : ''),
        );
        // Account numbers are named, not shown; other lines of the same number are different lines all the same.
        const isHidden = before === after || (from !== null && from === to) || name === 'icon' || name === 'color';
        return {
          field: record.field(entry.entity_type, name),
          text: isHidden ? t('changed') : t('change', { from: side(from ?? null), to: side(to ?? null) }),
        };
      });
    return [...fields, ...accessOf(entry)];
  };

  return (entry) => {
    const sentence = sentenceOf(entry);
    const payment = deletedPayment(entry);
    if (payment) {
      const text = t('paymentDeleted', { amount: format.money(payment.amount, payment.currency), reason: payment.reason });
      return { sentence, changes: [{ field: '', text }], more: 0 };
    }
    const changes = changesOf(entry);
    return { sentence, changes: changes.slice(0, SHOWN), more: Math.max(0, changes.length - SHOWN) };
  };
}
