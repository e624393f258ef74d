import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isSystemError, type Resource, type ServiceManifest, type ToolManifest } from '@cusp/protocol';
import { SERVICES } from '../services.ts';

/** A tool with the service that runs it. */
export interface CatalogueTool {
  service: string;
  needs: readonly Resource[];
  manifest: ToolManifest;
}

export interface CatalogueService {
  manifest: ServiceManifest;
  /** The script that runs it on stdio. */
  entry: string;
}

/** Every tool there is, known from the built manifests: no process is started to list them. */
export class Catalogue {
  readonly services: ReadonlyMap<string, CatalogueService>;
  readonly tools: readonly CatalogueTool[];

  constructor(services: readonly CatalogueService[]) {
    this.services = new Map(services.map((service) => [service.manifest.service, service]));
    this.tools = services.flatMap(({ manifest: { service, needs, tools } }) =>
      tools.map((manifest) => ({ service, needs: [...needs, ...(manifest.needs ?? [])], manifest })),
    );
  }
}

/** Reads the manifests that the build put beside this bundle. */
export function loadCatalogue(): Catalogue {
  return new Catalogue(SERVICES.map(loadService));
}

/** The script of a service, for running it alone. */
export function serviceEntry(name: string): string {
  return fileURLToPath(new URL(`./services/${name}/main.js`, import.meta.url));
}

function loadService(name: string): CatalogueService {
  const url = new URL(`./services/${name}/tools.json`, import.meta.url);
  try {
    const manifest = JSON.parse(readFileSync(url, 'utf8')) as ServiceManifest;
    return { manifest, entry: serviceEntry(name) };
  } catch (error) {
    if (!isSystemError(error, 'ENOENT')) throw error;
    throw new Error(`The ${name} service is not built (${fileURLToPath(url)} is missing): run npm run build`);
  }
}
