/** Puts every built service beside the orchestrator, as it is published: dist/services/<name>/{main.js,tools.json}. */
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

const services = path.resolve('../services');

rmSync('dist/services', { recursive: true, force: true });
for (const name of readdirSync(services)) {
  const built = path.join(services, name, 'dist');
  if (!existsSync(path.join(built, 'tools.json'))) continue;
  const target = path.join('dist/services', name);
  mkdirSync(target, { recursive: true });
  for (const file of ['main.js', 'tools.json']) cpSync(path.join(built, file), path.join(target, file));
}
