import { useHref, useLocation } from 'react-router-dom';

/** Where the links of mails lead: this app's confirm page in the language of the page. The token of an invitation comes along. */
export function useConfirmUrl(): string {
  const token = new URLSearchParams(useLocation().search).get('token');
  return location.origin + useHref(token ? `/auth/confirm?token=${encodeURIComponent(token)}` : '/auth/confirm');
}
