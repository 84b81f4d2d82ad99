import type { SyncIssue } from '#data/changes/issue.ts';
import type { WaitingUpload } from '#data/sync-centre/use-sync.ts';
import classes from './SyncCentre.module.css';
import { uploadQuestion } from './upload-question.ts';
import { UploadRow } from './UploadRow.tsx';

/** Receipt files whose bytes only this device has; those that need a person come first. */
export function UploadRows({ uploads, issues }: { uploads: readonly WaitingUpload[]; issues: readonly SyncIssue[] }) {
  const rows = uploads.map((upload) => ({ upload, question: uploadQuestion(upload.id, issues) }));
  return (
    <ul className={classes.rows}>
      {rows
        .toSorted((a, b) => Number(b.question !== null) - Number(a.question !== null))
        .map(({ upload, question }) => (
          <UploadRow key={upload.id} upload={upload} question={question} />
        ))}
    </ul>
  );
}
