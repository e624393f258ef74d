import { describe, expect, test } from 'vitest';
import { childEnvironment, isSecret } from '../../src/index.ts';

const NAMES_WITHHELD = [
  'ANTHROPIC_API_KEY',
  'OPENAI_API_KEY',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'AZURE_CLIENT_ID',
  'AZURE_CLIENT_SECRET',
  'AZURE_STORAGE_CONNECTION_STRING',
  'ARM_TENANT_ID',
  'GOOGLE_APPLICATION_CREDENTIALS',
  'CLOUDSDK_AUTH_ACCESS_TOKEN_FILE',
  'GITHUB_TOKEN',
  'GH_TOKEN',
  'GITLAB_PAT',
  'ACTIONS_RUNTIME_TOKEN',
  'ACTIONS_ID_TOKEN_REQUEST_URL',
  'CI_JOB_TOKEN',
  'CI_JOB_JWT_V2',
  'SYSTEM_ACCESSTOKEN',
  'npm_config__authToken',
  'npm_config_//registry.npmjs.org/:_authToken',
  'NPM_TOKEN',
  'apiKey',
  'APIKEY',
  'MYAPIKEY',
  'PGPASSWORD',
  'MYSQL_PWD',
  'DB_PASS',
  'DB_PASSWD',
  'GPG_PASSPHRASE',
  'SSHPASS',
  'SSH_AUTH_SOCK',
  'DOCKER_AUTH_CONFIG',
  'DOCKER_CERT_PATH',
  'OAUTH_CLIENT',
  'PRIVATE_DATA',
  'SSH_PRIVATE_KEY',
  'JWT_SECRET',
  'SLACK_WEBHOOK_URL',
  'TWILIO_ACCOUNT_SID',
  'TOKEN',
  'KEY2',
  'API_TOKENS',
  'TLS_CERT',
  'CLIENT_CERTS',
  'VAULT_CREDS',
];

const NAMES_KEPT = [
  'PATH',
  'HOME',
  'PWD',
  'OLDPWD',
  'USER',
  'SHELL',
  'LANG',
  'LC_ALL',
  'TERM',
  'TMPDIR',
  'EDITOR',
  'DISPLAY',
  'CI',
  'KEYBOARD',
  'KEYMAP',
  'MONKEY',
  'XKB_KEYBOARD_LAYOUT',
  'AUTHOR',
  'GIT_AUTHOR_NAME',
  'GIT_COMMITTER_EMAIL',
  'XAUTHORITY',
  'CERTAIN',
  'PRIVATELY',
  'GOPRIVATE',
  'TOKENIZERS_PARALLELISM',
  'SECRETARY',
  'GIT_ASKPASS',
  'BYPASS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'NIX_SSL_CERT_FILE',
  'NODE_EXTRA_CA_CERTS',
  'CLOUDSDK_CORE_CUSTOM_CA_CERTS_FILE',
  'HTTPLIB2_CA_CERTS',
  'REQUESTS_CA_BUNDLE',
  'CURL_CA_BUNDLE',
  'AWS_CA_BUNDLE',
  'GIT_SSL_CAINFO',
  'PIP_CERT',
  'AWS_REGION',
  'AWS_PROFILE',
  'GITHUB_ACTIONS',
  'GITHUB_REPOSITORY',
  'GITHUB_WORKSPACE',
  'KUBECONFIG',
  'DOCKER_HOST',
  'VIRTUAL_ENV',
  'NVM_DIR',
  'JAVA_HOME',
  'XDG_SESSION_ID',
  'DBUS_SESSION_BUS_ADDRESS',
  'CUSP_RUN',
  'PATIENCE',
  'COMPASS',
  'npm_config_registry',
];

const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl';

const VALUES_WITHHELD = [
  '-----BEGIN RSA PRIVATE KEY-----\nMIIE',
  '-----BEGIN CERTIFICATE-----\nMIID',
  'postgres://user:pass@db/name',
  'redis://:secret@localhost:6379',
  'https://me:tok@example.com/x.git',
  'see https://a:b@c for more',
  `ghp_${'a1'.repeat(18)}`,
  `gho_${'a1'.repeat(18)}`,
  `ghs_${'a1'.repeat(18)}`,
  `github_pat_${'a1'.repeat(20)}`,
  `https://ghp_${'a1'.repeat(18)}@github.com/x/y`,
  `sk-${'a1'.repeat(12)}`,
  `sk-ant-api03-${'a1'.repeat(20)}`,
  `Bearer sk-proj-${'a1'.repeat(12)}`,
  'AKIAIOSFODNN7EXAMPLE',
  'ASIAIOSFODNN7EXAMPLE',
  `AIza${'Sy1'.repeat(12)}`,
  'xoxb-123456789012-abcdef',
  'xoxp-123456789012-abcdef',
  jwt,
  `Bearer ${jwt}`,
];

const VALUES_KEPT = [
  '',
  '1',
  'true',
  'https://example.com/a',
  'http://localhost:8080/a@b',
  'http://proxy:3128',
  'git@github.com:a/b.git',
  'https://user@example.com/x.git',
  'task-list-of-the-month-2026-11',
  '/opt/sk-learn-environment-2026/bin',
  'ghp_short',
  'sk-learn-is-a-python-library',
  'MAKIAIOSFODNN7EXAMPLE',
  'AIzaShort',
  'eyJhbGciOiJIUzI1NiJ9',
  'xoxo-love',
  '/usr/share/keys:/etc/ssl',
  'a:b@c',
  'key=value',
  '--- BEGIN ---',
  'C.UTF-8',
];

describe('isSecret [SH-5]', () => {
  test.each(NAMES_WITHHELD)('withholds %s', (name) => {
    expect(isSecret(name, 'value')).toBe(true);
  });

  test.each(NAMES_KEPT)('passes %s', (name) => {
    expect(isSecret(name, 'value')).toBe(false);
  });

  test.each(VALUES_WITHHELD)('withholds the value %j', (value) => {
    expect(isSecret('INNOCENT', value)).toBe(true);
  });

  test.each(VALUES_KEPT)('passes the value %j', (value) => {
    expect(isSecret('INNOCENT', value)).toBe(false);
  });

  test('passes an amount of tokens, not a list of them', () => {
    expect([isSecret('MAX_OUTPUT_TOKENS', '32000'), isSecret('DEPLOY_TOKENS', 'a,b')]).toEqual([false, true]);
  });

  test('withholds a secret under a name that is otherwise public', () => {
    expect(isSecret('SSL_CERT_FILE', '-----BEGIN PRIVATE KEY-----')).toBe(true);
  });

  test.each(['eyJ', 'AIza', 'sk-', 'sk-1', '://', '://a:', 'gh', 'a', 'xoxb-', 'eyJaaaaaaaa.'])(
    'reads 128 KiB of %j in no time',
    (part) => {
      const begin = performance.now();
      isSecret('INNOCENT', part.repeat(131_072 / part.length));
      expect(performance.now() - begin).toBeLessThan(100);
    },
  );
});

describe('childEnvironment [SH-5]', () => {
  const base = { PATH: '/bin', A_TOKEN: 't', B_TOKEN: 'u', DB: 'pg://a:b@c', PLAIN: 'p' };

  test('names what it withheld', () => {
    expect(childEnvironment({ base })).toEqual({
      env: { PATH: '/bin', PLAIN: 'p' },
      withheld: ['A_TOKEN', 'B_TOKEN', 'DB'],
    });
  });

  test('keeps and drops names and globs, dropping first', () => {
    const { env, withheld } = childEnvironment({ base, keep: ['*_TOKEN', 'DB'], drop: ['B_*', 'PL*N'] });
    expect(env).toEqual({ PATH: '/bin', A_TOKEN: 't', DB: 'pg://a:b@c' });
    expect(withheld).toEqual(['B_TOKEN', 'PLAIN']);
  });

  test('takes a pattern literally but for its stars', () => {
    expect(childEnvironment({ base: { 'A.B': '1', AXB: '2' }, drop: ['A.B', '(', '['] }).env).toEqual({
      AXB: '2',
    });
  });

  test('adds what is set, secret or not, and removes what is set to undefined', () => {
    const set = { A_TOKEN: 'mine', PLAIN: undefined };
    expect(childEnvironment({ base, set })).toEqual({
      env: { PATH: '/bin', A_TOKEN: 'mine' },
      withheld: ['B_TOKEN', 'DB'],
    });
  });

  test('leaves out what no process can be given', () => {
    const odd = { OK: '1', NUL: 'a\0b', 'A=B': '1', '': '1', 'N\0': '1', NONE: undefined };
    expect(childEnvironment({ base: odd, set: { BAD: '\0' } })).toEqual({ env: { OK: '1' }, withheld: [] });
  });

  test('starts from the environment of this process', () => {
    expect(childEnvironment().env.PATH).toBe(process.env.PATH);
  });
});
