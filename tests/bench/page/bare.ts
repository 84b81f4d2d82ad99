/** The least a page can do: open IndexedDB, read 50 rows, put them on the screen. */
import { completed, openRaw, type RawPage, rawPage, type Row } from './raw.ts';

const host = document.querySelector('#rows') as HTMLElement;
const NEWEST: RawPage = { fields: ['booking_day'], direction: 'prev' };
const HIGHEST: RawPage = { fields: ['amount'], direction: 'prev' };
const db = await openRaw();

async function show(page: RawPage): Promise<void> {
  const rows = await rawPage(db, page, 50);
  host.replaceChildren(...rows.map(line));
}

function line(row: Row): HTMLElement {
  const element = document.createElement('div');
  element.dataset['row'] = row.id;
  element.textContent = `${String(row['expense_date'])} ${String(row['description'])} ${String(row['status'])} ${String(row['amount'])}`;
  return element;
}

async function writeFirst(): Promise<void> {
  const [first] = await rawPage(db, NEWEST, 1);
  if (!first) return;
  const tx = db.transaction('docs', 'readwrite', { durability: 'relaxed' });
  tx.objectStore('docs').put({ ...first, description: `Bare ${performance.now()}` });
  await completed(tx);
  await show(NEWEST);
}

document.querySelector('#newest')?.addEventListener('click', () => void show(NEWEST));
document.querySelector('#highest')?.addEventListener('click', () => void show(HIGHEST));
document.querySelector('#write')?.addEventListener('click', () => void writeFirst());
await show(NEWEST);
