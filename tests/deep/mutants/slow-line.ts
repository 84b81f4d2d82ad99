import type { Mutant } from './mutant.ts';

const fetching = 'platform/supabase/retrying-fetch.ts';
const FETCHING = 'src/platform/supabase/retrying-fetch.test.ts';
const SLOW = 'tests/sync/slow-line.test.ts';
const parts = 'data/receipts/upload-in-parts.ts';
const PARTS = 'tests/backend/receipts-in-parts.test.ts';

export const SLOW_LINE: readonly Mutant[] = [
  {
    rule: 'the time of a request does not grow with its bytes',
    file: fetching,
    find: 'REQUEST_TIMEOUT_MS + uploadMs(init.body)',
    replace: 'REQUEST_TIMEOUT_MS',
    test: FETCHING,
  },
  {
    rule: 'changes get the time of files',
    file: fetching,
    find: "(typeof body === 'string' ? SLOWEST_TEXT_BYTES_PER_S : SLOWEST_UPLOAD_BYTES_PER_S)",
    replace: 'SLOWEST_UPLOAD_BYTES_PER_S',
    test: FETCHING,
  },
  {
    rule: 'the bytes of a text do not count',
    file: fetching,
    find: "if (typeof body === 'string') return body.length;",
    replace: '',
    test: FETCHING,
  },
  {
    rule: 'the bytes of a file do not count',
    file: fetching,
    find: 'if (body instanceof Blob) return body.size;',
    replace: '',
    test: FETCHING,
  },
  {
    rule: 'an answer that has begun gets no more time',
    file: fetching,
    find: '    clock.clearTimeout(timer);\n    timer = clock.setTimeout(expire, BODY_TIMEOUT_MS);',
    replace: '',
    test: FETCHING,
  },
  {
    rule: 'an answer that has begun may take for ever',
    file: fetching,
    find: '    timer = clock.setTimeout(expire, BODY_TIMEOUT_MS);',
    replace: '',
    test: FETCHING,
  },
  {
    rule: 'a push that took too long is sent again as large while nothing else gets through',
    file: 'data/sync/push.ts',
    find: "if (error.kind === 'server' || error.kind === 'timeout') pace",
    replace: "if (error.kind === 'server') pace",
    test: SLOW,
  },
  {
    rule: 'after a smaller push got through the next is no larger',
    file: 'data/sync/push.ts',
    find: 'pace.changes = Math.min(limits.push, Math.ceil(pace.changes * 1.25));',
    replace: '',
    test: 'tests/sync/engine.test.ts',
  },
  {
    rule: 'a page that took too long is asked for again as large',
    file: 'data/sync/question.ts',
    find: 'pace.rows = Math.max(Math.min(FEWEST_ROWS, limits.pull), Math.floor(pace.rows / 4));',
    replace: '',
    test: SLOW,
  },
  {
    rule: 'pages stay small',
    file: 'data/sync/question.ts',
    find: 'pace.rows = Math.min(limits.pull, pace.rows * 2);',
    replace: '',
    test: SLOW,
  },
  {
    rule: 'what arrived of a receipt is sent again',
    file: parts,
    find: 'return keep(parts, receiptId, { ...kept, offset, partBytes });',
    replace: 'return keep(parts, receiptId, { ...kept, offset: 0, partBytes });',
    test: PARTS,
  },
  {
    rule: 'the place of an upload is not kept on the device',
    file: parts,
    find: '  await device.meta.put(upload, keptUploadKey(receiptId)).catch(() => undefined);',
    replace: '  if (!device) await Promise.resolve(keptUploadKey(receiptId));',
    test: PARTS,
  },
  {
    rule: 'parts stay large although nothing of them stays',
    file: parts,
    find: 'offset > kept.offset ? kept.partBytes : Math.max',
    replace: 'offset >= 0 ? kept.partBytes : Math.max',
    test: PARTS,
  },
  {
    rule: 'the end of an upload is believed without its object',
    file: parts,
    find: 'if (await isThere(receipt.path, bytes.size)) return { error: null };',
    replace: 'if ((await isThere(receipt.path, bytes.size)) || upload) return { error: null };',
    test: PARTS,
  },
  {
    rule: 'an upload that the server forgot is asked for ever',
    file: parts,
    find: 'if (answer.status === 404 || answer.status === 410 || answer.status === 403) return null;',
    replace: '',
    test: PARTS,
  },
  {
    rule: 'a refused upload in parts is tried for ever',
    file: parts,
    find: '  if (answer.status !== 201 || !id) return { status: answer.status };',
    replace: "  if (answer.status !== 201 || !id) throw new Error('again');",
    test: PARTS,
  },
];
