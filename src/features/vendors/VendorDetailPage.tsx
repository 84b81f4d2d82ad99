import { Anchor, Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import { useVendorCommands } from '#data/vendors/use-vendor-commands.ts';
import { useVendors } from '#data/vendors/use-vendors.ts';
import { can } from '#domain/access/access.ts';
import type { Vendor } from '#domain/vendors/vendor.ts';
import { KeyValue } from '#ui/KeyValue.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Section } from '#ui/Section.tsx';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { addressText } from '#widgets/address-text.ts';
import { RecentExpenses } from '#widgets/RecentExpenses.tsx';
import { RecordActions } from '#widgets/RecordActions.tsx';
import { RecordHistory } from '#widgets/RecordHistory.tsx';
import { RecordMissing } from '#widgets/RecordMissing.tsx';
import { SyncBadge } from '#widgets/SyncBadge.tsx';

const LIST = '/finance/vendors';

export function VendorDetailPage() {
  const { t } = useTranslation('vendors');
  const { id = '' } = useParams();
  const { value: vendors } = useVendors();
  const vendor = vendors?.byId.get(id);
  if (vendor) return <Detail vendor={vendor} />;
  return vendors ? (
    <RecordMissing title={t('notFound.title')} text={t('notFound.text')} back={{ to: LIST, label: t('title.list') }} />
  ) : null;
}

function Detail({ vendor }: { vendor: Vendor }) {
  const { t, i18n } = useTranslation('vendors');
  return (
    <>
      <PageHeader
        title={vendor.name}
        back={{ to: LIST, label: t('title.list') }}
        meta={
          <>
            <StatusBadge tone={vendor.is_active ? 'green' : 'gray'}>
              {t(vendor.is_active ? 'status.active' : 'status.inactive')}
            </StatusBadge>
            <SyncBadge collection="vendors" id={vendor.id} />
          </>
        }
        actions={<Actions vendor={vendor} />}
      />
      <Section title={t('section.contact')}>
        <KeyValue
          items={[
            { label: t('field.email'), value: vendor.email && <Anchor href={`mailto:${vendor.email}`}>{vendor.email}</Anchor> },
            {
              label: t('field.phone'),
              value: vendor.phone && <Anchor href={`tel:${vendor.phone.replace(/[^+\d]/g, '')}`}>{vendor.phone}</Anchor>,
            },
            { label: t('section.address'), value: addressText(vendor, i18n.language) },
            { label: t('field.vat_id'), value: vendor.vat_id },
            vendor.notes !== '' && { label: t('field.notes'), value: vendor.notes },
          ]}
        />
      </Section>
      <Section title={t('expenses')} isFlush>
        <RecentExpenses of={{ vendorId: vendor.id }} emptyText={t('noExpenses')} />
      </Section>
      <RecordHistory collection="vendors" id={vendor.id} />
    </>
  );
}

function Actions({ vendor }: { vendor: Vendor }) {
  const { t } = useTranslation('vendors');
  const { ctx } = useCompany();
  const commands = useVendorCommands();
  return (
    <RecordActions kind="vendors" record={vendor} onSetActive={commands.setVendorActive} onDelete={commands.deleteVendor}>
      {can(ctx.access, 'expenses.create') && vendor.is_active && (
        <Button component={Link} to={`/finance/expenses/create?vendor=${vendor.id}`} leftSection={<IconPlus size={18} aria-hidden />}>
          {t('action.newExpense')}
        </Button>
      )}
    </RecordActions>
  );
}
