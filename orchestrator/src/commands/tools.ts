import { type Family, type Resource, resourceSchema } from '@cusp/protocol';
import type { Command } from 'commander';
import { loadCatalogue } from '../catalogue/catalogue.ts';
import { type Surface, type VisibleTool, visible } from '../catalogue/visible.ts';

interface ToolsOptions {
  family: Family;
  mode: 'default' | 'plan';
  external?: boolean;
  without?: string;
  json?: boolean;
}

/** `cusp tools`: what the surface that the flags describe sees. */
export async function tools(options: ToolsOptions, command: Command): Promise<void> {
  const surface = describeSurface(options, command);
  const { tools: shown, deferred } = visible(loadCatalogue().tools, { ...surface, loaded: [] });
  const later = visible(loadCatalogue().tools, { ...surface, loaded: deferred }).tools.slice(shown.length);
  const rows = [...shown.map((each) => describe(each, false)), ...later.map((each) => describe(each, true))];
  process.stdout.write(options.json ? `${JSON.stringify(rows, null, 1)}\n` : rows.map(toLine).join(''));
}

function describeSurface({ family, mode, external, without }: ToolsOptions, command: Command): Surface {
  const familyNamed = command.getOptionValueSource('family') === 'cli';
  return {
    door: external ? 'external' : 'model',
    mode,
    family: external && !familyNamed ? undefined : family,
    resources: allResourcesBut(without?.split(/[\s,]+/) ?? [], command),
    loaded: [],
    disallowed: new Set(),
  };
}

function allResourcesBut(names: string[], command: Command): ReadonlySet<Resource> {
  const all = resourceSchema.options;
  const wrong = names.find((name) => !all.some((resource) => resource === name));
  if (wrong) command.error(`error: no resource is called "${wrong}"; they are ${all.join(', ')}`);
  return new Set(all.filter((resource) => !names.includes(resource)));
}

function describe({ name, tool: { service, manifest } }: VisibleTool, deferred: boolean) {
  const { tier, exposure, inputSchema } = manifest;
  return { name, service, tier, exposure, deferred, inputSchema, title: manifest.title };
}

function toLine({ name, service, tier, exposure, deferred, title }: ReturnType<typeof describe>): string {
  const columns = [name.padEnd(16), service.padEnd(8), tier.padEnd(6), exposure.padEnd(10)];
  return `${columns.join(' ')} ${title}${deferred ? ' (deferred)' : ''}\n`;
}
