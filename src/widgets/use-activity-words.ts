import { useTranslation } from 'react-i18next';
import type { ActivityEntry } from '#domain/activity/activity-entry.ts';
import { deletedPayment } from '#domain/activity/deleted-payment.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { useTaxLineWords } from './expense/use-tax-line-words.ts';
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
  const taxLine = useTaxLineWords();

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
  /** Those lines of a tax table that are others now, each by its place. */
  const linesOf = (field: string, [before, after]: readonly unknown[], currency: string): ChangeWords[] => {
    const [from, to] = [before, after].map((lines) => (Array.isArray(lines) ? lines : []).map((line) => taxLine.words(line, currency)));
    return Array.from({ length: Math.max(from?.length ?? 0, to?.length ?? 0) }, (_, n) => n).flatMap((n) => {
      const [was, is] = [from?.[n] ?? null, to?.[n] ?? null];
      const place = t('lineOf', { field, place: n + 1 });
      return was === is ? [] : [{ field: place, text: t('change', { from: side(was), to: side(is) }) }];
    });
  };
  const changesOf = (entry: ActivityEntry): ChangeWords[] => {
    const { changes: given, type } = entry;
    const to = given['currency']?.[1];
    const currency = typeof to === 'string' ? to : '';
    const fields = Object.entries(given)
      .filter(([name]) => !SAID.has(name) && !(type === 'access_changed' && name === 'keys'))
      .flatMap(([name, [before, after]]): ChangeWords[] => {
        if (name === 'tax_lines') return linesOf(record.field(entry.entity_type, name), [before, after], currency);
        const [from, to] = [before, after].map((given) => record.words(entry.entity_type, name, given, currency));
        // Account numbers are named, not shown; other lines of the same number are different lines all the same.
        const isHidden = before === after || (from !== null && from === to) || name === 'icon' || name === 'color';
        const text = isHidden ? t('changed') : t('change', { from: side(from ?? null), to: side(to ?? null) });
        return [{ field: record.field(entry.entity_type, name), text }];
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
