import { Button } from '@mantine/core';
import { IconBuildingBank, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsOffline } from '#data/account-settings/use-is-offline.ts';
import { useCompanyCommands } from '#data/companies/use-company-commands.ts';
import { useCompany } from '#data/core/company-context.ts';
import type { BankAccount } from '#domain/bank-accounts/bank-account.ts';
import { groupedIban } from '#domain/documents/iban.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Section } from '#ui/Section.tsx';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { useCommand } from '#ui/use-command.ts';
import { BankAccountDialog } from './BankAccountDialog.tsx';
import classes from './SettingRows.module.css';
import { PaymentInstructions } from './PaymentInstructions.tsx';
import settings from './Settings.module.css';

/** The accounts that customers pay into, and which of them documents print. */
export function BankAccountsPage() {
  const { t } = useTranslation('settings');
  const { company } = useCompany();
  const { removeBankAccount } = useCompanyCommands();
  const isOffline = useIsOffline();
  const [edited, setEdited] = useState<BankAccount | 'new' | null>(null);
  const [removed, setRemoved] = useState<BankAccount | null>(null);
  const accounts = company.bank_accounts;
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} disabled={isOffline} onClick={() => setEdited('new')}>
      {t('bank.add')}
    </Button>
  );
  return (
    <div className={settings.page}>
      <PageHeader title={t('title.bank_accounts')} actions={accounts.length > 0 && add} />
      <p className={settings.intro}>{t('bank.intro')}</p>
      {isOffline && (
        <p className={settings.notice} role="status">
          {t('bank.offline')}
        </p>
      )}
      {accounts.length === 0 ? (
        <EmptyState icon={<IconBuildingBank size={28} />} title={t('bank.none')} text={t('bank.noneText')} action={add} />
      ) : (
        <Section isFlush>
          <ul className={classes.list}>
            {accounts.map((account) => (
              <AccountRow key={account.id} account={account} isOffline={isOffline} onEdit={setEdited} onRemove={setRemoved} />
            ))}
          </ul>
        </Section>
      )}
      <PaymentInstructions />
      {edited && <BankAccountDialog account={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      <ConfirmDialog
        isOpen={removed !== null}
        onClose={() => setRemoved(null)}
        title={t('bank.removeTitle')}
        confirmLabel={t('bank.remove')}
        isDangerous
        onConfirm={async () => {
          if (removed) await removeBankAccount(removed.id);
        }}
      >
        {t(removed?.is_default && accounts.length > 1 ? 'bank.removeDefaultText' : 'bank.removeText', {
          iban: removed ? groupedIban(removed.iban) : '',
        })}
      </ConfirmDialog>
    </div>
  );
}

type RowProps = {
  account: BankAccount;
  isOffline: boolean;
  onEdit: (account: BankAccount) => void;
  onRemove: (account: BankAccount) => void;
};

function AccountRow({ account, isOffline, onEdit, onRemove }: RowProps) {
  const { t } = useTranslation('settings');
  const { chooseBankAccount } = useCompanyCommands();
  const choose = useCommand(chooseBankAccount);
  const name = account.name || t('bank.unnamed');
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <p className={classes.name}>
          {name}
          {account.is_default && <StatusBadge tone="green">{t('bank.default')}</StatusBadge>}
        </p>
        <p className={classes.detail}>
          <span className={classes.whole}>{groupedIban(account.iban)}</span>
          {account.bic && <span className={classes.whole}>{account.bic}</span>}
        </p>
      </div>
      <div className={classes.actions}>
        {!account.is_default && (
          <Button
            size="compact-sm"
            variant="subtle"
            disabled={isOffline}
            loading={choose.isRunning}
            onClick={() => void choose.run(account.id)}
            aria-label={t('bank.chooseOf', { name })}
          >
            {t('bank.choose')}
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="subtle"
          disabled={isOffline}
          onClick={() => onEdit(account)}
          aria-label={t('bank.editOf', { name })}
        >
          {t('bank.edit')}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          disabled={isOffline}
          onClick={() => onRemove(account)}
          aria-label={t('bank.removeOf', { name })}
        >
          {t('bank.remove')}
        </Button>
      </div>
    </li>
  );
}
