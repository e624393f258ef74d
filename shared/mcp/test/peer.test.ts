import { PassThrough } from 'node:stream';
import { methods } from '@cusp/protocol';
import { describe, expect, test } from 'vitest';
import { McpDoor, RpcError, ServicePeer, StdioTransport } from '../src/index.ts';

/** A peer and a door on two in-memory pipes; `garbage` collects what is no message. */
async function connect(options: { onCall?: (signal: AbortSignal) => Promise<string> } = {}) {
  const [toDoor, toPeer] = [new PassThrough(), new PassThrough()];
  const garbage: string[] = [];
  const door = new McpDoor({
    name: 'door',
    version: '1',
    listTools: async () => [],
    callTool: async ({ name, input, signal, progress }) => {
      if (name === 'nope') throw new RpcError(-32602, 'Unknown tool: nope');
      progress?.(1, 'begun');
      const text = (await options.onCall?.(signal)) ?? JSON.stringify(input);
      return { content: [{ type: 'text', text }] };
    },
  });
  const peer = new ServicePeer(toPeer, toDoor, (line) => garbage.push(line));
  await door.connect(new StdioTransport(toDoor, toPeer));
  await peer.initialize('test', '1');
  return { door, peer, garbage, toDoor, toPeer };
}

describe('the thin client of the hop [PRO-9]', () => {
  test('calls a tool and hears its progress', async () => {
    const { peer } = await connect();
    const heard: string[] = [];
    const progress = (_value: number, message: string) => heard.push(message);
    const result = await peer.callTool('echo', { a: 1 }, {}, { progress });
    expect(result.content).toEqual([{ type: 'text', text: '{"a":1}' }]);
    expect(heard).toEqual(['begun']);
  });

  test('gets an error of the other end with its code', async () => {
    const { peer } = await connect();
    await expect(peer.callTool('nope', {}, {})).rejects.toMatchObject({ code: -32602 });
  });

  test('cancels a call, and the other end stops working on it [PRO-8]', async () => {
    const stopped: unknown[] = [];
    const controller = new AbortController();
    const { peer } = await connect({
      onCall: (signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve(String(stopped.push('stopped'))));
          controller.abort(new Error('enough'));
        }),
    });
    await expect(peer.callTool('slow', {}, {}, { signal: controller.signal })).rejects.toThrow('enough');
    await expect.poll(() => stopped).toEqual(['stopped']);
  });

  test('fails what waits and what comes later when the pipe is gone', async () => {
    const { peer } = await connect({ onCall: () => new Promise(() => undefined) });
    const waiting = peer.callTool('slow', {}, {});
    peer.end(new Error('the service ended'));
    await expect(waiting).rejects.toThrow('the service ended');
    await expect(peer.callTool('echo', {}, {})).rejects.toThrow('the service ended');
  });

  test('answers requests of the other end, or says that it has no such method', async () => {
    const { peer, door } = await connect();
    await expect(door.request(methods.hostSpawnRun, { brief: 'b', tier: 'read' })).rejects.toThrow(
      'Method not found',
    );
    peer.onRequest(methods.hostSpawnRun, async ({ brief }) => ({ runId: `run of ${brief}` }));
    expect(await door.request(methods.hostSpawnRun, { brief: 'b', tier: 'read' })).toEqual({
      runId: 'run of b',
    });
  });

  test('hears notifications, and goes on past lines that are no messages', async () => {
    const { peer, door, garbage, toPeer } = await connect();
    const heard = new Promise((resolve) => peer.onNotification(methods.event, resolve));
    toPeer.write('garbage\n{"jsonrpc":"1.0"}\n');
    door.notify(methods.event, { kind: 'ended', text: 'it ended' });
    expect(await heard).toEqual({ kind: 'ended', text: 'it ended' });
    expect(garbage).toEqual(['garbage', '{"jsonrpc":"1.0"}']);
  });

  test.for<[string, number | string | null, number]>([
    ['no json', null, -32700],
    ['{"id":7}', 7, -32600],
    ['{"jsonrpc":"2.0","id":"a","method":"ping","params":5}', 'a', -32600],
    ['[{"jsonrpc":"2.0","id":1,"method":"ping"}]', null, -32600],
    ['{"jsonrpc":"2.0","id":{},"method":"ping"}', null, -32600],
    ['{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"_meta":{"progressToken":{}}}}', 3, -32602],
  ])('the door answers %s with an error', async ([line, id, code]) => {
    const { toDoor, toPeer } = await connect();
    const answered = new Promise<string>((resolve) =>
      toPeer.once('data', (chunk: Buffer) => resolve(chunk.toString())),
    );
    toDoor.write(`${line}\n`);
    expect(JSON.parse(await answered)).toMatchObject({ jsonrpc: '2.0', id, error: { code } });
  });

  test('the door knows that it is hosted, and closes when its input ends', async () => {
    const { door, toDoor } = await connect();
    expect(door.hosted).toBe(true);
    toDoor.end();
    await door.closed;
  });
});
