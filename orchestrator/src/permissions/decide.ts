import type { ToolManifest } from '@cusp/protocol';
import type { LocatedPath } from '@cusp/service-kit';
import type { PermissionMode } from './modes.ts';

/** What the engine says of one call: the outcome, why, and what decided it. */
export interface Decision {
  behavior: 'allow' | 'ask' | 'deny';
  reason: string;
  /** The mode, flag or rule that decided. */
  rule: string;
}

/** What the person who started cusp allowed and took away. */
export interface Policy {
  mode: PermissionMode;
  allowed: ReadonlySet<string>;
  disallowed: ReadonlySet<string>;
}

/** Decides one call of a visible tool; `outside` is its path when that lies outside the workspace. */
export function decide(tool: ToolManifest, policy: Policy, outside: LocatedPath | undefined): Decision {
  const { mode, allowed, disallowed } = policy;
  if (disallowed.has(tool.name)) return deny(`--disallowedTools ${tool.name}`, `${tool.name} is disallowed`);
  if (mode === 'plan' && tool.tier !== 'read')
    return deny('mode plan', `${tool.name} is not allowed in plan mode`);
  if (outside) return ask('workspace', `${outside.path} is outside the workspace`);
  if (mode === 'bypassPermissions') return allow('mode bypassPermissions');
  if (allowed.has(tool.name)) return allow(`--allowedTools ${tool.name}`);
  if (tool.tier === 'read') return allow('tier read');
  if (tool.tier === 'write' && mode === 'acceptEdits') return allow('mode acceptEdits');
  return mode === 'dontAsk'
    ? deny('mode dontAsk', `${tool.name} would ask`)
    : ask(`mode ${mode}`, `${tool.name} asks`);
}

function allow(rule: string): Decision {
  return { behavior: 'allow', reason: rule, rule };
}

function ask(rule: string, reason: string): Decision {
  return { behavior: 'ask', reason, rule };
}

function deny(rule: string, reason: string): Decision {
  return { behavior: 'deny', reason, rule };
}
