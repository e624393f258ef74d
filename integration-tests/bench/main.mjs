/**
 * Measures cusp beside its peers in one run: `npm run bench [-- NAME …]`. Prints a Markdown table, and writes the same
 * as JSON to integration-tests/bench/results/.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { coldStart } from './cold-start.mjs';
import { grep } from './grep.mjs';
import { memory } from './memory.mjs';
import { warmCalls } from './warm-calls.mjs';

const BENCHES = { 'cold-start': coldStart, 'warm-calls': warmCalls, memory, grep };

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  process.stderr.write(
    `no bench is called ${unknown.join(', ')}; they are ${Object.keys(BENCHES).join(', ')}\n`,
  );
  process.exit(2);
}

const rows = [];
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted.length === 0 || wanted.includes(name)) rows.push(...(await bench()));
}

const report = { date: new Date().toISOString(), node: process.version, cores: availableParallelism(), rows };
process.stdout.write(toMarkdown(report));
const results = fileURLToPath(new URL('./results', import.meta.url));
mkdirSync(results, { recursive: true });
writeFileSync(`${results}/latest.json`, `${JSON.stringify(report, null, 1)}\n`);

function toMarkdown({ date, node, cores, rows: measured }) {
  const lines = measured.map(({ what, unit, ours, peer, theirs, aim }) => {
    const ratio = ours / theirs;
    const verdict = aim === undefined ? '' : `≤ ${aim}${ratio <= aim ? '' : ' (missed)'}`;
    return `| ${what} | ${ours.toFixed(2)} ${unit} | ${peer} | ${theirs.toFixed(2)} ${unit} | ${ratio.toFixed(2)} | ${verdict} |`;
  });
  return [
    `${date}, Node ${node}, ${cores} cores; medians of one interleaved run.`,
    '',
    '| what | cusp | beside | it | ratio | aim |',
    '|---|---|---|---|---|---|',
    ...lines,
    '',
  ].join('\n');
}
