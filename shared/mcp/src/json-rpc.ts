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
  const value = parseJson(line);
  return isMessage(value) ? value : undefined;
}

/** What a server answers to a line that is no message: which it is, with the id where one can be read. */
export function refusalOf(line: string): object {
  const value = parseJson(line);
  if (value === undefined)
    return errorMessage(null, RPC_CODES.parseError, 'Parse error: the line is no JSON');
  const id = typeof value === 'object' && value !== null && 'id' in value && isId(value.id) ? value.id : null;
  return errorMessage(id, RPC_CODES.invalidRequest, 'Invalid request: the line is no JSON-RPC 2.0 message');
}

function errorMessage(id: string | number | null, code: number, message: string): object {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function isMessage(value: unknown): value is RpcMessage {
  if (typeof value !== 'object' || value === null) return false;
  const { jsonrpc, id, method, params, error } = value as Record<string, unknown>;
  return (
    jsonrpc === '2.0' &&
    (id === undefined || isId(id)) &&
    (method !== undefined || id !== undefined) &&
    (method !== undefined || 'result' in value || error !== undefined) &&
    (method === undefined || typeof method === 'string') &&
    (params === undefined || isObject(params)) &&
    (error === undefined || isObject(error))
  );
}

function isId(id: unknown): id is string | number {
  return typeof id === 'string' || typeof id === 'number';
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
export const RPC_CODES = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
} as const;
