import { matchNames } from './name-pattern.ts';

const SECRET_WORD =
  /^(KEYS?|TOKENS?|SECRETS?|PASSWORDS?|PASSWD|PASS|PASSPHRASE|CREDENTIALS?|CREDS?|O?AUTH2?|PRIVATE|CERTS?|CERTIFICATE|JWT|PAT)\d*$/;

// Words written as one, such as APIKEY, PGPASSWORD, AUTHTOKEN; KEY alone would match MONKEY.
const SECRET_COMPOUND =
  /(TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|(API|ACCESS|SECRET|PRIVATE|AUTH|SSH|GPG|SIGNING|ENCRYPTION|MASTER|ACCOUNT|SERVICE|DEPLOY|LICENSE)KEYS?)\d*$/;

// Hand out access although their names do not say so.
const isKnownSecret = matchNames([
  '*_CONNECTION_STRING',
  '*_WEBHOOK_URL',
  'ACTIONS_CACHE_URL',
  'ACTIONS_ID_TOKEN_REQUEST_URL',
  'ACTIONS_RESULTS_URL',
  'ACTIONS_RUNTIME_URL',
  'ARM_CLIENT_ID',
  'ARM_SUBSCRIPTION_ID',
  'ARM_TENANT_ID',
  'AZURE_CLIENT_ID',
  'AZURE_SUBSCRIPTION_ID',
  'AZURE_TENANT_ID',
  'CI_JOB_JWT*',
  'CONNECTION_STRING',
  'MYSQL_PWD',
  'SSHPASS',
  'TWILIO_ACCOUNT_SID',
]);

// Paths to public certificates, without which nothing connects behind a corporate proxy.
const isPublic = matchNames([
  '*SSL_CERT_FILE',
  '*SSL_CERT_DIR',
  '*CA_CERT',
  '*CA_CERTS',
  '*CA_CERT_FILE',
  '*CA_CERTS_FILE',
  'DENO_CERT',
  'PIP_CERT',
]);

function wordsOf(name: string): string[] {
  const separated = name.replace(/([a-z\d])([A-Z])/g, '$1_$2');
  return separated.toUpperCase().split(/[^A-Z\d]+/);
}

/** True when the name of an environment variable says that its value is a secret (SH-5). */
export function isSecretName(name: string): boolean {
  if (isPublic(name)) return false;
  return (
    isKnownSecret(name) || wordsOf(name).some((word) => SECRET_WORD.test(word) || SECRET_COMPOUND.test(word))
  );
}
