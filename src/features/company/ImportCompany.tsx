import { Button, FileButton } from '@mantine/core';
import { IconFileZip } from '@tabler/icons-react';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { importCompany } from '#data/archive-import/import-company.ts';
import type { ImportStep } from '#domain/archive/import-archive.ts';
import { BOOK_RULES, importFault } from '#domain/archive/import-fault.ts';
import { FormError } from '#ui/FormError.tsx';
import { LeaveGuard } from '#ui/LeaveGuard.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { useErrorText } from '#ui/use-error-text.ts';
import classes from './ImportCompany.module.css';
import frame from './SelectCompanyPage.module.css';

type Props = { onImported: () => void; onCancel: () => void };

/** A company from its archive: chosen, checked, sent, and here only when all of it is. */
export function ImportCompany({ onImported, onCancel }: Props) {
  const { t } = useTranslation('incoming');
  const { t: tCommon } = useTranslation();
  const sentence = useFaultSentence();
  const [name, setName] = useState('');
  const [step, setStep] = useState<ImportStep | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);

  const take = async (file: File | null | undefined) => {
    if (!file || step) return;
    const controller = new AbortController();
    stop.current = controller;
    setFault(null);
    setName(file.name);
    setStep({ step: 'checking', share: 0 });
    try {
      const isOpen = await importCompany(file, { onStep: setStep, signal: controller.signal });
      setStep(null);
      if (isOpen) onImported();
    } catch (error) {
      setStep(null);
      if (!controller.signal.aborted) setFault(sentence(error));
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void take(event.dataTransfer.files[0]);
  };
  return (
    <>
      <LeaveGuard isDirty={step !== null} about="run" />
      <PageHeader title={t('title')} />
      <div className={frame.form} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        <p className={classes.text}>{t('text')}</p>
        <p className={classes.hint}>{t('people')}</p>
        <FormError>{fault}</FormError>
        {step && <Running name={name} step={step} />}
        <div className={frame.actions}>
          <Button variant="default" onClick={step ? () => stop.current?.abort() : onCancel} disabled={step?.step === 'finishing'}>
            {step ? t('stop') : tCommon('action.cancel')}
          </Button>
          {!step && (
            <FileButton accept=".zip,application/zip" onChange={(file) => void take(file)}>
              {(props) => (
                <Button {...props} leftSection={<IconFileZip size={18} aria-hidden />}>
                  {t(fault === null ? 'choose' : 'again')}
                </Button>
              )}
            </FileButton>
          )}
        </div>
      </div>
    </>
  );
}

/** The parts of the way, as shares of the whole. */
const PARTS = { checking: [0, 0.25], rows: [0.25, 0.3], files: [0.55, 0.35], finishing: [0.9, 0.1] } as const;

function Running({ name, step: { step, share } }: { name: string; step: ImportStep }) {
  const { t } = useTranslation('incoming');
  const [start, length] = PARTS[step];
  return (
    <div className={classes.running}>
      <span className={classes.name}>{name}</span>
      <progress className={classes.progress} max={1} value={start + length * share} aria-label={t(`step.${step}`)} />
      <span role="status">{t(`step.${step}`)}</span>
    </div>
  );
}

/** One sentence for what went wrong, with its place. */
function useFaultSentence(): (error: unknown) => string {
  const { t } = useTranslation('incoming');
  const errorText = useErrorText();
  return (error) => {
    const fault = importFault(error);
    if (!fault) return errorText(error);
    const { reason, rule, line } = fault;
    const at = fault.place ?? '';
    const place = line === null ? at : t('line', { place: at, line });
    const book = reason === 'wrong_books' ? BOOK_RULES.find((known) => known === rule) : undefined;
    if (book) return t(`books.${book}`, { place });
    return `${t(`fault.${reason}`, { place, rule: rule ?? '' })} ${reason === 'company_here' ? '' : t('nothing')}`.trim();
  };
}
