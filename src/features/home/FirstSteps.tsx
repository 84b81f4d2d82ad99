import {
  IconBuilding,
  IconBuildingBank,
  IconChevronRight,
  IconCircleCheck,
  IconFileInvoice,
  IconReceipt,
  IconUsers,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { FirstStep, StepState } from '#domain/home/first-steps.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import classes from './FirstSteps.module.css';

const ICONS = { details: IconBuilding, bank: IconBuildingBank, invoice: IconFileInvoice, expense: IconReceipt, team: IconUsers };
const isBeginning = (step: FirstStep) => step === 'invoice' || step === 'expense';

/** How to begin: the first invoice or expense at once, everything else when there is time. */
export function FirstSteps({ name, steps }: { name: string; steps: readonly StepState[] }) {
  const { t } = useTranslation('home');
  const later = steps.filter(({ step }) => !isBeginning(step));
  return (
    <div className={classes.page}>
      <PageHeader title={t('welcome', { name })} />
      <p className={classes.intro}>{t('intro')}</p>
      <div className={classes.choices}>
        {steps
          .filter(({ step }) => isBeginning(step))
          .map((state) => (
            <StepLink key={state.step} state={state} className={classes.choice ?? ''} />
          ))}
      </div>
      {later.length > 0 && (
        <>
          <h2 className={classes.later}>{t('later')}</h2>
          <div className={classes.list}>
            {later.map((state) => (
              <StepLink key={state.step} state={state} className={classes.step ?? ''} />
            ))}
          </div>
        </>
      )}
    </div>
  );
}

function StepLink({ state: { step, path, isDone }, className }: { state: StepState; className: string }) {
  const { t } = useTranslation('home');
  const Icon = isDone ? IconCircleCheck : ICONS[step];
  return (
    <Link to={path} className={className} data-done={isDone || undefined}>
      <Icon size={24} stroke={1.5} aria-hidden className={classes.icon} />
      <span className={classes.words}>
        <span className={classes.title}>{t(`step.${step}.title`)}</span>
        <span className={classes.text}>{isDone ? t('done') : t(`step.${step}.text`)}</span>
      </span>
      <IconChevronRight size={18} aria-hidden className={classes.arrow} />
    </Link>
  );
}
