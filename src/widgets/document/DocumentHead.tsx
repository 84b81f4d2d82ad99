import { useDirectory } from '#data/directory/use-directory.ts';
import type { ReactNode } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import { retold } from '#domain/companies/document-texts.ts';
import { emptyInvoiceInput } from '#domain/invoices/invoice-draft.ts';
import type { InvoiceInput } from '#domain/invoices/invoice.ts';
import { Section } from '#ui/Section.tsx';
import { DirectorySelect } from '#widgets/DirectorySelect.tsx';
import classes from './DocumentForm.module.css';
import { DocumentTerms } from './DocumentTerms.tsx';

type Terms = Pick<InvoiceInput, 'customer_id' | 'due_days' | 'currency' | 'language' | 'reference' | 'notes' | 'payment_terms'>;
type Props = Omit<Parameters<typeof DocumentTerms>[0], 'onLanguage'> & {
  customerId: string | null;
  /** What the form holds of what follows the language. */
  spoken: Pick<InvoiceInput, 'language' | 'notes' | 'payment_terms'>;
  onChange: (terms: Partial<Terms>) => void;
  error: ReactNode;
  placeholder: string;
  isNew: boolean;
  /** Beside the customer. */
  children: ReactNode;
};

/** For whom a document is and on what terms. Choosing a customer brings the customer's own terms, and texts in the customer's language. */
export function DocumentHead({ customerId, spoken, onChange, error, placeholder, isNew, children, ...terms }: Props) {
  const { ctx, company } = useCompany();
  const { value: customers } = useDirectory('customers');
  const choose = (customer_id: string | null) => {
    const customer = customer_id === null ? undefined : customers?.byId.get(customer_id);
    const { due_days, currency, language, reference } = emptyInvoiceInput(company, customer ?? null, ctx.today());
    onChange({ customer_id, ...(customer && { due_days, currency, reference, ...spokenIn(language) }) });
  };
  const spokenIn = (language: InvoiceInput['language']) => ({
    language,
    ...retold(spoken, company.settings, { from: spoken.language, to: language }),
  });
  return (
    <Section>
      <div className={classes.head}>
        <div data-span="6" data-path="customer_id">
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
        <DocumentTerms {...terms} onLanguage={(language) => onChange(spokenIn(language))} />
      </div>
    </Section>
  );
}
