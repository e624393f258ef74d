import type { NotificationMethod, RequestMethod } from '@cusp/protocol';
import { CUSP_CAPABILITY } from '@cusp/protocol';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  type CallToolResult,
  type Implementation,
  ListToolsRequestSchema,
  McpError,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { CallLane } from './call-lane.ts';
import { RPC_CODES, RpcError } from './json-rpc.ts';

const NO_TIMEOUT_MS = 2 ** 31 - 1;

/** One `tools/call` as a door hands it on. */
export interface IncomingCall {
  name: string;
  input: unknown;
  meta: Record<string, unknown>;
  signal: AbortSignal;
  /** Sends a progress notification; undefined when the client gave no progress token. */
  progress?: (progress: number, message: string) => void;
}

export interface DoorOptions {
  name: string;
  version: string;
  instructions?: string;
  listTools: () => Promise<object[]>;
  /** A thrown RpcError is answered as that JSON-RPC error. */
  callTool: (call: IncomingCall) => Promise<CallToolResult>;
}

/** An MCP server at one connection: the only place where the SDK's Server is used. */
export class McpDoor {
  /** Settles when the client is gone. */
  readonly closed: Promise<void>;
  readonly #server: Server;
  readonly #callTool: DoorOptions['callTool'];
  readonly #notificationHandlers = new Map<string, (params: unknown) => void>();

  constructor(options: DoorOptions) {
    const { name, version, instructions } = options;
    const capabilities = { tools: {}, logging: {}, experimental: { [CUSP_CAPABILITY]: {} } };
    this.#server = new Server({ name, version }, { capabilities, ...(instructions ? { instructions } : {}) });
    this.closed = new Promise((resolve) => {
      this.#server.onclose = resolve;
    });
    this.#server.setRequestHandler(ListToolsRequestSchema, async () => ({
      tools: (await options.listTools()) as Tool[],
    }));
    this.#callTool = options.callTool;
  }

  /** The connected client, once it has initialised. */
  get client(): Implementation | undefined {
    return this.#server.getClientVersion();
  }

  /** True when the other end is cusp itself and answers the `cusp/host/*` requests. */
  get hosted(): boolean {
    return this.#server.getClientCapabilities()?.experimental?.[CUSP_CAPABILITY] !== undefined;
  }

  /** Errors of the connection itself: garbage on the wire, a handler that threw. */
  onError(handler: (error: Error) => void): void {
    this.#server.onerror = handler;
  }

  onRequest<P extends z.ZodType, R extends z.ZodType>(
    method: RequestMethod<P, R>,
    handler: (params: z.infer<P>, signal: AbortSignal) => Promise<z.input<R>>,
  ): void {
    this.#server.setRequestHandler(messageOf(method.name), ({ params }, extra) =>
      answer(async () => (await handler(parseParams(method, params), extra.signal)) as object),
    );
  }

  onNotification<P extends z.ZodType>(
    method: NotificationMethod<P>,
    handler: (params: z.infer<P>) => void,
  ): void {
    this.#notificationHandlers.set(method.name, (params) => handler(parseParams(method, params)));
  }

  #notify(name: string, params: unknown): boolean {
    const handler = this.#notificationHandlers.get(name);
    if (!handler) return false;
    try {
      handler(params);
    } catch (error) {
      this.#server.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
    return true;
  }

  /** Asks the other end, with no time-out of its own. */
  async request<P extends z.ZodType, R extends z.ZodType>(
    method: RequestMethod<P, R>,
    params: z.input<P>,
    signal?: AbortSignal,
  ): Promise<z.infer<R>> {
    const message = { method: method.name, params } as never;
    const options = { timeout: NO_TIMEOUT_MS, ...(signal ? { signal } : {}) };
    return method.result.parse(await this.#server.request(message, z.looseObject({}), options)) as z.infer<R>;
  }

  notify<P extends z.ZodType>(method: NotificationMethod<P>, params: z.input<P>): void {
    void this.#server.notification({ method: method.name, params } as never);
  }

  connect(transport: Transport): Promise<void> {
    return this.#server.connect(
      new CallLane(transport, {
        call: this.#callTool,
        notification: (name, params) => this.#notify(name, params),
      }),
    );
  }

  close(): Promise<void> {
    return this.#server.close();
  }
}

function messageOf(name: string) {
  return z.object({ method: z.literal(name), params: z.unknown() });
}

function parseParams<P extends z.ZodType>(method: { name: string; params: P }, params: unknown): z.infer<P> {
  const parsed = method.params.safeParse(params);
  if (parsed.success) return parsed.data as z.infer<P>;
  throw new RpcError(RPC_CODES.invalidParams, `${method.name}: ${z.prettifyError(parsed.error)}`);
}

async function answer<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RpcError) throw new McpError(error.code, error.message);
    throw error;
  }
}
