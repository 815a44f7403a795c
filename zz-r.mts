import { readFileSync } from 'node:fs';
import { understand } from './subjects/assistant/service/understand/index.ts';
import { home, lineOf } from './subjects/assistant/service/understand/testing-home.ts';
let previous = null;
for (const line of readFileSync(process.argv[2], 'utf8').split('\n')) {
  const q = line.trim(); if (q === '' || q.startsWith('#')) continue;
  const follow = /^(>|\+|-> )/.test(q); const text = q.replace(/^(>|\+|-> )\s*/, '');
  const u = understand(text, (process.argv[3] ?? 'en') as never, home, follow ? previous : null);
  previous = u.intent as never;
  console.log((follow ? '  + ' : '') + text, '→', lineOf(u.intent), u.caveats.map((c) => c.kind === 'left-out' ? `[${c.words}]` : `[${c.kind}]`).join(''), u.unit ? `unit ${u.unit}` : '');
}
