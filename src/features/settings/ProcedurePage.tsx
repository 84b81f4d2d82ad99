import { Button } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountService } from '#data/account-settings/account-call.ts';
import { useHasConnection, useOnline } from '#data/account-settings/use-account.ts';
import { useLogo } from '#data/branding/use-logo.ts';
import { useCompany } from '#data/core/company-context.ts';
import { useMembers } from '#data/members/use-members.ts';
import { usePeriods } from '#data/periods/use-periods.ts';
import { noteProcedure, type ProcedureState, procedureState } from '#data/procedure/procedure.ts';
import { session } from '#data/session/session.ts';
import { can } from '#domain/access/access.ts';
import type { DocumentLanguage } from '#domain/documents/printable-document.ts';
import { textsIn } from '#platform/i18n/i18n.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { FormError } from '#ui/FormError.tsx';
import { KeyValue } from '#ui/KeyValue.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { saveFiles } from '#ui/save-text-file.ts';
import { Section } from '#ui/Section.tsx';
import { showToast } from '#ui/toast.ts';
import { useCommand } from '#ui/use-command.ts';
import { useErrorText } from '#ui/use-error-text.ts';
import list from './ExportPage.module.css';
import page from './Settings.module.css';

/** How the company keeps its books, as a document for whoever audits them. */
export function ProcedurePage() {
  const { t } = useTranslation('procedure');
  const { t: tSettings } = useTranslation('settings');
  const { db, ctx } = useCompany();
  const isOnline = useHasConnection();
  const errorText = useErrorText();
  const load = useCallback((service: AccountService) => procedureState(service, db.companyId), [db]);
  const { value: state, error, reload } = useOnline(load);
  const seesPeople = can(ctx.access, 'users.view');
  return (
    <div className={page.page}>
      <PageHeader title={tSettings('title.procedure')} />
      <p className={page.intro}>{t('intro')}</p>
      {!seesPeople && <p className={page.notice}>{t('noPeople')}</p>}
      {!isOnline && <p className={page.notice}>{t('offline')}</p>}
      {isOnline && error !== null && !state ? <FormError>{errorText(error)}</FormError> : null}
      {state && <State state={state} />}
      <Make isPossible={isOnline && seesPeople} onMade={reload} />
      <Section title={t('contents.title')}>
        <ul className={list.list}>
          {(['people', 'books', 'evidence', 'operation'] as const).map((part) => (
            <li key={part}>{t(`contents.${part}`)}</li>
          ))}
        </ul>
      </Section>
    </div>
  );
}

function State({ state }: { state: ProcedureState }) {
  const { t } = useTranslation('procedure');
  const { ctx } = useCompany();
  const format = useFormat();
  const version = format.number(state.version);
  return (
    <Section title={t('state.title')}>
      {state.since === null ? (
        <p className={page.line}>{t('state.never')}</p>
      ) : (
        <KeyValue
          items={[
            { label: t('state.version'), value: state.is_new ? t('state.next', { version }) : version },
            { label: t('state.since'), value: format.instant(state.since, ctx.timezone) },
            { label: t('state.changes'), value: state.change_count === 0 ? t('state.same') : format.number(state.change_count) },
          ]}
        />
      )}
    </Section>
  );
}

function Make({ isPossible, onMade }: { isPossible: boolean; onMade: () => Promise<void> }) {
  const { t } = useTranslation('procedure');
  const make = useMake();
  const { run, isRunning } = useCommand(async (language: DocumentLanguage) => {
    const version = await make(language);
    showToast({ type: 'success', text: t('make.done', { version }) });
    await onMade();
  });
  return (
    <Section title={t('make.title')} text={t('make.text')}>
      <div className={page.buttons}>
        {(['de', 'en'] as const).map((language) => (
          <Button
            key={language}
            variant="default"
            leftSection={<IconFileTypePdf size={18} aria-hidden />}
            disabled={!isPossible || isRunning}
            onClick={() => void run(language)}
          >
            {t(`make.${language}`)}
          </Button>
        ))}
      </div>
    </Section>
  );
}

/** Makes the file from what holds at this moment; returns its version. */
function useMake(): (language: DocumentLanguage) => Promise<number> {
  const { db, ctx, company } = useCompany();
  const { value: members } = useMembers();
  const { value: periods = [] } = usePeriods();
  const logo = useLogo();
  return async (language) => {
    const [state, t, { addressOf, procedureFactsOf }, { printableProcedure, procedureFileName }, { renderPdf }] = await Promise.all([
      procedureState(session, db.companyId),
      textsIn(language),
      import('./procedure-facts-of.ts'),
      import('#domain/procedure/printable-procedure.ts'),
      import('#platform/pdf/render-pdf.ts'),
    ]);
    const facts = procedureFactsOf(
      { state, company, members: [...(members?.values() ?? [])], periods, userId: ctx.userId, today: ctx.today() },
      { t, language },
    );
    const { primary_color, accent_color, font } = company.settings.company_details.branding;
    const bytes = await renderPdf(
      printableProcedure(facts, {
        language,
        madeAt: ctx.now().toISOString(),
        addressLines: addressOf(company, language),
        branding: { logo: logo.printable, primary_color, accent_color, font },
      }),
    );
    await saveFiles([
      { name: `${procedureFileName(language, facts)}.pdf`, bytes: new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }) },
    ]);
    await noteProcedure(db.companyId, state.app);
    return state.version;
  };
}
