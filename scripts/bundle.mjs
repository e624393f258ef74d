/**
 * Bundles one process of cusp, from its package's folder: `node ../../scripts/bundle.mjs`. Everything is bundled but
 * what the package names under `dependencies` (native parts). A service also gets its manifest, `dist/tools.json`.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const isService = manifest.name.startsWith('@cusp/service-');

/** zod's 50 locales and the SDK's JSON Schema validator cost a third of the start; nothing on these paths uses them. */
const trim = {
  name: 'trim',
  setup({ onLoad }) {
    onLoad({ filter: /zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, (args) => ({
      contents: "export { default as en } from './en.js';",
      resolveDir: path.dirname(args.path),
    }));
    onLoad({ filter: /sdk[\\/]dist[\\/]esm[\\/]validation[\\/]ajv-provider\.js$/ }, () => ({
      contents:
        "export class AjvJsonSchemaValidator { getValidator() { throw new Error('no JSON Schema validator in this bundle'); } }",
    }));
  },
};

for (const name of readdirSync('.').includes('dist') ? readdirSync('dist') : []) {
  if (name.endsWith('.js') || name === 'tools.json') rmSync(path.join('dist', name));
}

await build({
  entryPoints: ['src/main.ts'],
  outdir: 'dist',
  bundle: true,
  splitting: !isService,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  minify: true,
  keepNames: true,
  conditions: ['source'],
  external: Object.keys(manifest.dependencies ?? {}),
  plugins: [trim],
  legalComments: 'none',
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
});

if (isService) {
  const described = execFileSync(process.execPath, ['dist/main.js', '--describe'], { encoding: 'utf8' });
  const { service, tools } = JSON.parse(described);
  if (manifest.name !== `@cusp/service-${service}`)
    throw new Error(`${manifest.name} calls itself "${service}"`);
  if (!tools?.length) throw new Error(`${manifest.name} declares no tools`);
  writeFileSync('dist/tools.json', described);
}
