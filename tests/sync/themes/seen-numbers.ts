import type { Invoice } from '#domain/invoices/invoice.ts';
import type { Device } from '#tests/sync/device.ts';
import { visibleTo } from '#tests/sync/person.ts';
import type { World } from '#tests/sync/world.ts';

/** A number that a person saw on an invoice: it may have been handed out. */
type Seen = { readonly device: Device; readonly id: string; readonly number: string };
/** What a person made of an invoice that the server did not take with its number. */
export type Answer = 'issued anew' | 'second invoice' | 'mine again' | 'given up';

/** What a story knows beside the world: the day, who is invoiced, which number was seen on which invoice, and what a person answered of it. */
type Told = {
  readonly today: string;
  readonly customer: string;
  readonly seen: Map<string, Seen>;
  readonly answers: Map<string, Set<Answer>>;
};
export const keyOf = (id: string, number: string | null) => `${id} ${number ?? ''}`;
export const told = new WeakMap<World, Told>();
export const of = (world: World): Told => {
  const known = told.get(world);
  if (!known) throw new Error('not prepared');
  return known;
};

/** Whatever a device shows with a number may have been handed out: also what was finished only after a crash. */
async function look(world: World): Promise<void> {
  const { seen } = of(world);
  for (const device of world.devices) {
    if (world.lost.has(device)) continue;
    for (const { id, number } of (await visibleTo(world, device, 'invoices')) as Invoice[]) {
      const key = keyOf(id, number);
      if (number !== null && !seen.has(key)) seen.set(key, { device, id, number });
    }
  }
}

const MISSING = `
select place, r.reason from private.number_counters c cross join generate_series(1, c.last) place
left join private.number_gap_reasons r on r.company_id = c.company_id and r.series = c.kind and r.year = c.year and r.number = place
where c.company_id = $1 and c.kind = 'invoices'
  and not exists (select from public.invoices i where i.company_id = c.company_id and i.number_series = c.kind and i.number_year = c.year and i.number_seq = place)`;
const placeOf = (number: string) => Number(number.split('-').at(-1));

/**
 * At any time no number is missing without a reason, none that was seen is said to be unused, and none stands on two invoices, here or there,
 * but where a person made a second one of what two had issued.
 */
export async function holds(world: World): Promise<void> {
  await look(world);
  const { seen, answers: given } = of(world);
  const [company] = world.companies;
  const { query } = world.server.db;
  const problem = (what: string) => world.ledger.problems.push(what);
  const missing = new Map((await query(MISSING, [company])).rows.map(({ place, reason }) => [Number(place), reason as string | null]));
  for (const [place, reason] of missing) if (!reason) problem(`unexplained: number ${place}`);
  const { rows } = await query('select id, number from public.invoices where company_id = $1 and number is not null', [company]);
  const there = new Map(rows.map(({ id, number }) => [String(id), String(number)]));
  const owner = new Map([...there].map(([id, number]) => [number, id]));
  const has = (id: string, number: string, answer: Answer) => given.get(keyOf(id, number))?.has(answer) === true;
  for (const { id, number } of seen.values()) {
    const other = owner.get(number) ?? id;
    const isSecond = has(id, number, 'second invoice') || has(other, number, 'second invoice');
    if (other !== id && !isSecond) problem(`twice: ${number} on ${world.name(id)} and ${world.name(other)}`);
    owner.set(number, other);
    if (missing.get(placeOf(number)) === 'lease_unused') problem(`handed out and said to be unused: ${number} on ${world.name(id)}`);
  }
  world.stats['numbers looked at'] = owner.size;
  if (world.hasFaults) return;
  await ended(world, { there, missing, has });
}

type Ending = {
  readonly there: ReadonlyMap<string, string>;
  readonly missing: ReadonlyMap<number, string | null>;
  has(id: string, number: string, answer: Answer): boolean;
};

/**
 * In the end every question could be answered, each number that was seen is on the server where it was seen, or what a person answered came to
 * pass, and no number is away any more.
 */
async function ended(world: World, { there, missing, has }: Ending): Promise<void> {
  const problem = (what: string) => world.ledger.problems.push(what);
  const taken = new Set(there.values());
  // A second invoice is a document of its own: refused in its turn, it may be given up or get another number, too.
  const isSecondEnded = (number: string) =>
    [...of(world).answers].some(([key, answered]) => {
      const [id = '', its] = key.split(' ');
      return its === number && (answered.has('given up') || (answered.has('issued anew') && there.has(id)));
    });
  for (const { device, id, number } of of(world).seen.values()) {
    if (there.get(id) === number || world.lost.has(device)) continue;
    const isThere = (has(id, number, 'issued anew') && there.has(id)) || (has(id, number, 'second invoice') && taken.has(number));
    const isEnded = has(id, number, 'given up') || (has(id, number, 'second invoice') && isSecondEnded(number));
    if (isThere || isEnded) world.say(`${number} was answered`, 'answered');
    else problem(`handed out and lost: ${number} on ${world.name(id)}, the server has ${there.get(id) ?? 'none'}`);
    if (!taken.has(number) && missing.get(placeOf(number)) !== 'lease_lost')
      problem(`handed out and said to be ${missing.get(placeOf(number)) ?? 'nothing'}: ${number} on ${world.name(id)}`);
  }
  for (const device of world.devices) {
    if (world.lost.has(device)) continue;
    for (const { doc_id, kind } of await device.device.issues.toArray()) problem(`asked for ever: ${world.name(doc_id)} ${kind}`);
  }
  world.stats['issued'] = taken.size;
  for (const [place, reason] of missing) {
    world.say(`${place} is missing: ${reason ?? ''}`, `gap ${reason ?? ''}`);
    if (reason === 'lease_open') problem(`away for ever: number ${place}`);
  }
}
