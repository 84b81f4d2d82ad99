import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { mySessions } from '#data/account-settings/my-sessions.ts';
import { recoveryCodesLeft } from '#data/account-settings/recovery-codes.ts';
import { listFactors } from '#data/account-settings/second-factors.ts';
import { useAccount, useOnline } from '#data/account-settings/use-account.ts';
import { useIsOffline } from '#data/account-settings/use-is-offline.ts';
import { AccountPage } from '#widgets/account/AccountPage.tsx';
import { EmailSection } from './EmailSection.tsx';
import { FactorsSection } from './FactorsSection.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { RecoverySection } from './RecoverySection.tsx';
import { SessionsSection } from './SessionsSection.tsx';

/** How one signs in, and where one is signed in. All of it is the server's: without a connection it is only explained. */
export function SecurityPage() {
  const { t } = useTranslation('security');
  const account = useAccount();
  const isOffline = useIsOffline();
  const factors = useOnline(listFactors);
  const codes = useOnline(recoveryCodesLeft);
  const sessions = useOnline(mySessions);
  const { reload: reloadFactors } = factors;
  const { reload: reloadCodes } = codes;
  const { reload: reloadSessions } = sessions;
  const reload = useCallback(async () => {
    await Promise.all([reloadFactors(), reloadCodes(), reloadSessions()]);
  }, [reloadFactors, reloadCodes, reloadSessions]);
  if (!account) return null;
  const hasFactor = (factors.value?.length ?? 0) > 0;
  return (
    <AccountPage title={t('title')} intro={t('intro')} notice={isOffline ? t('offlinePage') : null}>
      <FactorsSection factors={factors} email={account.email} isOffline={isOffline} onChanged={reload} />
      {hasFactor && <RecoverySection left={codes.value} factors={factors.value ?? []} isOffline={isOffline} onChanged={reload} />}
      <SessionsSection sessions={sessions} isOffline={isOffline} />
      {factors.value && (
        <PasswordSection key={String(hasFactor)} factors={factors.value} isOffline={isOffline} email={account.email} onChanged={reload} />
      )}
      <EmailSection email={account.email} isOffline={isOffline} />
    </AccountPage>
  );
}
