const EDITOR_MESSAGE =
  'No editor here: give the text as an argument (git: -m, --no-edit, or GIT_EDITOR=true)';
const NO_EDITOR = `sh -c 'echo "${EDITOR_MESSAGE}" >&2; exit 1'`;

/** Variables under which programs neither page nor ask: what would wait for a person fails and says so (SH-1). */
export const nonInteractive = {
  TERM: 'dumb',
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  GH_PAGER: 'cat',
  MANPAGER: 'cat',
  SYSTEMD_PAGER: 'cat',
  AWS_PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
  GCM_INTERACTIVE: 'never',
  GH_PROMPT_DISABLED: '1',
  SSH_ASKPASS_REQUIRE: 'never',
  DEBIAN_FRONTEND: 'noninteractive',
  GIT_EDITOR: NO_EDITOR,
  GIT_SEQUENCE_EDITOR: NO_EDITOR,
  EDITOR: 'false',
  VISUAL: 'false',
} as const;
