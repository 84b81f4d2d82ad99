import { Anchor, Button, Loader } from '@mantine/core';
import { IconCircleCheck, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Customer } from '#domain/customers/customer.ts';
import { E_INVOICE_FORMATS, type EInvoiceFormat, profileOf } from '#domain/e-invoice/e-invoice-format.ts';
import { type EInvoicePlace, type EInvoiceProblem, eInvoiceProblems } from '#domain/e-invoice/e-invoice-problems.ts';
import type { EInvoice } from '#domain/e-invoice/e-invoice.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { showToast } from '#ui/toast.ts';
import { saveFiles } from '#ui/save-text-file.ts';
import classes from './EInvoiceDialog.module.css';
import { useMakeEInvoice } from './use-make-e-invoice.ts';
import { useEInvoice } from './use-e-invoice.ts';
import { usePrintable } from './use-printable.ts';

type Props = { invoice: Invoice; customer: Customer | null; onClose: () => void };

/** The invoice as data that other programs read, in each of its formats, or what they still miss. */
export function EInvoiceDialog({ invoice, customer, onClose }: Props) {
  const { t } = useTranslation('eInvoice');
  const eInvoice = useEInvoice(invoice, customer);
  return (
    <Dialog isOpen onClose={onClose} title={t('title', { number: invoice.number ?? t('draft') })}>
      <p className={classes.lead}>{t(invoice.number === null ? 'leadDraft' : 'lead')}</p>
      {eInvoice ? (
        <ul className={classes.formats}>
          {E_INVOICE_FORMATS.map((format) => (
            <Format key={format} format={format} invoice={invoice} eInvoice={eInvoice} />
          ))}
        </ul>
      ) : (
        <Loader size="sm" />
      )}
    </Dialog>
  );
}

type FormatProps = { format: EInvoiceFormat; invoice: Invoice; eInvoice: EInvoice };

function Format({ format, invoice, eInvoice }: FormatProps) {
  const { t } = useTranslation('eInvoice');
  const problems = eInvoiceProblems(eInvoice, profileOf(format));
  return (
    <li className={classes.format}>
      <div className={classes.head}>
        <div>
          <h3 className={classes.name}>{t(`format.${format}`)}</h3>
          <p className={classes.use}>{t(`use.${format}`)}</p>
        </div>
        {problems.length === 0 && invoice.number !== null && <DownloadButton format={format} invoice={invoice} eInvoice={eInvoice} />}
      </div>
      {problems.length === 0 && invoice.number === null && (
        <p className={classes.ready}>
          <IconCircleCheck size={16} aria-hidden /> {t('ready')}
        </p>
      )}
      {problems.length > 0 && <Problems problems={problems} invoice={invoice} />}
    </li>
  );
}

function DownloadButton({ format, invoice, eInvoice }: FormatProps) {
  const { t } = useTranslation('eInvoice');
  const printable = usePrintable(invoice, 'document');
  const make = useMakeEInvoice();
  const [isMaking, setIsMaking] = useState(false);
  const download = async () => {
    if (!printable) return;
    setIsMaking(true);
    try {
      await saveFiles([await make({ kind: 'e_invoice', format, invoice: eInvoice, document: printable })]);
    } catch {
      showToast({ type: 'error', text: t('failed') });
    } finally {
      setIsMaking(false);
    }
  };
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={isMaking}
      disabled={!printable}
      aria-label={t('downloadFormat', { format: t(`format.${format}`) })}
      onClick={() => void download()}
    >
      {t('download')}
    </Button>
  );
}

/** Each rule by its name, with the sentence of a person, and the way to where it is mended. */
function Problems({ problems, invoice }: { problems: readonly EInvoiceProblem[]; invoice: Invoice }) {
  const { t } = useTranslation('eInvoice');
  const paths: Readonly<Record<EInvoicePlace, string | null>> = {
    company: '/settings/company',
    customer: invoice.customer_id === null ? null : `/finance/customers/${invoice.customer_id}/edit`,
    invoice: `/finance/invoices/${invoice.id}/edit`,
  };
  return (
    <ul className={classes.problems}>
      {problems.map(({ rule, place, text }) => (
        <li key={text}>
          {t(`rule.${text}`)} <span className={classes.rule}>{rule}</span>{' '}
          {invoice.number === null && paths[place] !== null && (
            <Anchor component={Link} to={paths[place]}>
              {t(`mend.${place}`)}
            </Anchor>
          )}
        </li>
      ))}
      {invoice.number !== null && <li className={classes.frozen}>{t('frozen')}</li>}
    </ul>
  );
}
