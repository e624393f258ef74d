export type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
export { type DoorOptions, type IncomingCall, McpDoor } from './door.ts';
export { RPC_CODES, RpcError } from './json-rpc.ts';
export { ServicePeer } from './peer.ts';
export { StdioTransport } from './stdio-transport.ts';
