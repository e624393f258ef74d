import { Client, InMemoryTransport } from '@cusp/mcp/client';
import {
  type BindParams,
  CALL_META,
  type CallMeta,
  CHANGES_META,
  CUSP_CAPABILITY,
  ERROR_META,
  methods,
} from '@cusp/protocol';
import { test as base } from 'vitest';
import { z } from 'zod';
import { createLogger } from '../log.ts';
import { newRunId } from '../run.ts';
import type { Service } from '../service.ts';
import { ServiceProcess } from '../service-process.ts';
import {
  layFiles,
  makeTemporaryFolders,
  removeTemporaryFolders,
  type TemporaryFolders,
} from './workspace.ts';

/** What a test sees of a call: its text, and whatever else there is. */
export interface CallOutcome {
  text: string;
  code?: unknown;
  structured?: unknown;
  changes?: unknown;
  images?: { mimeType: string; data: string }[];
}

interface CallOptions {
  signal?: AbortSignal;
  meta?: Partial<CallMeta>;
  onProgress?: (message: string) => void;
}

interface Fixtures {
  folders: TemporaryFolders;
  /** The SDK's client, connected and bound to the temporary workspace. */
  client: Client;
  /** Overrides of what the run is bound with; set before the first call with `test.override` or `test.extend`. */
  binding: Partial<BindParams>;
  /** Lays files into the workspace and answers its path. */
  workspace: (files: Record<string, string | Uint8Array>) => Promise<string>;
  call: (name: string, input: unknown, options?: CallOptions) => Promise<CallOutcome>;
}

/** vitest's `test` with a service behind a real MCP client, bound to a temporary workspace. */
export function serviceTest<State>(service: Service<State>) {
  return base.extend<Fixtures>({
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's needs from its first parameter
    folders: async ({}, use) => {
      const folders = await makeTemporaryFolders();
      await use(folders);
      await removeTemporaryFolders(folders);
    },
    binding: {},
    client: async ({ folders, binding }, use) => {
      const client = new Client(
        { name: 'test', version: '0' },
        { capabilities: { experimental: { [CUSP_CAPABILITY]: {} } } },
      );
      const served = new ServiceProcess(service, createLogger(service.name));
      const [clientEnd, serviceEnd] = InMemoryTransport.createLinkedPair();
      await served.door.connect(serviceEnd);
      await client.connect(clientEnd);
      await client.request(
        { method: methods.bind.name, params: bindParams(folders, binding) } as never,
        z.looseObject({}),
      );
      await use(client);
      await served.unbind();
      await client.close();
    },
    workspace: async ({ folders }, use) => {
      await use(async (files) => {
        await layFiles(folders.workspace, files);
        return folders.workspace;
      });
    },
    call: async ({ client }, use) => {
      await use((name, input, options) => callTool(client, name, input, options));
    },
  });
}

function bindParams(folders: TemporaryFolders, binding: Partial<BindParams>): BindParams {
  const runId = newRunId();
  return {
    runId,
    conversationId: runId,
    workspaceRoots: [folders.workspace],
    cwd: folders.workspace,
    stateDir: folders.stateDir,
    trusted: true,
    settings: {},
    resources: {
      languageServers: true,
      debugSessions: true,
      parser: true,
      kernels: true,
      questions: false,
      vibe: false,
      sandbox: 'off',
    },
    ...binding,
  };
}

async function callTool(
  client: Client,
  name: string,
  input: unknown,
  options: CallOptions = {},
): Promise<CallOutcome> {
  const { signal, meta, onProgress } = options;
  const result = await client.callTool(
    {
      name,
      arguments: input as Record<string, unknown>,
      _meta: { [CALL_META]: { callId: 'test', ...meta } },
    },
    undefined,
    {
      timeout: 2 ** 31 - 1,
      ...(signal ? { signal } : {}),
      ...(onProgress ? { onprogress: ({ message }) => onProgress(message ?? '') } : {}),
    },
  );
  return toOutcome(result);
}

function toOutcome(result: Awaited<ReturnType<Client['callTool']>>): CallOutcome {
  const content = result.content as { type: string; text?: string; mimeType?: string; data?: string }[];
  const error = result._meta?.[ERROR_META] as { code: string } | undefined;
  const changes = result._meta?.[CHANGES_META];
  const images = content.flatMap(({ type, mimeType = '', data = '' }) =>
    type === 'image' ? [{ mimeType, data }] : [],
  );
  return {
    text: content.flatMap(({ text }) => text ?? []).join('\n'),
    ...(error ? { code: error.code } : {}),
    ...(result.structuredContent ? { structured: result.structuredContent } : {}),
    ...(changes ? { changes } : {}),
    ...(images.length > 0 ? { images } : {}),
  };
}
