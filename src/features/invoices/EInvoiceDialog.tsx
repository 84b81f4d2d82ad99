import { Badge, Button, Loader } from '@mantine/core';
import { IconCircleCheck, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Customer } from '#domain/customers/customer.ts';
import type { EInvoiceFormat } from '#domain/e-invoice/e-invoice-format.ts';
import { profileOf } from '#domain/e-invoice/e-invoice-profile.ts';
import { eInvoiceProblems } from '#domain/e-invoice/e-invoice-problems.ts';
import type { EInvoice } from '#domain/e-invoice/e-invoice.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { showToast } from '#ui/toast.ts';
import { saveFiles } from '#ui/save-text-file.ts';
import classes from './EInvoiceDialog.module.css';
import { useMakeEInvoice } from './use-make-e-invoice.ts';
import { EInvoiceProblems } from './EInvoiceProblems.tsx';
import { useEInvoice, wantedFormat } from './use-e-invoice.ts';
import { usePrintable } from './use-printable.ts';

type Props = { invoice: Invoice; customer: Customer | null; onClose: () => void };

/** The syntaxes of a kind hold the same data and miss the same. */
const KINDS = [
  { kind: 'zugferd', formats: ['zugferd'] },
  { kind: 'xrechnung', formats: ['xrechnung_ubl', 'xrechnung_cii'] },
] as const satisfies readonly { readonly kind: string; readonly formats: readonly EInvoiceFormat[] }[];
type Kind = (typeof KINDS)[number];

/** The invoice as data that other programs read, or what it still misses for that. */
export function EInvoiceDialog({ invoice, customer, onClose }: Props) {
  const { t } = useTranslation('eInvoice');
  const eInvoice = useEInvoice(invoice, customer);
  const wanted = wantedFormat(invoice, customer);
  const isWanted = ({ formats }: Kind) => formats.some((format) => format === wanted);
  return (
    <Dialog isOpen onClose={onClose} title={t('title', { number: invoice.number ?? t('draft') })}>
      <p className={classes.lead}>{t(invoice.number === null ? 'leadDraft' : 'lead')}</p>
      {eInvoice ? (
        <ul className={classes.formats}>
          {KINDS.toSorted((a, b) => Number(isWanted(b)) - Number(isWanted(a))).map((each) => (
            <KindPart key={each.kind} kind={each} invoice={invoice} eInvoice={eInvoice} isWanted={isWanted(each)} />
          ))}
        </ul>
      ) : (
        <Loader size="sm" />
      )}
    </Dialog>
  );
}

type KindProps = { kind: Kind; invoice: Invoice; eInvoice: EInvoice; isWanted: boolean };

function KindPart({ kind: { kind, formats }, invoice, eInvoice, isWanted }: KindProps) {
  const { t } = useTranslation('eInvoice');
  const [first] = formats;
  const problems = eInvoiceProblems(eInvoice, profileOf(first));
  return (
    <li className={classes.format}>
      <h3 className={classes.name}>
        {t(`kind.${kind}`)}{' '}
        {isWanted && (
          <Badge variant="light" size="sm">
            {t('agreed')}
          </Badge>
        )}
      </h3>
      <p className={classes.use}>{t(`use.${kind}`)}</p>
      {problems.length === 0 && invoice.number !== null && (
        <div className={classes.downloads}>
          {formats.map((format) => (
            <DownloadButton key={format} format={format} invoice={invoice} eInvoice={eInvoice} />
          ))}
        </div>
      )}
      {problems.length === 0 && invoice.number === null && (
        <p className={classes.ready}>
          <IconCircleCheck size={16} aria-hidden /> {t('ready')}
        </p>
      )}
      {problems.length > 0 && <EInvoiceProblems problems={problems} invoice={invoice} />}
    </li>
  );
}

type FormatProps = { format: EInvoiceFormat; invoice: Invoice; eInvoice: EInvoice };

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
      {t(`download.${format}`)}
    </Button>
  );
}
