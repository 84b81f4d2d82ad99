import { Button } from '@mantine/core';
import { IconChecks, IconPlugConnectedX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { type NumberGap, useNumberGaps } from '#data/invoices/use-number-gaps.ts';
import { can } from '#domain/access/access.ts';
import { isKnownReason, type KnownReason } from '#domain/numbering/number-lease.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { InstantText } from '#ui/InstantText.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { ReasonDialog } from '#ui/ReasonDialog.tsx';
import { RowSkeleton } from '#ui/RowSkeleton.tsx';
import { Section } from '#ui/Section.tsx';
import { useErrorText } from '#ui/use-error-text.ts';
import { MemberName } from '#widgets/MemberName.tsx';
import classes from './NumberGapsPage.module.css';

/** Numbers that no invoice carries, each with the reason that an auditor will ask for. */
export function NumberGapsPage() {
  const { t } = useTranslation('invoices');
  const [asked, setAsked] = useState<NumberGap | null>(null);
  const { gaps, error, reload, explain } = useNumberGaps();
  const open = gaps?.filter(({ reason }) => reason === '') ?? [];
  const explained = gaps?.filter(({ reason }) => reason !== '') ?? [];
  return (
    <>
      <PageHeader title={t('numbers.title')} back={{ to: '/finance/invoices', label: t('title.list') }} />
      <p className={classes.lead}>{t('numbers.text')}</p>
      {gaps === undefined ? (
        <Unknown error={error} onRetry={() => void reload()} />
      ) : gaps.length === 0 ? (
        <EmptyState role="status" icon={<IconChecks size={26} />} title={t('numbers.empty')} text={t('numbers.emptyText')} />
      ) : (
        <>
          <Gaps title={t('numbers.open', { count: open.length })} gaps={open} onExplain={setAsked} />
          <Gaps title={t('numbers.explained', { count: explained.length })} gaps={explained} onExplain={setAsked} />
        </>
      )}
      {asked && (
        <ReasonDialog
          title={t('numbers.explainTitle', { number: asked.number })}
          label={t('numbers.reason')}
          placeholder={t('numbers.placeholder')}
          confirmLabel={t('numbers.save')}
          onClose={() => setAsked(null)}
          onConfirm={(reason) => explain(asked, reason)}
        />
      )}
    </>
  );
}

type GapsProps = { title: string; gaps: readonly NumberGap[]; onExplain: (gap: NumberGap) => void };

function Gaps({ title, gaps, onExplain }: GapsProps) {
  if (gaps.length === 0) return null;
  return (
    <Section title={title} isFlush>
      <ul className={classes.list}>
        {gaps.map((gap) => (
          <Gap key={`${gap.series} ${gap.year} ${gap.number}`} gap={gap} onExplain={() => onExplain(gap)} />
        ))}
      </ul>
    </Section>
  );
}

function Unknown({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('invoices');
  const errorText = useErrorText();
  if (!error) return <RowSkeleton label={t('numbers.checking')} rows={3} />;
  return (
    <EmptyState
      role="alert"
      icon={<IconPlugConnectedX size={26} />}
      title={t('numbers.unknown')}
      text={errorText(error)}
      action={
        <Button variant="default" onClick={onRetry}>
          {t('numbers.retry')}
        </Button>
      }
    />
  );
}

const REASONS = {
  number_taken: 'numbers.taken',
  lease_open: 'numbers.lease_open',
  lease_unused: 'numbers.lease_unused',
  lease_lost: 'numbers.lease_lost',
  set_back: 'numbers.set_back',
} as const satisfies Record<KnownReason, string>;

/** What a missing number is called: with its series where that is not the one of the invoices. */
function useGapName() {
  const { t } = useTranslation('invoices');
  return (gap: NumberGap) => {
    const name = gap.year === 0 ? t('numbers.plain', gap) : t('numbers.ofYear', gap);
    return gap.series === 'cancellations' || gap.series === 'corrections' ? `${t(`numbers.of.${gap.series}`)}: ${name}` : name;
  };
}

function Gap({ gap, onExplain }: { gap: NumberGap; onExplain: () => void }) {
  const { t } = useTranslation('invoices');
  const { ctx } = useCompany();
  const known = isKnownReason(gap.reason) ? gap.reason : null;
  const name = useGapName()(gap);
  return (
    <li className={classes.gap}>
      <span className={classes.number}>{name}</span>
      <span className={classes.reason} data-is-missing={gap.reason === '' || undefined}>
        {gap.reason === '' ? t('numbers.noReason') : known ? t(REASONS[known]) : gap.reason}
        {gap.noted_at && known !== 'number_taken' && (
          <span className={classes.noted}>
            <MemberName userId={gap.noted_by} at={gap.noted_at} />, <InstantText at={gap.noted_at} timeZone={ctx.timezone} />
          </span>
        )}
      </span>
      {can(ctx.access, 'invoices.issue') && known !== 'lease_open' && (
        <Button variant="default" size="compact-md" onClick={onExplain} aria-label={t('numbers.explainOf', { number: name })}>
          {gap.reason === '' ? t('numbers.explain') : t('numbers.change')}
        </Button>
      )}
    </li>
  );
}
