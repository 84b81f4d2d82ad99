import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#platform/ids/ids.ts';
import { copyServer } from '#tests/support/older-server.ts';
import { until } from '#tests/support/patience.ts';
import { type LabDevice, labDevice, pause } from './lab.ts';
import { type Server, startServer } from './server.ts';

// What the tests of this folder rely on: whoever puts a device or the server into another state in two steps has to know that nobody goes on meanwhile.

let server: Server;
const owner = newId();
const company = newId();
let a: LabDevice;
beforeAll(async () => {
  server = await startServer();
  await server.addUser(owner);
  await server.createCompany(owner, company);
  a = await labDevice(server, owner, company);
});
afterAll(async () => {
  await a.close();
  await server.close();
});

test('a device that has settled has sent everything, and stands still until it is rung for', async () => {
  for (let time = 0; time < 10; time += 1) {
    await a.addVendor(`Vendor ${time}`);
    await a.settled();
    const { rows } = await server.db.query('select count(*)::int as count from public.vendors where company_id = $1', [company]);
    expect(rows).toEqual([{ count: time + 1 }]);
    const asked = a.pulls.length;
    await pause(50);
    expect(a.pulls.length).toBe(asked);
  }
});

test('what was on its way when a device went offline may have been done, and nobody hears of it', async () => {
  const asked = a.pulls.length;
  a.faults.push({ delay: 100 });
  a.engine.poke('person');
  await until(() => a.faults.length === 0);
  a.isOffline = true;
  a.isOffline = false;
  await until(async () => (await a.state())?.activity === 'offline');
  expect(a.pulls.length).toBe(asked + 1);
  await a.settled();
});

test('whoever asks while the server is set back sees it as it was before or as it is afterwards', async () => {
  let answer: Promise<string> | undefined;
  const asking = async () => (await server.pull(owner, company, { epoch: null, access: null, cursors: { vendors: 0 } }, 10)).epoch;
  const putBack = await copyServer({
    ...server.db,
    transaction: (run, caller) =>
      server.db.transaction(async (query) => {
        const done = await run(query);
        answer = asking();
        await Promise.race([answer, pause(200)]);
        return done;
      }, caller),
  });
  const before = await asking();
  await putBack();
  expect(await answer).toBe(before);
});
