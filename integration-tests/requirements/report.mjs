/**
 * Prints which requirements no test cites, per family: `node report.mjs [ROOT]`, where ROOT is a checkout (this one
 * when left out). Exits 1 when a done requirement is uncited or a cited one does not exist.
 */
import path from 'node:path';
import { collectCitations } from './citations.mjs';
import { readFamilies } from './families.mjs';
import { judge } from './judge.mjs';

const root = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '../..'));
const families = readFamilies(path.join(root, 'integration-tests/requirements'));
const { coverage, problems } = judge(families, collectCitations(root));

for (const { family, cited, total, uncited, partly } of coverage) {
  console.log(`${family}: ${cited} of ${total} cited`);
  for (const [id, sentence] of uncited) console.log(`  ${id} ${sentence}`);
  for (const [id, stands] of partly) console.log(`  ${id} is done in part: ${stands}`);
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
