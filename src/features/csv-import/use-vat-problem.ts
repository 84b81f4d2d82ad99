import { useEffect, useState } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import { loadVatCheck } from '#platform/vat/vat-check.ts';

type VatProblem = (vatId: string) => string | null;
const NONE: VatProblem = () => null;

/** The check of VAT ids for a file; undefined while it loads. */
export function useVatProblem(hasVatIds: boolean): VatProblem | undefined {
  const { country } = useCompany().company.settings.company_details.address;
  const [problem, setProblem] = useState<VatProblem | undefined>(() => (hasVatIds ? undefined : NONE));
  useEffect(() => {
    if (!hasVatIds) return undefined;
    let isCurrent = true;
    void loadVatCheck().then((check) => {
      if (isCurrent) setProblem(() => (vatId: string) => (check(vatId, country) === 'impossible' ? 'vatImpossible' : null));
    });
    return () => {
      isCurrent = false;
    };
  }, [hasVatIds, country]);
  return problem;
}
