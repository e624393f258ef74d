/**
 * Prints the true totals of a CI run from vitest's JSON report: `N passed, N failed`. A skipped test, a step that
 * failed by itself, or a report that is missing counts as a failure.
 */
import { readFileSync } from 'node:fs';

const [report, ...steps] = process.argv.slice(2);
const failures = steps
  .filter((step) => !step.endsWith(':0'))
  .map((step) => `${step.replace(/:(\d+)$/, ' exited with $1')}`);

const { numPassedTests: passed = 0, numFailedTests: failed = 0, testResults = [] } = readReport();
const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
const skipped = tests.filter(({ status }) => status !== 'passed' && status !== 'failed');
const brokenFiles = testResults.filter(
  ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
);

for (const { fullName, status } of skipped) process.stdout.write(`${status}: ${fullName}\n`);
for (const { name } of brokenFiles) process.stdout.write(`did not load: ${name}\n`);
for (const failure of failures) process.stdout.write(`${failure}\n`);

const extra =
  failed === 0 && brokenFiles.length === 0
    ? failures.length
    : failures.filter((step) => !step.startsWith('npm test')).length;
const allFailed = failed + skipped.length + brokenFiles.length + extra;
process.stdout.write(`${passed} passed, ${allFailed} failed\n`);
process.exitCode = allFailed === 0 && passed > 0 ? 0 : 1;

function readReport() {
  try {
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch (error) {
    process.stdout.write(`no test report: ${error.message}\n`);
    return {};
  }
}
