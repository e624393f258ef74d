import { ToolError, type ToolManifest } from '@cusp/protocol';
import { type Boundary, type LocatedPath, outsideWorkspace } from '@cusp/service-kit';
import type { Door } from '../catalogue/visible.ts';
import { type Decision, decide, type Policy } from './decide.ts';

interface Authority {
  boundary: Boundary;
  policy: Policy;
  door: Door;
}

/** What let a call through: the words of its trace, and the paths outside the workspace that it was granted. */
export interface Permit {
  decision: string;
  grants: string[];
}

/**
 * Lets a call through or refuses it. An *ask* counts as approved where the operator wrote the call; an external client
 * cannot answer it, and nobody but a flag opens a path outside the workspace.
 * @throws ToolError `denied` or `outside_workspace`, with the flag that would allow it.
 */
export function authorise(tool: ToolManifest, input: Record<string, unknown>, authority: Authority): Permit {
  const outside = pathOutside(tool, input, authority.boundary);
  const decision = decide(tool, authority.policy, outside);
  if (decision.behavior === 'deny') throw new ToolError('denied', `${decision.reason} (${decision.rule})`);
  if (decision.behavior === 'allow') return { decision: `allow (${decision.rule})`, grants: [] };
  if (outside) throw outsideWorkspace(outside.path, outside.realPath, authority.boundary.roots);
  if (authority.door === 'external') throw needsThePerson(tool, decision);
  return { decision: `approved by the operator (${decision.rule})`, grants: [] };
}

function pathOutside(
  { subject }: ToolManifest,
  input: Record<string, unknown>,
  boundary: Boundary,
): LocatedPath | undefined {
  const named = subject?.kind === 'path' ? input[subject.field] : undefined;
  if (typeof named !== 'string') return undefined;
  const located = boundary.locate(named);
  return located.inside ? undefined : located;
}

function needsThePerson({ name }: ToolManifest, { rule }: Decision): ToolError {
  return new ToolError('denied', `${name} needs the permission of the person who runs cusp (${rule})`, {
    hint: `They can give it: start cusp mcp with --allowedTools ${name}, or --permission-mode bypassPermissions.`,
  });
}
