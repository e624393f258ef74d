/** The SDK's own client, for tests and for foreign MCP servers; kept apart because it brings a schema validator. */
export { Client } from '@modelcontextprotocol/sdk/client/index.js';
export { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
export { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
