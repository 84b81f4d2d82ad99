import { Component, type ReactNode } from 'react';
import { log } from '#platform/log/log.ts';
import { ErrorPage } from './ErrorPage.tsx';
import { isPreviewBot } from './preview-bot.ts';

type Props = {
  children: ReactNode;
  /** Stands inside a page's frame. */ isInside?: boolean;
  /** Another key is another page: the error of the last one is over. */ resetKey?: string;
};
type State = { error: unknown; failedKey: string | undefined };

/** Turns an uncaught error of the screens below into the error page; for bots it is only logged (spec §8). */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, failedKey: undefined };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error ?? new Error('unknown') };
  }

  static getDerivedStateFromProps({ resetKey }: Props, { error, failedKey }: State): Partial<State> | null {
    if (error === null) return failedKey === resetKey ? null : { failedKey: resetKey };
    return failedKey === resetKey ? null : { error: null, failedKey: resetKey };
  }

  override componentDidCatch(error: unknown): void {
    log.error('screen_failed', { error });
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    return isPreviewBot(navigator.userAgent) ? null : <ErrorPage error={this.state.error} isInside={this.props.isInside ?? false} />;
  }
}
