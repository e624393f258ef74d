import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runDirectory } from '@cusp/protocol';
import { describe, expect } from 'vitest';
import { test } from './shell-test.ts';

const SECRETS = {
  STRIPE_KEY: 'x',
  MY_TOKEN: 'x',
  DB_PASSWORD: 'x',
  AWS_SECRET_ACCESS_KEY: 'x',
  HARMLESS_URL: 'https://user:pass@host/',
  HARMLESS_ID: 'ghp_0123456789abcdef0123456789abcdef0123',
};

describe('the environment of a command [SH-5]', () => {
  const withSecrets = test.extend({ environment: { ...SECRETS, PLAIN: 'seen' } });
  const names = Object.keys(SECRETS).sort();

  withSecrets('has no secrets, by name or by shape', async ({ bash }) => {
    const { text } = await bash('env');
    const seen = text.split('\n').map((line) => line.split('=')[0]);
    expect(names.filter((name) => seen.includes(name))).toEqual([]);
    expect(text).toContain('PLAIN=seen');
  });

  withSecrets('is explained in the first result of a run, and only there', async ({ bash }) => {
    const note = `Withheld from commands as secrets: 6 variables (${names.join(', ')})`;
    expect((await bash('echo a')).text).toBe(`a\n${note}`);
    expect((await bash('echo a')).text).toBe('a');
  });

  const withKept = withSecrets.extend({ settings: { shell: { env: { keep: ['MY_*'], drop: ['PLAIN'] } } } });

  withKept('keeps and drops what the settings name', async ({ bash }) => {
    expect((await bash('echo "$MY_TOKEN[$PLAIN]"')).text).toMatch(/^x\[\]\nWithheld .*PLAIN/);
  });

  const withUpper = test.extend({ environment: { CUSP_WITHHELD: 'Z_TOKEN,A_TOKEN', MY_TOKEN: 'x' } });

  withUpper('is explained with what was withheld from the service itself', async ({ bash }) => {
    expect((await bash('echo "[$CUSP_WITHHELD]"')).text).toBe(
      '[]\nWithheld from commands as secrets: 3 variables (A_TOKEN, MY_TOKEN, Z_TOKEN)',
    );
  });

  const withStartUp = test.extend({
    environment: { BASH_ENV: '/tmp/no-such', ENV: '/tmp/no-such', SHELLOPTS: 'xtrace' },
  });

  withStartUp('runs no start-up file and takes over no shell options', async ({ bash }) => {
    expect((await bash('echo "[$BASH_ENV$ENV]"; case $- in *x*) echo traced;; esac')).text).toBe('[]');
  });

  const withInternals = test.extend({
    environment: { CUSP_LOG_FILE: '/tmp/log', CUSP_CONFIG_DIR: '/tmp/config' },
  });

  withInternals('has of cusp only its tags and where its configuration is', async ({ bash }) => {
    expect((await bash("env | sed -n 's/^\\(CUSP_[A-Z_]*\\)=.*/\\1/p' | sort")).text).toBe(
      'CUSP_CHILD\nCUSP_CONFIG_DIR\nCUSP_RUN',
    );
  });

  test('has the variables that a hook exported for the run', async ({ bash, folders, runId }) => {
    const directory = runDirectory(folders.stateDir, runId);
    await mkdir(directory, { recursive: true });
    await writeFile(path.join(directory, 'env.sh'), 'export FROM_HOOK=1\n');
    expect((await bash('echo "$FROM_HOOK $?"')).text).toBe('1 0');
  });

  test('names no variable of ours', async ({ bash }) => {
    expect((await bash('env | grep -c __cusp')).result).toMatchObject({ exitCode: 1, meaning: 'no match' });
  });
});
