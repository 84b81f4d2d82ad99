// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act, useLayoutEffect } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#domain/errors.ts';
import type { PendingInvite } from '#domain/invites/invite.ts';
import { currentToasts, hideToast } from '#ui/toast.ts';
import { drawnPage } from '#tests/support/drawn-page.ts';
import { InviteCard } from './InviteCard.tsx';

type Answers = { signals: AbortSignal[]; end: (isOpen: boolean) => void; refuse: (error: unknown) => void; checks: number };
const server = vi.hoisted(() => ({}) as Answers);
vi.mock('#data/user-management/people.ts', () => ({
  acceptInvite: (_invite: unknown, signal: AbortSignal) => {
    server.signals.push(signal);
    return new Promise((resolve, reject) => Object.assign(server, { end: resolve, refuse: reject }));
  },
  declineInvite: async () => undefined,
  inviteCheck: { refresh: async () => void (server.checks += 1) },
}));

const { page, root } = drawnPage();
const now = { place: '' };
function Place() {
  const { pathname } = useLocation();
  useLayoutEffect(() => void (now.place = pathname));
  return null;
}
const invite = { id: 'i', company_name: 'Teehaus', is_admin: false, invited_by_name: 'Ann', expires_at: '2026-03-01T10:00:00Z' };
const show = (isShown = true) =>
  act(() =>
    root.render(
      <MemoryRouter initialEntries={['/company/accept-invite']}>
        <MantineProvider env="test">
          <Place />
          {isShown && <InviteCard invite={invite as PendingInvite} />}
        </MantineProvider>
      </MemoryRouter>,
    ),
  );
const [isRunning, error] = [() => page.querySelector('[data-loading]') !== null, () => page.querySelector('[role=alert]')?.textContent];
const accept = () => act(async () => page.querySelector<HTMLButtonElement>('[aria-label="invite.acceptOf"]')?.click());
const answer = (end: () => void) => act(async () => end());
beforeEach(() => {
  for (const { id } of currentToasts()) hideToast(id);
  Object.assign(server, { signals: [], checks: 0 });
  show();
});

test('an accepted invitation leads into its company', async () => {
  await accept();
  expect([isRunning(), now.place]).toEqual([true, '/company/accept-invite']);
  await answer(() => server.end(true));
  expect([now.place, currentToasts().map(({ text }) => text)]).toEqual(['/', ['invite.accepted']]);
});

test('whoever has gone elsewhere stays there and hears that the invitation is accepted', async () => {
  await accept();
  show(false);
  expect(server.signals.map(({ aborted }) => aborted)).toEqual([true]);
  await answer(() => server.end(false));
  expect([now.place, currentToasts().length]).toEqual(['/company/accept-invite', 1]);
});

test('where the company is not opened the answer is no longer under way', async () => {
  await accept();
  await answer(() => server.end(false));
  expect([now.place, isRunning()]).toEqual(['/company/accept-invite', false]);
});

test('an invitation that counts no more is said to, and the list asked for again; another refusal leaves it to be accepted again', async () => {
  await accept();
  await answer(() => server.refuse(new AppError('offline')));
  expect([error(), server.checks, isRunning(), currentToasts().length]).toEqual(['code.offline', 0, false, 0]);
  await accept();
  expect(error()).toBeUndefined();
  await answer(() => server.refuse(new AppError('invalid_input', { reason: 'invite_not_valid' })));
  expect([error(), server.checks, isRunning()]).toEqual(['invite.invalid', 1, false]);
});
