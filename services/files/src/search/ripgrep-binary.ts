import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { ToolError } from '@cusp/protocol';

/**
 * The `rg` to run: `CUSP_RG`, else that of `@vscode/ripgrep`, else the first on PATH.
 * @throws ToolError `unavailable` when there is none.
 */
export async function locateRipgrep(environment: NodeJS.ProcessEnv = process.env): Promise<string> {
  return environment.CUSP_RG || (await packagedRipgrep()) || onPath('rg', environment.PATH) || refuse();
}

// The package throws where its platform's binary was not installed.
async function packagedRipgrep(): Promise<string | undefined> {
  return import('@vscode/ripgrep').then(
    ({ rgPath }) => (isExecutable(rgPath) ? rgPath : undefined),
    () => undefined,
  );
}

function onPath(name: string, searchPath = ''): string | undefined {
  const directories = searchPath.split(path.delimiter).filter((directory) => path.isAbsolute(directory));
  return directories.map((directory) => path.join(directory, name)).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function refuse(): never {
  throw new ToolError('unavailable', 'Grep found no ripgrep ("rg")', {
    hint: 'Install ripgrep, or name its binary in CUSP_RG.',
  });
}
