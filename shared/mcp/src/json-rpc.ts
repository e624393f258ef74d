/** One message of the wire, as loosely as an end has to look at it before it knows the method. */
export interface RpcMessage {
  jsonrpc: '2.0';
  id?: string | number;
  method?: string;
  params?: Record<string, unknown>;
  result?: unknown;
  error?: { code: number; message: string };
}

/** The message on a line, or undefined when it is no JSON-RPC 2.0. Its parts are checked by whoever knows the method. */
export function parseMessage(line: string): RpcMessage | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  return isMessage(value) ? value : undefined;
}

function isMessage(value: unknown): value is RpcMessage {
  if (typeof value !== 'object' || value === null) return false;
  const { jsonrpc, id, method, params, error } = value as Record<string, unknown>;
  return (
    jsonrpc === '2.0' &&
    (id === undefined || typeof id === 'string' || typeof id === 'number') &&
    (method === undefined || typeof method === 'string') &&
    (params === undefined || isObject(params)) &&
    (error === undefined || isObject(error))
  );
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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
