import { openEmpty, signIn } from './company.ts';
import { captureExpenses, offlineEdits } from './edits.ts';
import { fillInvoices, timeInvoices } from './invoices.ts';
import { timeLists } from './lists.ts';
import { loadByEngine, loadByPrimitive, loadForPlainPage, loadRaw, pullOnly } from './load.ts';

const api = {
  signIn,
  openEmpty: async (target: Parameters<typeof openEmpty>[0]) => void (await openEmpty(target)),
  loadByEngine,
  loadRaw,
  pullOnly,
  loadByPrimitive,
  loadForPlainPage,
  timeLists,
  fillInvoices,
  timeInvoices,
  captureExpenses,
  offlineEdits,
};

/** What the bench calls in the page. */
export type BenchPage = typeof api;
declare global {
  interface Window {
    bench: BenchPage;
  }
}
window.bench = api;
