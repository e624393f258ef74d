import type { CallToolResult } from '@cusp/mcp';
import { REPAIRS_META, type ToolManifest } from '@cusp/protocol';
import { type ArtifactStore, offloadText } from '@cusp/service-kit';

const RESULT_CAP_CHARACTERS = 30_000;

/** What the caller should know beside the tool's own answer, as sentences. */
interface Asides {
  /** What happened outside calls since the last result. */
  notices: string[];
  /** What was mended in the input. */
  repairs: string[];
}

/** Moves a text that is too long to an artifact and adds the asides. */
export async function finishResult(
  { pages }: ToolManifest,
  result: CallToolResult,
  artifacts: ArtifactStore,
  { notices, repairs }: Asides,
): Promise<CallToolResult> {
  const content = pages
    ? result.content
    : await Promise.all(result.content.map((part) => shorten(part, artifacts)));
  const said = notices.map((text) => ({ type: 'text' as const, text }));
  const meta = { ...result._meta, ...(repairs.length > 0 ? { [REPAIRS_META]: repairs } : {}) };
  return {
    ...result,
    content: [...content, ...said],
    ...(Object.keys(meta).length > 0 ? { _meta: meta } : {}),
  };
}

type Part = CallToolResult['content'][number];

async function shorten(part: Part, artifacts: ArtifactStore): Promise<Part> {
  if (part.type !== 'text') return part;
  return { ...part, text: await offloadText(part.text, RESULT_CAP_CHARACTERS, artifacts) };
}
