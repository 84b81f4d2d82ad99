import { startBackend } from '#tests/support/backend.ts';
import { seedDemo } from '#local/seed/demo.ts';
import { seedStress } from '#local/seed/stress.ts';
import process from 'node:process';
const now = new Date('2026-06-15T09:00:00Z');
const engine = (process.argv[2] ?? 'pglite') as 'pglite' | 'postgres';
const rows = Number(process.argv[3] ?? 2000);
const backend = await startBackend({ engine });
await seedDemo(backend.db, { now });
await seedStress(backend.db, rows, { now });
await backend.db.exec('analyze');
console.log(JSON.stringify({ url: backend.url, anonKey: backend.anonKey, jwtSecret: backend.jwtSecret, pid: process.pid, pg: backend.postgresUrl }));
process.stdin.on('data', async (d) => {
  if (String(d).trim() === 'stop') { await backend.stop(); process.exit(0); }
});
