// Each starts at a place that occurs once per word, so that a long value costs linear time.
const SECRET_SHAPES: readonly RegExp[] = [
  /-----BEGIN [A-Z\d ]+-----/, // PEM
  /:\/\/[^\s/?#:@]*:[^\s/?#@]+@/, // URL with a password
  /(?<![A-Za-z\d])(gh[oprsu]_[A-Za-z\d]{16,}|github_pat_\w{16,})/, // GitHub
  /(?<![\w./-])sk-(?=[\w-]*\d)[\w-]{20,}/, // OpenAI, Anthropic
  /(?<![A-Za-z\d])A[KS]IA[A-Z\d]{16}(?![A-Z\d])/, // AWS
  /(?<![\w-])AIza[\w-]{30,}/, // Google
  /(?<![\w-])xox[a-z]-[A-Za-z\d-]{10,}/, // Slack
  /(?<![\w-])eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*/, // JWT
];

/** True when a value has the shape of a secret, whatever its name (SH-5). */
export function isSecretValue(value: string): boolean {
  return SECRET_SHAPES.some((shape) => shape.test(value));
}
