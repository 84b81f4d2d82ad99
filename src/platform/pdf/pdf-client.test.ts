import FakeTimers from '@sinonjs/fake-timers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '#platform/clock/clock.ts';
import { printableDocument } from '#tests/support/printable-document.ts';
import { createPdfClient, type PdfWorker } from './pdf-client.ts';
import type { PdfAnswer, PdfOrder } from './worker-messages.ts';

class Desk implements PdfWorker {
  onmessage: PdfWorker['onmessage'] = null;
  onerror: PdfWorker['onerror'] = null;
  readonly orders: PdfOrder[] = [];
  isTerminated = false;
  postMessage(order: PdfOrder) {
    this.orders.push(order);
  }
  terminate() {
    this.isTerminated = true;
  }
  answer(data: PdfAnswer) {
    this.onmessage?.({ data } as MessageEvent<PdfAnswer>);
  }
}

let time: FakeTimers.Clock;
beforeEach(() => {
  time = FakeTimers.install();
});
afterEach(() => time.uninstall());

function office() {
  const desks: Desk[] = [];
  const start = () => {
    const desk = new Desk();
    desks.push(desk);
    return desk;
  };
  return { desks, render: createPdfClient({ start, clock: systemClock, timeoutMs: 1000 }) };
}
const bytes = (value: number) => new Uint8Array([value]);

describe('the client of the PDF worker', () => {
  test('answers find their callers, in whatever order they come; one worker serves all', async () => {
    const { desks, render } = office();
    const [first, second] = [render(printableDocument()), render(printableDocument())];
    desks[0]!.answer({ id: 2, bytes: bytes(2) });
    desks[0]!.answer({ id: 1, bytes: bytes(1) });
    expect([await first, await second]).toEqual([bytes(1), bytes(2)]);
    expect(desks.length).toBe(1);
  });

  test('a refusal arrives as the AppError it was', async () => {
    const { desks, render } = office();
    const refused = render(printableDocument());
    desks[0]!.answer({ id: 1, code: 'file_type_refused', data: { reason: 'not_png_or_jpeg' } });
    await expect(refused).rejects.toMatchObject({ name: 'AppError', code: 'file_type_refused', data: { reason: 'not_png_or_jpeg' } });
  });

  test('a worker that does not answer is given up, with all who wait for it, and the next document gets a new one', async () => {
    const { desks, render } = office();
    const [first, second] = [render(printableDocument()), render(printableDocument())];
    const outcomes = Promise.allSettled([first, second]);
    time.tick(1000);
    for (const outcome of await outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'unexpected', data: { reason: 'pdf_timeout' } } });
    expect(desks[0]!.isTerminated).toBe(true);
    const third = render(printableDocument());
    desks[1]!.answer({ id: 3, bytes: bytes(3) });
    expect(await third).toEqual(bytes(3));
  });

  test('a worker that cannot start says so', async () => {
    const { desks, render } = office();
    const failed = render(printableDocument());
    desks[0]!.onerror?.({} as ErrorEvent);
    await expect(failed).rejects.toMatchObject({ code: 'unexpected', data: { reason: 'pdf_worker_failed' } });
  });
});

test('a page for the screen is asked for by name and comes back as a drawing', async () => {
  const { desks, render } = office();
  const page = render(printableDocument(), 'page');
  expect(desks[0]!.orders[0]).toMatchObject({ as: 'page' });
  desks[0]!.answer({ id: 1, drawing: { marks: [], pages: 1, family: 'sans' } });
  expect(await page).toEqual({ marks: [], pages: 1, family: 'sans' });
});
