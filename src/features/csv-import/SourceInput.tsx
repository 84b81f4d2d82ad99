import { Button, FileButton, Textarea } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormError } from '#ui/FormError.tsx';
import { Section } from '#ui/Section.tsx';
import classes from './CsvImport.module.css';
import { type ImportSource, readFile, sourceOf } from './import-source.ts';

type Props = { source: ImportSource | null; onChange: (source: ImportSource | null) => void };

/** A file, dropped or chosen, or rows pasted from a spreadsheet. */
export function SourceInput({ source, onChange }: Props) {
  const { t, i18n } = useTranslation('csv');
  const [pasted, setPasted] = useState('');
  const [problem, setProblem] = useState<'tooLarge' | 'unread' | null>(null);
  const take = async (file: File | null | undefined) => {
    if (!file) return;
    setPasted('');
    const read = await readFile(file, i18n.language);
    setProblem(read.source ? null : read.reason);
    if (read.source) onChange(read.source);
  };
  const paste = (text: string) => {
    setPasted(text);
    setProblem(null);
    onChange(text.trim() === '' ? null : sourceOf(t('source.pasted'), text, i18n.language));
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void take(event.dataTransfer.files[0]);
  };
  return (
    <Section title={t('source.title')} text={t('source.text')}>
      <div className={classes.source} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        {problem && <FormError>{t(`source.${problem}`)}</FormError>}
        <div className={classes.file}>
          <FileButton accept=".csv,.txt,.tsv,text/csv,text/plain" onChange={(file) => void take(file)}>
            {(props) => (
              <Button {...props} variant={source ? 'default' : 'filled'} leftSection={<IconFileSpreadsheet size={18} aria-hidden />}>
                {t('source.choose')}
              </Button>
            )}
          </FileButton>
          {source && (
            <span role="status">
              {source.rows.length > 0 ? t('source.read', { name: source.name, count: source.rows.length }) : t('source.empty')}
            </span>
          )}
        </div>
        <Textarea
          aria-label={t('source.paste')}
          placeholder={t('source.paste')}
          value={pasted}
          onChange={(event) => paste(event.currentTarget.value)}
          minRows={2}
          maxRows={6}
          autosize
          spellCheck={false}
        />
      </div>
    </Section>
  );
}
