import type { Transport, TransportSendOptions } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { CallToolResult, JSONRPCMessage, MessageExtraInfo } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { IncomingCall } from './door.ts';
import { RPC_CODES, RpcError, type RpcMessage } from './json-rpc.ts';

const callParamsSchema = z.object({
  name: z.string(),
  arguments: z.unknown().transform((input) => input ?? {}),
  _meta: z.looseObject({ progressToken: z.union([z.string(), z.number()]).optional() }).default({}),
});

type CallId = string | number;

interface LaneHandlers {
  call: (call: IncomingCall) => Promise<CallToolResult>;
  /** Takes a notification at once; false when it is not one of ours. */
  notification: (method: string, params: unknown) => boolean;
}

/**
 * A transport whose `tools/call` requests are answered here, before the SDK sees them: it would check each message
 * against five schemas and each result once more, a third of what a small call costs. Our own notifications are taken
 * here too, so that none is overtaken by a call that was sent after it. All else goes on to the SDK.
 */
export class CallLane implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: <T extends JSONRPCMessage>(message: T, extra?: MessageExtraInfo) => void;
  readonly #inner: Transport;
  readonly #handlers: LaneHandlers;
  readonly #running = new Map<CallId, AbortController>();

  constructor(inner: Transport, handlers: LaneHandlers) {
    this.#inner = inner;
    this.#handlers = handlers;
  }

  start(): Promise<void> {
    this.#inner.onclose = () => {
      for (const controller of this.#running.values()) controller.abort(new Error('the connection closed'));
      this.onclose?.();
    };
    this.#inner.onerror = (error) => this.onerror?.(error);
    this.#inner.onmessage = (message, extra) => {
      if (!this.#take(message as RpcMessage)) this.onmessage?.(message, extra);
    };
    return this.#inner.start();
  }

  send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    return this.#inner.send(message, options);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  #take({ id, method, params }: RpcMessage): boolean {
    if (method === 'tools/call' && id !== undefined) void this.#run(id, params);
    else if (method === 'notifications/cancelled') return this.#cancel(params);
    else if (method !== undefined && id === undefined)
      return this.#handlers.notification(method, params ?? {});
    else return false;
    return true;
  }

  async #run(id: CallId, params: unknown): Promise<void> {
    const controller = new AbortController();
    this.#running.set(id, controller);
    const answer = await this.#settle(params, controller.signal);
    this.#running.delete(id);
    // A call that the client cancelled gets no answer, as MCP wants it.
    if (!controller.signal.aborted)
      await this.#inner.send({ jsonrpc: '2.0', id, ...answer } as JSONRPCMessage);
  }

  async #settle(params: unknown, signal: AbortSignal): Promise<object> {
    try {
      return { result: await this.#handlers.call(this.#toCall(params, signal)) };
    } catch (error) {
      const code = error instanceof RpcError ? error.code : RPC_CODES.internal;
      return { error: { code, message: error instanceof Error ? error.message : String(error) } };
    }
  }

  #toCall(params: unknown, signal: AbortSignal): IncomingCall {
    const parsed = callParamsSchema.safeParse(params);
    if (!parsed.success)
      throw new RpcError(RPC_CODES.invalidParams, `tools/call: ${z.prettifyError(parsed.error)}`);
    const { name, arguments: input, _meta: meta } = parsed.data;
    const { progressToken } = meta;
    if (progressToken === undefined) return { name, input, meta, signal };
    const progress = (value: number, message: string) => {
      const said = { progressToken, progress: value, message };
      if (!signal.aborted)
        void this.#inner.send({ jsonrpc: '2.0', method: 'notifications/progress', params: said });
    };
    return { name, input, meta, signal, progress };
  }

  #cancel(params: Record<string, unknown> = {}): boolean {
    const { requestId, reason } = params;
    const controller = this.#running.get(requestId as CallId);
    controller?.abort(reason);
    return controller !== undefined;
  }
}
