import { ToolError } from '@cusp/protocol';
import { nearestNames } from '../repair/nearest.ts';
import type { CatalogueTool } from './catalogue.ts';

/**
 * Names of tools as the person gave them on the command line.
 * @throws ToolError for a name that no tool has: a flag that takes nothing away must not look as if it did.
 */
export function checkToolNames(
  flag: string,
  names: readonly string[],
  tools: readonly CatalogueTool[],
): Set<string> {
  const known = tools.map(({ manifest }) => manifest.name);
  const wrong = names.find((name) => !known.includes(name));
  if (wrong === undefined) return new Set(names);
  const nearest = nearestNames(wrong, known);
  throw new ToolError('invalid_input', `${flag}: no tool is called "${wrong}"`, {
    hint: nearest.length > 0 ? `Did you mean ${nearest.join(', ')}?` : `The tools are ${known.join(', ')}.`,
  });
}
