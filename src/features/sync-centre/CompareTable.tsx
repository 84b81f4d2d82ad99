import { useTranslation } from 'react-i18next';
import type { SyncIssue } from '#data/changes/issue.ts';
import classes from './SyncCentre.module.css';
import { useRecordWords } from '#widgets/use-record-words.ts';

/** More than this of a record that nobody else has are shown when somebody asks: there is nothing to compare. */
const FEW = 6;

/** My value and the server's, field by field. */
export function CompareTable({ issue, fields }: { issue: SyncIssue; fields: readonly string[] }) {
  const { t } = useTranslation('sync');
  const words = useRecordWords();
  if (fields.length === 0) return null;
  const cell = (record: SyncIssue['mine'], field: string) => {
    if (record === null) return <span className={classes.empty}>{t('issue.deleted')}</span>;
    return words.value(issue.collection, field, record) ?? <span className={classes.empty}>{t('issue.empty')}</span>;
  };
  const other = issue.theirs ?? (issue.kind === 'rejected' ? issue.base : null);
  const hasOther = other !== null || issue.kind === 'deleted_there';
  const table = (
    <table className={classes.compare}>
      <thead>
        <tr>
          <th scope="col">{t('issue.field')}</th>
          <th scope="col">{t('issue.mine')}</th>
          {hasOther && <th scope="col">{t('issue.theirs')}</th>}
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field}>
            <th scope="row">{words.field(issue.collection, field)}</th>
            <td>{cell(issue.mine, field)}</td>
            {hasOther && <td>{cell(other, field)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
  if (hasOther || fields.length <= FEW) return table;
  return (
    <details className={classes.whole}>
      <summary>{t('issue.whole', { fields: fields.length })}</summary>
      {table}
    </details>
  );
}
