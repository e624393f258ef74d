import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import type { ScriptDriver } from '../harness/cusp.ts';
import { test } from '../harness/cusp-test.ts';

const EDITS = 200;

/** Turns `mark0` into `mark200` one step at a time, reading again whenever the other run was faster. */
async function count(driver: ScriptDriver, mark: string): Promise<void> {
  for (let step = 0; step < EDITS; ) {
    await driver.call('Read', { file_path: 'shared.txt' });
    const edit = {
      file_path: 'shared.txt',
      old_string: `${mark}${step}.`,
      new_string: `${mark}${step + 1}.`,
    };
    const { isError, text } = await driver.call('Edit', edit);
    if (!isError) step += 1;
    else expect(text).toContain('changed since it was read');
  }
}

test('two runs making 200 edits each to one file lose none [FS-8, PRO-5]', async ({
  script,
  lay,
  workspace,
}) => {
  await lay({ 'shared.txt': 'left0.\nbetween\nright0.\n' });
  await Promise.all([count(script('--keep-going'), 'left'), count(script('--keep-going'), 'right')]);
  expect(await readFile(`${workspace}/shared.txt`, 'utf8')).toBe(`left${EDITS}.\nbetween\nright${EDITS}.\n`);
});
