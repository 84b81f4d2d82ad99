import { join } from 'node:path';
import type { Plugin } from 'vite';
import { LATER_FOLDER } from '#sw/kept-later.ts';

/** What is read now and then, and pages that do nothing without a network: a first visit and an update don't wait for them. */
export const LATER = [
  'CHANGELOG.md',
  'locales/de/changelog.md',
  'src/domain/procedure/printable-procedure.ts',
  'src/features/auth/ConfirmPage.tsx',
  'src/features/company/AcceptInvitePage.tsx',
  'src/features/company/ImportCompany.tsx',
  'src/features/invoices/DeliveryNoteDialog.tsx',
  'src/features/invoices/DeliveryNoteListPage.tsx',
  'src/features/invoices/issue-many/IssueManyDialog.tsx',
  'src/features/notifications/NotificationsPage.tsx',
  'src/features/profile/ProfilePage.tsx',
  'src/features/security/SecurityPage.tsx',
  'src/features/user-management/MemberPage.tsx',
  'src/features/user-management/UserManagementPage.tsx',
];

const root = join(import.meta.dirname, '../..');

/** Puts these modules' files into a folder of their own, which the service worker keeps after everything else. */
export function laterChunks(): Plugin {
  const isIn = (moduleIds: readonly string[], module: string) => moduleIds.some((id) => id.split('?')[0] === join(root, module));
  return {
    name: 'kontor-later-chunks',
    apply: 'build',
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            chunkFileNames: ({ moduleIds }: { readonly moduleIds: readonly string[] }) =>
              `assets/${LATER.some((module) => isIn(moduleIds, module)) ? LATER_FOLDER : ''}[name]-[hash].js`,
          },
        },
      },
    }),
    generateBundle(_options, bundle) {
      for (const module of LATER) {
        const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && isIn(file.moduleIds, module));
        if (!chunk?.fileName.includes(LATER_FOLDER)) throw new Error(`later-chunks.ts names ${module}, which has no file of its own.`);
      }
    },
  };
}
