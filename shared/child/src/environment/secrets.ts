import { isSecretName } from './secret-names.ts';
import { isSecretValue } from './secret-values.ts';

// No program runs without them; a path in them may look like anything.
const NEVER_SECRET = new Set([
  'HOME',
  'LANG',
  'LOGNAME',
  'OLDPWD',
  'PATH',
  'PWD',
  'SHELL',
  'TERM',
  'TMPDIR',
  'USER',
]);

// MAX_OUTPUT_TOKENS=32000 is an amount.
function isAmount(name: string, value: string): boolean {
  return /(^|_)TOKENS$/i.test(name) && /^\d{1,9}$/.test(value);
}

/** True when an environment variable holds a secret by its name or by the shape of its value (SH-5). */
export function isSecret(name: string, value: string): boolean {
  if (NEVER_SECRET.has(name) || isAmount(name, value)) return false;
  return isSecretName(name) || isSecretValue(value);
}
