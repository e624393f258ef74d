import { z } from 'zod';

const idSchema = z.union([z.string(), z.number()]);
const errorSchema = z.looseObject({ code: z.number(), message: z.string(), data: z.unknown().optional() });

/** One message of the wire, as loosely as an end has to look at it before it knows the method. */
const messageSchema = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: idSchema.optional(),
  method: z.string().optional(),
  params: z.record(z.string(), z.unknown()).optional(),
  result: z.unknown().optional(),
  error: errorSchema.optional(),
});
export type RpcMessage = z.infer<typeof messageSchema>;

/** What is not JSON-RPC 2.0 on a line, or undefined when the line is a message. */
export function parseMessage(line: string): RpcMessage | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  const parsed = messageSchema.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

/** An error that one end answered, with its JSON-RPC code. */
export class RpcError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
  }
}

/** JSON-RPC codes that both ends use. */
export const RPC_CODES = { methodNotFound: -32601, invalidParams: -32602, internal: -32603 } as const;
