/**
 * Writes what the documents take from the built manifests: docs/specs/harness-tools.md and the README's table of tools.
 * `--check` writes nothing and exits 1 when a document differs.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const FAMILIES = ['claude', 'gpt', 'gemini', 'local'];

const services = readServices();
const documents = [
  { file: 'docs/specs/harness-tools.md', text: specification() },
  { file: 'README.md', text: withTable(readFileSync(path.join(root, 'README.md'), 'utf8')) },
];

if (process.argv.includes('--check')) check();
else write();

/** The manifests in the order of the orchestrator's list. */
function readServices() {
  const list = readFileSync(path.join(root, 'orchestrator/src/services.ts'), 'utf8');
  const names = [.../\[(.*)\]/.exec(list)[1].matchAll(/'([a-z]+)'/g)].map(([, name]) => name);
  const built = readdirSync(path.join(root, 'services'));
  const unlisted = built.filter((name) => !names.includes(name));
  if (unlisted.length > 0) throw new Error(`services/${unlisted} is not in orchestrator/src/services.ts`);
  return names.map((name) =>
    JSON.parse(readFileSync(path.join(root, 'services', name, 'dist/tools.json'), 'utf8')),
  );
}

function specification() {
  const head = [
    '# The tools',
    '',
    'Generated from the tool manifests by `npm run docs`; do not edit. Schemas are those that a client and a model see.',
    '',
  ];
  return [...head, ...toolTable(), '', ...services.flatMap(describeService)].join('\n');
}

function toolTable() {
  const rows = services.flatMap(({ service, tools }) =>
    tools.map((tool) => {
      const shown = FAMILIES.map((family) => familyCell(tool, family)).join(' | ');
      return `| ${tool.name} | ${service} | ${tool.tier} | ${tool.exposure} | ${tool.deferred ? 'yes' : ''} | ${shown} |`;
    }),
  );
  return [
    '| tool | service | tier | exposure | deferred | Claude | GPT | Gemini | weak and local |',
    '|---|---|---|---|---|---|---|---|---|',
    ...rows,
  ];
}

function familyCell({ families = {} }, family) {
  const shown = families[family] ?? true;
  return shown === true ? 'yes' : shown === false ? 'no' : `as \`${shown}\``;
}

function describeService({ service, tools }) {
  return [`# ${service}`, '', ...tools.flatMap(describeTool)];
}

function describeTool(tool) {
  const facts = [
    `Tier \`${tool.tier}\`, ${tool.exposure}`,
    tool.aliases ? `also called ${tool.aliases.map((name) => `\`${name}\``).join(', ')}` : undefined,
    tool.fieldAliases
      ? `takes ${Object.entries(tool.fieldAliases)
          .map(([from, to]) => `\`${from}\` as \`${to}\``)
          .join(', ')}`
      : undefined,
    tool.subject ? `rules match its ${tool.subject.kind} \`${tool.subject.field}\`` : undefined,
    tool.preview ? 'answers `cusp/preview`' : undefined,
  ].filter(Boolean);
  return [
    `## ${tool.name}`,
    '',
    tool.description,
    '',
    `${facts.join('; ')}.`,
    '',
    ...fieldTable(tool.inputSchema),
    '',
    ...schemaBlock('Input', tool.inputSchema),
    ...(tool.outputSchema ? schemaBlock('`structuredContent`', tool.outputSchema) : []),
  ];
}

function fieldTable({ properties = {}, required = [] }) {
  const rows = Object.entries(properties).map(([name, field]) => {
    const mark = required.includes(name) ? 'required' : '';
    return `| \`${name}\` | ${describeType(field)} | ${mark} | ${field.description ?? ''} |`;
  });
  return ['| field | type | | |', '|---|---|---|---|', ...rows];
}

function describeType({ type, enum: values, items, anyOf }) {
  if (values) return values.map((value) => `\`${value}\``).join(', ');
  if (anyOf) return anyOf.map(describeType).join(' or ');
  return type === 'array' ? `list of ${describeType(items ?? {})}` : (type ?? 'any');
}

function schemaBlock(title, schema) {
  return [
    '<details><summary>',
    title,
    '</summary>',
    '',
    '```json',
    JSON.stringify(schema, null, 2),
    '```',
    '</details>',
    '',
  ];
}

/** The README with its table of tools between the two markers. */
function withTable(readme) {
  const rows = services.flatMap(({ service, tools }) =>
    tools.map(
      ({ name, tier, title, description }) =>
        `| \`${name}\` | ${service} | ${tier} | ${title}. ${description.split('\n')[0]} |`,
    ),
  );
  const table = ['| tool | service | tier | what it does |', '|---|---|---|---|', ...rows].join('\n');
  return readme.replace(
    /(<!-- tools -->\n)[\s\S]*?(\n<!-- end of tools -->)/,
    (_all, start, end) => `${start}${table}${end}`,
  );
}

function write() {
  for (const { file, text } of documents) {
    const target = path.join(root, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
}

function check() {
  const stale = documents.filter(({ file, text }) => {
    const target = path.join(root, file);
    return !existsSync(target) || readFileSync(target, 'utf8') !== text;
  });
  if (stale.length === 0) return;
  process.stderr.write(
    `${stale.map(({ file }) => file).join(', ')} differs from the manifests: run npm run docs\n`,
  );
  process.exitCode = 1;
}
