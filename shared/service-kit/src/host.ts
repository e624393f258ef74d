import type { McpDoor } from '@cusp/mcp';
import { methods, ToolError } from '@cusp/protocol';
import type { z } from 'zod';

type ToolAnswer = z.infer<typeof methods.hostCallTool.result>;
type Answer = z.infer<typeof methods.hostAsk.result>;
type Question = z.input<typeof methods.hostAsk.params>;
type Brief = z.input<typeof methods.hostSpawnRun.params>;

/** What a service asks of cusp itself, over the pipe of its calls. */
export class Host {
  readonly #door: McpDoor;

  constructor(door: McpDoor) {
    this.#door = door;
  }

  /** Calls any tool of the run, through the whole pipeline. */
  callTool(name: string, input: unknown, signal: AbortSignal): Promise<ToolAnswer> {
    this.#assertHosted('calls other tools');
    return this.#door.request(methods.hostCallTool, { name, input }, signal);
  }

  /** Asks the person. */
  ask(question: Question, signal: AbortSignal): Promise<Answer> {
    this.#assertHosted('asks the person');
    return this.#door.request(methods.hostAsk, question, signal);
  }

  /** Starts a run of its own for a worker. */
  spawnRun(brief: Brief, signal: AbortSignal): Promise<{ runId: string }> {
    this.#assertHosted('starts workers');
    return this.#door.request(methods.hostSpawnRun, brief, signal);
  }

  /** Tells of something that happened outside a call; dropped where nobody hosts the service. */
  event(kind: string, text: string, fields: Record<string, unknown> = {}): void {
    if (this.#door.hosted) this.#door.notify(methods.event, { ...fields, kind, text });
  }

  #assertHosted(what: string): void {
    if (this.#door.hosted) return;
    throw new ToolError('needs_host', `This tool ${what}, which needs cusp itself`, {
      hint: 'Call it through `cusp call` or `cusp script`; a service on its own cannot do it.',
    });
  }
}
