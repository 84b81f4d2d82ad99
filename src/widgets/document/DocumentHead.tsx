import { useDirectory } from '#data/directory/use-directory.ts';
import type { ReactNode } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import { emptyInvoiceInput } from '#domain/invoices/invoice-draft.ts';
import type { InvoiceInput } from '#domain/invoices/invoice.ts';
import { Section } from '#ui/Section.tsx';
import { DirectorySelect } from '#widgets/DirectorySelect.tsx';
import classes from './DocumentForm.module.css';
import { DocumentTerms } from './DocumentTerms.tsx';

type Terms = Pick<InvoiceInput, 'customer_id' | 'due_days' | 'currency' | 'language' | 'reference'>;
type Props = Parameters<typeof DocumentTerms>[0] & {
  customerId: string | null;
  onChange: (terms: Partial<Terms>) => void;
  error: ReactNode;
  placeholder: string;
  isNew: boolean;
  /** Beside the customer. */
  children: ReactNode;
};

/** For whom a document is and on what terms. Choosing a customer brings the customer's own terms. */
export function DocumentHead({ customerId, onChange, error, placeholder, isNew, children, ...terms }: Props) {
  const { ctx, company } = useCompany();
  const { value: customers } = useDirectory('customers');
  const choose = (customer_id: string | null) => {
    const customer = customer_id === null ? undefined : customers?.byId.get(customer_id);
    const { due_days, currency, language, reference } = emptyInvoiceInput(company, customer ?? null, ctx.today());
    onChange({ customer_id, ...(customer && { due_days, currency, language, reference }) });
  };
  return (
    <Section>
      <div className={classes.head}>
        <div data-span="6">
          <DirectorySelect
            name="customers"
            value={customerId}
            onChange={choose}
            error={error}
            placeholder={placeholder}
            isCreatable
            autoFocus={isNew}
          />
        </div>
        <div data-span="6">{children}</div>
        <DocumentTerms {...terms} />
      </div>
    </Section>
  );
}
