import type { Family, Resource, Tier, ToolManifest } from '@cusp/protocol';
import type { PermissionMode } from '../permissions/modes.ts';
import type { CatalogueTool } from './catalogue.ts';

/** Who looks: a model's turn, an external MCP client, or the person who writes calls. */
export type Door = 'model' | 'external' | 'operator';

/** All that decides what a door may see. */
export interface Surface {
  door: Door;
  mode: PermissionMode;
  /** Undefined where no model family is named: then every tool of the big families shows, by its canonical name. */
  family?: Family | undefined;
  /** The resources bound to the run. */
  resources: ReadonlySet<Resource>;
  /** Deferred tools that were loaded, in load order. */
  loaded: readonly string[];
  /** Tools taken away by name. */
  disallowed: ReadonlySet<string>;
  /** When given, only these canonical names. */
  only?: ReadonlySet<string> | undefined;
  /** When given, only tools of these tiers. */
  tiers?: ReadonlySet<Tier> | undefined;
}

/** A tool under the name that this surface shows. */
export interface VisibleTool {
  name: string;
  tool: CatalogueTool;
}

export interface VisibleTools {
  tools: VisibleTool[];
  /** Names of tools that a model may load. */
  deferred: string[];
}

const BIG_FAMILIES: readonly Family[] = ['claude', 'gpt', 'gemini'];

/**
 * What a surface sees, as a pure function (SUR-1 to SUR-5). Loaded tools stand after the others in load order, so that
 * the list before them never changes.
 */
export function visible(catalogue: readonly CatalogueTool[], surface: Surface): VisibleTools {
  const seen = catalogue.flatMap((tool) => {
    const name = nameFor(tool.manifest, surface);
    return name !== undefined && isBound(tool, surface) && isLetThrough(tool, surface)
      ? [{ name, tool }]
      : [];
  });
  if (surface.door !== 'model') return { tools: seen, deferred: [] };
  const isDeferred = ({ tool }: VisibleTool) => tool.manifest.deferred === true;
  const loaded = surface.loaded.flatMap((name) =>
    seen.filter((each) => isDeferred(each) && each.name === name),
  );
  return {
    tools: [...seen.filter((each) => !isDeferred(each)), ...loaded],
    deferred: seen.filter((each) => isDeferred(each) && !loaded.includes(each)).map(({ name }) => name),
  };
}

/** The name a family sees, or undefined where it does not see the tool. */
function nameFor(tool: ToolManifest, { door, family }: Surface): string | undefined {
  if (door === 'external' && tool.exposure !== 'generic') return undefined;
  if (family === undefined) {
    const forAnyone =
      door === 'operator' || BIG_FAMILIES.some((each) => (tool.families?.[each] ?? true) !== false);
    return forAnyone ? tool.name : undefined;
  }
  const shown = tool.families?.[family] ?? true;
  return shown === true ? tool.name : shown || undefined;
}

function isBound(tool: CatalogueTool, { resources }: Surface): boolean {
  return tool.needs.every((resource) => resources.has(resource));
}

function isLetThrough({ manifest: { name, tier } }: CatalogueTool, surface: Surface): boolean {
  if (surface.mode === 'plan' && tier !== 'read') return false;
  if (surface.disallowed.has(name)) return false;
  return (surface.only?.has(name) ?? true) && (surface.tiers?.has(tier) ?? true);
}
