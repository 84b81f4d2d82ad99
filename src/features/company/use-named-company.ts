import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useCurrentCompany } from '#data/session/use-session.ts';

/**
 * A link from outside the app names its company: if it is one of the person's, it opens there without a question. `opening` while it does;
 * `unknown` if this device knows of no such company, which the server's list may still bring.
 */
export function useNamedCompany(place: string): 'none' | 'opening' | 'unknown' {
  const named = useSearchParams()[0].get('company');
  const { companies, select } = useCurrentCompany();
  const navigate = useNavigate();
  const isMine = companies.some(({ id, is_former }) => id === named && is_former !== true);
  useEffect(() => {
    if (!isMine || named === null) return;
    select(named);
    void navigate(place, { replace: true });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once it is known
  }, [isMine, named]);
  if (named === null) return 'none';
  return isMine ? 'opening' : 'unknown';
}
