import { useTranslation } from 'react-i18next';
import type { DocumentFile } from '#widgets/document/use-document-file.ts';
import fields from '#widgets/Fields.module.css';

/** The document that goes with a mail, by its name, or how far it is. */
export function AttachedFile({ made }: { made: DocumentFile }) {
  const { t } = useTranslation('mail');
  return (
    <p className={fields.hint} role="status">
      {made.kind === 'ready' ? t('send.attachment', { name: made.file.name }) : t(made.kind === 'failed' ? 'send.failed' : 'send.making')}
    </p>
  );
}
