import { readFileSync, readdirSync } from 'node:fs';
for (const f of readdirSync('/tmp/prof-server')) {
  const p = JSON.parse(readFileSync('/tmp/prof-server/' + f));
  const self = new Map(); const total = p.timeDeltas.reduce((a, b) => a + b, 0);
  const byId = new Map(p.nodes.map((n) => [n.id, n]));
  p.samples.forEach((id, i) => { const n = byId.get(id); const c = n.callFrame; const k = `${c.functionName || '(anon)'} ${c.url.replace(/^file:\/\/\/work\/wt\/server/, '').slice(-70)}:${c.lineNumber}`; self.set(k, (self.get(k) ?? 0) + p.timeDeltas[i]); });
  console.log('==', f, (total / 1000).toFixed(0) + 'ms');
  for (const [k, v] of [...self].sort((a, b) => b[1] - a[1]).slice(0, 40)) console.log((v / 1000).toFixed(0).padStart(7), k);
}
