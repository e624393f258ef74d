import { pathToFileURL } from 'node:url';
import { serviceEntry } from '../catalogue/catalogue.ts';

/** `cusp service NAME`: this process becomes the service. */
export async function service(name: string): Promise<void> {
  await import(pathToFileURL(serviceEntry(name)).href);
}
