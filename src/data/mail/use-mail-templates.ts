import { useEffect, useState } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import { completeTemplates } from '#domain/mail/mail-templates.ts';
import { keptTemplates } from './kept-templates.ts';

export type MailTexts = {
  readonly templates: ReturnType<typeof completeTemplates>;
  /** The company's own could neither be asked for nor are they kept here: these are the product's. */
  readonly isOwnMissing: boolean;
};

/** The texts of mails: the company's own, as the server has them or as this device last heard of them. Undefined until that is known. */
export function useMailTemplates(): MailTexts | undefined {
  const { db } = useCompany();
  const [found, setFound] = useState<MailTexts>();
  useEffect(() => {
    let isCurrent = true;
    void keptTemplates(db).then((own) => isCurrent && setFound({ templates: completeTemplates(own ?? {}), isOwnMissing: own === null }));
    return () => {
      isCurrent = false;
    };
  }, [db]);
  return found;
}
