import type { Role } from '#local/db/port.ts';
import { parseFilter } from './change-filter.ts';
import type { Subscription } from './change-feed.ts';
import { isPayload, type Payload } from './frames.ts';
import type { LookUpTable } from './table-facts.ts';

/** What a client wants of a channel, understood and bounded. */
export type JoinRequest = {
  readonly subscriptions: readonly Subscription[];
  /** The subscriptions as the client wrote them, with our ids: it compares them with its own. */
  readonly echoed: readonly Payload[];
};

const SUBSCRIPTIONS_MAX = 100;
const EVENTS = new Set(['*', 'INSERT', 'UPDATE', 'DELETE']);
const flag = (value: unknown, name: string): boolean => isPayload(value) && value[name] === true;

/** The request in `phx_join`'s `config`, or the reason why it can't be served. */
export function parseJoin(payload: Payload, firstId: number): JoinRequest | { readonly reason: string } {
  const config = isPayload(payload['config']) ? payload['config'] : {};
  if (config['private'] === true) return { reason: 'Private channels are not supported by this server' };
  if (flag(config['presence'], 'enabled')) return { reason: 'Presence is not supported by this server' };
  const wanted = Array.isArray(config['postgres_changes']) ? config['postgres_changes'] : [];
  if (wanted.length > SUBSCRIPTIONS_MAX) return { reason: `A channel takes at most ${SUBSCRIPTIONS_MAX} subscriptions` };
  const subscriptions: Subscription[] = [];
  const echoed: Payload[] = [];
  for (const [index, one] of wanted.entries()) {
    const subscription = isPayload(one) ? parseSubscription(one, firstId + index) : { reason: 'Error parsing postgres_changes' };
    if ('reason' in subscription) return subscription;
    subscriptions.push(subscription);
    echoed.push({ ...one, id: subscription.id });
  }
  return { subscriptions, echoed };
}

function parseSubscription(one: Payload, id: number): Subscription | { readonly reason: string } {
  const { event, schema, table, filter, select } = one;
  if (typeof event !== 'string' || !EVENTS.has(event)) return { reason: `Error parsing \`event\`: ${String(event)}` };
  if (typeof schema !== 'string') return { reason: 'Error parsing `schema`' };
  if (table !== undefined && table !== null && typeof table !== 'string') return { reason: 'Error parsing `table`' };
  if (select !== undefined) return { reason: 'Choosing columns with `select` is not supported by this server' };
  const hasFilter = filter !== undefined && filter !== null && filter !== '';
  const parsed = typeof filter === 'string' ? parseFilter(filter) : null;
  if (hasFilter && !parsed) return { reason: `Error parsing \`filter\` params: ${JSON.stringify(filter)}` };
  return { id, event, schema, table: table ?? '*', filter: parsed };
}

/** Why a subscription would never hear anything, or would ask about what its role may not read; null when it is good. */
export async function subscriptionFault(
  { schema, table, filter }: Subscription,
  role: Role,
  lookUpTable: LookUpTable,
): Promise<string | null> {
  if (table === '*') return filter ? 'a filter needs a table' : null;
  const facts = await lookUpTable(schema, table);
  if (!facts) return `${schema}.${table} is not published for realtime`;
  if (filter && !facts.columns.some(({ name }) => name === filter.column)) return `${schema}.${table} has no column ${filter.column}`;
  if (filter && !facts.readable[role].has(filter.column)) return `invalid column for filter ${filter.column}`;
  return null;
}
