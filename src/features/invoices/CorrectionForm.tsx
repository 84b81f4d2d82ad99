import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { useIsOffline } from '#data/account-settings/use-is-offline.ts';
import { useCompany } from '#data/core/company-context.ts';
import { correctionDrafts, type CorrectionTyped } from '#data/invoices/correction-drafts.ts';
import { useInvoiceCommands } from '#data/invoices/use-invoice-commands.ts';
import { chosenLine, choicesOf, isUsedUp, type LineChoices } from '#domain/invoices/correction-form.ts';
import { correctionTotals, linesLeft } from '#domain/invoices/correction-lines.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { Section } from '#ui/Section.tsx';
import { showSaved } from '#ui/toast.ts';
import { useCommand } from '#ui/use-command.ts';
import page from '#widgets/document/DocumentPage.module.css';
import { useKeptTyping } from '#widgets/use-kept-typing.tsx';
import { type Drafted, WithDraft } from '#widgets/WithDraft.tsx';
import { AllLinesField } from './AllLinesField.tsx';
import classes from './CorrectionForm.module.css';
import { CorrectionEffect } from './CorrectionEffect.tsx';
import { CorrectionLine } from './CorrectionLine.tsx';
import { ReasonField } from './ReasonField.tsx';

type Props = { original: Invoice; corrections: readonly Invoice[] };

/** Chooses lines, how much of each goes back, and why; shows at once what the invoice claims then. What is typed is kept until it is saved. */
export function CorrectionForm({ draft, ...props }: Props & { draft: Invoice | null }) {
  const { ctx } = useCompany();
  const fresh = (): CorrectionTyped => ({
    id: draft?.id ?? ctx.newId(),
    draft,
    choices: draft ? choicesOf(draft, linesLeft(props.original, props.corrections)) : {},
    reason: draft?.reason ?? '',
  });
  return (
    <WithDraft shelf={correctionDrafts} recordId={draft?.id ?? props.original.id} fresh={fresh}>
      {(drafted) => <Choosing {...props} drafted={drafted} />}
    </WithDraft>
  );
}

function Choosing({ original, corrections, drafted }: Props & { drafted: Drafted<CorrectionTyped> }) {
  const { t } = useTranslation('invoices');
  const { t: tCommon } = useTranslation();
  const { ctx } = useCompany();
  const { currency } = original;
  const navigate = useNavigate();
  const isOffline = useIsOffline();
  const save = useCommand(useInvoiceCommands().saveCorrection);
  const { before } = drafted.draft;
  const { id, draft } = before;
  // A line that is left as it was is the same line, and no change of it.
  const [lineIds] = useState(() => new Map((draft?.items ?? []).map((item) => [item.origin_item_id ?? '', item.id])));
  const left = linesLeft(original, corrections);
  const [typed, setTyped] = useState(drafted.draft.values);
  const { choices, reason } = typed;
  const setChoices = (next: LineChoices) => setTyped((now) => ({ ...now, choices: next }));
  const { forget, restored, note } = useKeptTyping(drafted, {
    values: typed,
    isChanged: typed !== drafted.draft.values,
    isSubmitting: false,
  });
  const [isAsked, setAsked] = useState(false);
  const [savedId, setSavedId] = useState<string | null>(null);
  // Once nothing is unsaved any more, so that nobody is asked on leaving.
  useEffect(() => {
    if (savedId !== null) void navigate(`/finance/invoices/${savedId}`, { replace: true });
  }, [savedId, navigate]);
  const idOf = (origin: string) => lineIds.get(origin) ?? lineIds.set(origin, ctx.newId()).get(origin) ?? origin;
  const chosen = left.flatMap((line) => {
    const choice = choices[line.item.id];
    return choice ? [{ line, ...chosenLine(line, choice, { id: idOf(line.item.id), currency }) }] : [];
  });
  const items = chosen.flatMap(({ item, problem }) => (item && problem === null ? [item] : []));
  const totals = correctionTotals(items, original, id);
  const isSound = items.length > 0 && chosen.every(({ problem }) => problem === null);

  const send = async (isIssued: boolean) => {
    setAsked(true);
    if (!isSound || reason.trim() === '') return;
    const saved = await save.run({ id, original, draft, input: { items, reason }, isIssued });
    if (!saved) return; // what was typed stays kept, also where somebody else was quicker
    void forget();
    if (!isIssued || isOffline) showSaved(t(isIssued ? 'toast.ready' : 'toast.correctionSaved'));
    setSavedId(saved.id);
  };
  return (
    <div className={page.columns}>
      <div className={page.main}>
        {restored}
        <Section title={t('correct.lines')} text={t('correct.text')}>
          <ul className={classes.lines}>
            {left.map((line) => (
              <CorrectionLine
                key={line.item.id}
                line={line}
                currency={currency}
                choice={choices[line.item.id]}
                made={chosen.find((each) => each.line === line)}
                onChange={(choice) => {
                  const { [line.item.id]: _, ...others } = choices;
                  setChoices(choice ? { ...others, [line.item.id]: choice } : others);
                }}
              />
            ))}
          </ul>
          <AllLinesField
            onApply={(value) =>
              setChoices(
                Object.fromEntries(left.filter((line) => !isUsedUp(line, currency)).map(({ item }) => [item.id, { by: 'percent', value }])),
              )
            }
          />
          {isAsked && items.length === 0 && (
            <p className={classes.problem} role="alert">
              {t('correct.none')}
            </p>
          )}
        </Section>
        <Section title={t('correct.reason')}>
          <ReasonField
            value={reason}
            onChange={(next) => setTyped((now) => ({ ...now, reason: next }))}
            language={original.language}
            isMissing={isAsked && reason.trim() === ''}
          />
        </Section>
      </div>
      <div className={page.side}>
        <Section title={t('correct.effect')}>
          <CorrectionEffect original={original} totals={totals} />
          {isOffline && <p className={classes.hint}>{t('correct.offline')}</p>}
          {note}
          <div className={classes.buttons}>
            <Button component={Link} to={`/finance/invoices/${original.id}`} variant="default">
              {tCommon('action.cancel')}
            </Button>
            <Button variant="default" loading={save.isRunning} onClick={() => void send(false)}>
              {t('correct.draft')}
            </Button>
            <Button loading={save.isRunning} onClick={() => void send(true)}>
              {t('correct.issue')}
            </Button>
          </div>
        </Section>
      </div>
    </div>
  );
}
