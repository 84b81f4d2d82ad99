import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { useInvoiceCommands } from '#data/invoices/use-invoice-commands.ts';
import { can, type PermissionKey } from '#domain/access/access.ts';
import { AppError } from '#domain/errors.ts';
import { issueWarnings } from '#domain/invoices/issue-warnings.ts';
import {
  askedByEInvoice,
  askedByLaw,
  type IssueSources,
  type MissingPart,
  type MissingValues,
  missingValuesOf,
  missingValuesSchema,
  partOf,
  stillMissing,
  withMissing,
} from '#domain/invoices/missing-values.ts';
import { showToast } from '#ui/toast.ts';
import { useRecordForm } from '#ui/use-record-form.ts';
import { refuseImpossibleVatId } from '#widgets/VatIdInput.tsx';

export type IssueForm = UseFormReturnType<MissingValues>;
type Options = { readonly shown: IssueSources; readonly isOffline: boolean; readonly onClose: () => void };

const RIGHTS: Readonly<Record<MissingPart, PermissionKey>> = {
  seller: 'company.update',
  buyer: 'customers.update',
  invoice: 'invoices.update',
};

/** The form of the issue dialog: what is asked for, what may not be given by this person, and what is unlikely to be right. */
export function useIssueForm({ shown, isOffline, onClose }: Options) {
  const { t } = useTranslation('invoices');
  const { ctx } = useCompany();
  const { issueInvoice } = useInvoiceCommands();
  const [overruled, setOverruled] = useState<readonly string[]>([]);
  const [opened] = useState(() => missingValuesOf(shown));
  const [byLaw] = useState(() => askedByLaw(shown).fields);
  const [isAsked, setAsked] = useState(byLaw.length === 0);
  const may = (part: MissingPart) => can(ctx.access, RIGHTS[part]);
  const unseenIn = (values: MissingValues) => warningsOf(withMissing(shown, values)).filter(({ code }) => !overruled.includes(code));

  const bound = useRecordForm<MissingValues>({
    initialValues: opened,
    schema: schemaFor(shown),
    submit: async (values) => {
      await refuseImpossibleVatId(values.seller, opened.seller, 'seller.vat_id');
      await refuseImpossibleVatId(values.buyer, opened.buyer, 'buyer.vat_id');
      if (unseenIn(values).length > 0) return setAsked(true);
      const { number } = await issueInvoice({ shown, values, overruled, isOffline });
      if (isOffline && number === null) showToast({ text: t('toast.ready') });
      onClose();
    },
    describe: (error) => (isReplacedStanding(error) ? { text: t('replacement.standsAtIssue') } : undefined),
  });
  const next = withMissing(shown, bound.form.values);
  return {
    ...bound,
    next,
    byLaw,
    byEInvoice: askedByEInvoice(shown).filter((field) => may(partOf(field))),
    /** Parts that miss something which this person may not give. */
    refused: [...new Set(byLaw.map(partOf))].filter((part) => !may(part)),
    warnings: isAsked ? warningsOf(next) : [],
    overruled,
    setOverruled,
  };
}

const isReplacedStanding = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'invalid_transition' && error.data['reason'] === 'replaced_stands';

const warningsOf = ({ invoice, company, customer }: IssueSources) => issueWarnings(invoice, company, customer);

/** The fields as their own forms read them, and nothing that the law asks for left out. */
const schemaFor = (shown: IssueSources) =>
  missingValuesSchema.check(({ value, issues }) => {
    for (const { path, message } of stillMissing(shown, value))
      issues.push({ code: 'custom', input: value, path: path.split('.'), message });
  });
