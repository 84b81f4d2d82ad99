import type { Caller } from '#local/db/port.ts';
import type { Subscriber, Subscription } from './change-feed.ts';

/** One client's membership in one topic. */
export type Channel = Subscriber & {
  readonly topic: string;
  readonly joinRef: string | null;
  caller: Caller;
  readonly subscriptions: readonly Subscription[];
  /** Ends the membership from the server's side and says why. */
  expel(reason: string): void;
};

/** Who is in which topic, over all connections. */
export function createHub(now: () => Date) {
  const topics = new Map<string, Set<Channel>>();
  const all = function* (): Generator<Channel> {
    for (const members of topics.values()) yield* members;
  };
  return {
    all,
    join(channel: Channel): void {
      const members = topics.get(channel.topic) ?? new Set();
      topics.set(channel.topic, members.add(channel));
    },
    leave(channel: Channel): void {
      const members = topics.get(channel.topic);
      members?.delete(channel);
      if (members?.size === 0) topics.delete(channel.topic);
    },
    /** A token that ends takes its channels with it. */
    expelExpired(): void {
      const seconds = now().getTime() / 1000;
      for (const channel of all()) {
        const { exp } = channel.caller.claims;
        if (typeof exp === 'number' && exp <= seconds) channel.expel('Token has expired');
      }
    },
  };
}
export type Hub = ReturnType<typeof createHub>;
